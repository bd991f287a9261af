// Owns the thread's side of `@graphicle/wasm/worker`: it holds one snapshot and one tokenizer, and answers messages one
// after another. It owns no thread: each platform has its own way to be one.

import { GraphicleError } from "./error.js";
import { load } from "./modules.js";
import type { FromThread, ToThread, Work, Works } from "./messages.js";
import { Snapshot } from "./snapshot.js";
import { Tokenizer } from "./tokenizer.js";

let snapshot: Snapshot | undefined;
let tokenizer: Tokenizer | undefined;

/** What is being opened; only that can be stopped, for the rest is done in one go. */
const running = new Map<number, AbortController>();

/** Answers a message through `post`. */
export async function answer(message: ToThread, post: (answer: FromThread) => void): Promise<void> {
  const { id } = message;
  if (message.work === "stop") {
    running.get(id)?.abort();
    return;
  }
  try {
    post({ id, done: await worked(message, post) });
  } catch (error) {
    const { code, message: sentence } = GraphicleError.from(error);
    post({ id, failed: { code, message: sentence } });
  } finally {
    running.delete(id);
  }
}

async function worked(message: Exclude<ToThread, { work: "stop" }>, post: (answer: FromThread) => void): Promise<Works[Work]["gives"]> {
  const { id } = message;
  switch (message.work) {
    case "open": {
      const own = new AbortController();
      running.set(id, own);
      const { file } = message.asks;
      const source = typeof file === "string" ? await fetched(file, own.signal) : file;
      // The former one goes first: two large ones may be more than there is room for.
      snapshot?.close();
      snapshot = undefined;
      snapshot = await Snapshot.openAsync(source, {
        signal: own.signal,
        onProgress: (progress) => {
          post({ id, progress });
        },
      });
      return snapshot.info();
    }
    case "tokenizer": {
      await load("tokenizer.wasm");
      const json = new Uint8Array(await message.asks.json.arrayBuffer());
      const loaded = Tokenizer.fromJSON(json);
      tokenizer?.close();
      tokenizer = loaded;
      return { label: loaded.label };
    }
    case "forget":
      tokenizer?.close();
      tokenizer = undefined;
      return null;
    case "rank":
      return opened().rank(message.asks.question, { limit: message.asks.limit });
    case "pack": {
      const { options, exact } = message.asks;
      if (exact && tokenizer === undefined) throw new GraphicleError("NOT_READY", "no tokenizer is loaded; load one first");
      const { text, json, tokens } = opened().pack(exact ? { ...options, tokenizer } : options);
      return { text, json, tokens };
    }
  }
}

function opened(): Snapshot {
  if (snapshot === undefined) throw new GraphicleError("NOT_READY", "no snapshot is open; open one first");
  return snapshot;
}

async function fetched(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { signal });
  } catch (error) {
    if (signal.aborted) throw new GraphicleError("ABORTED", "the caller's signal aborted it", { cause: error });
    throw new GraphicleError("UNREADABLE", `${address} cannot be read; check the address and the connection`, { cause: error });
  }
}
