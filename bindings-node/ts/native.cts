// Owns the backend over the addon: its answers, and how a signal reaches its threads. It owns no loading of it.

import { onAbort } from "./generated/signal.cjs";
import type { Answer, Backend, BackendSnapshot, BackendTokenizer, Failure } from "./backend.cjs";
import type {
  Cancellation,
  Failure as NativeFailure,
  NativeSnapshot,
  NativeTokenizer,
} from "./generated/addon.cjs";
import type { ErrorCode } from "./generated/errors.cjs";

/** The addon, as its build declares it. */
export type Addon = typeof import("./generated/addon.cjs");

/** Returns the backend over an addon that was loaded. */
export function nativeBackend(addon: Addon): Backend {
  return {
    name: "native",
    open: (bytes) => answer(addon.NativeSnapshot.open(bytes), snapshot),
    openAsync: (bytes, signal) => later(signal, (word) => addon.NativeSnapshot.openAsync(bytes, word), snapshot),
    openFile: (path) => answer(addon.NativeSnapshot.openFile(path), snapshot),
    openFileAsync: (path, signal) => later(signal, (word) => addon.NativeSnapshot.openFileAsync(path, word), snapshot),
    openProject: (name) => answer(addon.NativeSnapshot.openProject(name), snapshot),
    openProjectAsync: (name, signal) =>
      later(signal, (word) => addon.NativeSnapshot.openProjectAsync(name, word), snapshot),
    tokenizer: (json) => answer(addon.NativeTokenizer.open(json), tokenizer),
    tokenizerAsync: (json, signal) => later(signal, (word) => addon.NativeTokenizer.openAsync(json, word), tokenizer),
  };

  function snapshot(own: NativeSnapshot): BackendSnapshot {
    return {
      info: () => answer(own.info(), same),
      rank: (request) => answer(own.rank(request), same),
      rankAsync: (request, signal) => later(signal, (word) => own.rankAsync(request, word), same),
      pack: (request, counter) => answer(own.pack(request, nativeOf(counter)), same),
      packAsync: (request, counter, signal) =>
        later(signal, (word) => own.packAsync(request, nativeOf(counter), word), same),
      close: () => {
        own.close();
      },
    };
  }

  /** Calls an asynchronous function of the addon, and tells it when the signal is aborted. */
  async function later<N extends object | string, T>(
    signal: AbortSignal | undefined,
    call: (cancellation: Cancellation | undefined) => Promise<N | NativeFailure>,
    wrap: (value: N) => T,
  ): Promise<Answer<T>> {
    if (signal === undefined) return answer(await call(undefined), wrap);
    const cancellation = new addon.Cancellation();
    const forget = onAbort(signal, () => {
      cancellation.cancel();
    });
    try {
      return answer(await call(cancellation), wrap);
    } finally {
      forget();
    }
  }
}

/** The addon's tokenizers behind the backend's, which the addon must be handed back. */
const natives = new WeakMap<BackendTokenizer, NativeTokenizer>();

function tokenizer(own: NativeTokenizer): BackendTokenizer {
  const wrapped: BackendTokenizer = {
    label: () => answer(own.label(), same),
    count: (text) => answer(own.count(text), same),
    close: () => {
      own.close();
    },
  };
  natives.set(wrapped, own);
  return wrapped;
}

function nativeOf(counter: BackendTokenizer | undefined): NativeTokenizer | undefined {
  return counter === undefined ? undefined : natives.get(counter);
}

function same<T>(value: T): T {
  return value;
}

/** Tells a value from a failure: a plain object with a code. */
function answer<N, T>(given: N | NativeFailure, wrap: (value: N) => T): Answer<T> {
  if (isFailure(given)) return { failed: failure(given) };
  return { done: wrap(given) };
}

function isFailure(given: unknown): given is NativeFailure {
  return typeof given === "object" && given !== null && "code" in given;
}

function failure({ code, message }: NativeFailure): Failure {
  // A test of the addon compares its codes with the schema's.
  return { code: code as ErrorCode, message };
}
