// Owns when a promise is rejected because of the caller's signal; owns no work.

import { GraphicleError } from "./error.js";

/** What asynchronous methods take besides. */
export interface AsyncOptions {
  /** Rejects the promise with the code "ABORTED" once it is aborted, before the work or during it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the promise of the work that `start` begins, rejected at once when the signal is aborted. Work that waits is
 * then never begun; work on its way ends by itself, and nobody sees its result.
 */
export function abortable<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  if (signal === undefined) return start();
  if (signal.aborted) return Promise.reject(aborted(signal));
  return new Promise<T>((resolve, reject) => {
    const forget = onAbort(signal, () => {
      reject(aborted(signal));
    });
    start().then(resolve, reject).finally(forget);
  });
}

/** What waits for a signal. One listener serves all that do, for Node warns of more than ten. */
interface Waiting {
  readonly acts: Set<() => void>;
  readonly listener: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/** Calls `act` when the signal is aborted; returns what takes that back. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const own = waiting.get(signal) ?? listen(signal);
  own.acts.add(act);
  return () => {
    own.acts.delete(act);
    if (own.acts.size > 0) return;
    signal.removeEventListener("abort", own.listener);
    waiting.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const acts = new Set<() => void>();
  const listener = (): void => {
    for (const act of acts) act();
  };
  signal.addEventListener("abort", listener, { once: true });
  const own = { acts, listener };
  waiting.set(signal, own);
  return own;
}

/** Returns the error of what the caller's signal ended. */
export function aborted(signal: AbortSignal): GraphicleError {
  return new GraphicleError("ABORTED", "the caller's signal aborted it", { cause: signal.reason });
}
