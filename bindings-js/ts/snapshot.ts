// Owns the snapshot as users hold it: opening, asking, closing. It owns no answer.

/// <reference lib="esnext.disposable" preserve="true" />

import { blobOf, bytes, partsOf } from "./bytes.js";
import { counts, type Counter, type Counts, COUNTER } from "./counter.js";
import { GraphicleError } from "./error.js";
import type { EngineGlue } from "./generated/engine.js";
import type { SnapshotInfo } from "./generated/info.js";
import type { PackRequest } from "./generated/options.js";
import type { Ranking } from "./generated/ranking.js";
import { guarded, refusal } from "./guarded.js";
import { engine, load } from "./modules.js";
import { Pack } from "./pack.js";
import { optionsObject, request } from "./request.js";
import { aborted, type AsyncOptions } from "./signal.js";
import { Feeder } from "./unpacking.js";

/** What a ranking is asked for with. */
export interface RankOptions {
  /** How many files are told of; 50 where there is none. */
  readonly limit?: number | null | undefined;
}

/** What is asked of a pack: every option of the command line. */
export interface PackOptions extends PackRequest {
  /** Counts tokens exactly, instead of the estimate: a `Tokenizer` of `@graphicle/wasm/tokenizer`. */
  readonly tokenizer?: Counts | null | undefined;
}

/** How far opening has come. */
export interface Progress {
  /** What is being done: reading comes first, for addresses alone. */
  readonly step: "reading" | "opening";
  /** Bytes that are done. */
  readonly bytes: number;
  /** Bytes in all, where that is known. */
  readonly total: number | undefined;
}

/** What opening takes besides. */
export interface OpenOptions extends AsyncOptions {
  /** Is called now and then. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

type Opened = ReturnType<Feeder["finish"]>;

/** An engine with the one snapshot that lies in its memory. */
interface Held {
  readonly glue: EngineGlue;
  readonly opened: Opened;
}

/** A project's snapshot, which answers questions. */
export class Snapshot {
  #held: Held | undefined;
  #fault: GraphicleError | undefined;

  private constructor(held: Held) {
    this.#held = held;
  }

  /** Opens the bytes of an exported file, or of a snapshot. They are not kept. */
  static open(file: Uint8Array | ArrayBufferLike): Snapshot {
    const all = bytes(file);
    const glue = engine();
    const opened = within(glue, () => {
      const feeder = new Feeder(glue, all.length);
      feeder.push(all);
      return feeder.finish();
    });
    return new Snapshot({ glue, opened });
  }

  /** As {@link open}, in steps between which the thread is free; reads files of a page and responses too. */
  static async openAsync(file: Uint8Array | ArrayBufferLike | Blob | Response, options: OpenOptions = {}): Promise<Snapshot> {
    const { signal, onProgress } = options;
    const stop = (): void => {
      if (signal?.aborted === true) throw aborted(signal);
    };
    stop();
    await load("graphicle.wasm");
    const blob = await blobOf(file, signal, (read, total) => onProgress?.({ step: "reading", bytes: read, total }));
    const parts = partsOf(blob);
    const glue = engine();
    const feeder = within(glue, () => new Feeder(glue, blob.size));
    let done = 0;
    for await (const part of read(parts)) {
      stop();
      within(glue, () => {
        feeder.push(part);
      });
      done += part.length;
      onProgress?.({ step: "opening", bytes: done, total: blob.size });
    }
    stop();
    return new Snapshot({ glue, opened: within(glue, () => feeder.finish()) });
  }

  /** Returns what is known of the snapshot. */
  info(): SnapshotInfo {
    return JSON.parse(this.#ask((opened) => opened.info())) as SnapshotInfo;
  }

  /** Ranks the project's files for a question. */
  rank(question: string, options?: RankOptions): Ranking {
    const asked = request({ ...optionsObject(options), question });
    return JSON.parse(this.#ask((opened) => opened.rank(asked))) as Ranking;
  }

  /** Builds a pack; without a question, an overview of the repository. */
  pack(options?: PackOptions): Pack {
    const { tokenizer, ...fields } = optionsObject(options);
    const counter = counterOf(tokenizer);
    const asked = request(fields);
    return this.#ask((opened) => {
      const made = opened.pack(asked, counter);
      const pack = Pack.of({ text: made.text, json: made.json, tokens: made.tokens });
      made.free();
      return pack;
    });
  }

  /**
   * Gives up the snapshot's memory. Anything that is asked of it afterwards fails with the code "CLOSED"; closing twice is
   * fine. A snapshot that nobody closes is freed when JavaScript's collector finds it.
   */
  close(): void {
    this.#held = undefined;
    this.#fault = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #ask<T>(ask: (opened: Opened) => T): T {
    const held = this.#held;
    if (this.#fault !== undefined) throw this.#fault;
    if (held === undefined) throw new GraphicleError("CLOSED", "the snapshot was closed; open it again before you use it");
    try {
      return within(held.glue, () => ask(held.opened));
    } catch (error) {
      if (error instanceof GraphicleError && error.code === "INTERNAL") {
        this.#held = undefined;
        this.#fault = error;
      }
      throw error;
    }
  }
}

/** Returns what `ask` returns; what the engine throws becomes an error of the package. */
function within<T>(glue: EngineGlue, ask: () => T): T {
  return guarded(ask, (thrown) => refusal(thrown instanceof glue.Failure ? thrown : undefined));
}

/** Goes through the parts of a file; one that cannot be read any more is the caller's trouble, not the engine's. */
async function* read(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    throw error instanceof GraphicleError
      ? error
      : new GraphicleError("UNREADABLE", "the file could not be read to its end; choose it again", { cause: error });
  }
}

function counterOf(tokenizer: Counts | null | undefined): Counter | undefined {
  if (tokenizer === undefined || tokenizer === null) return undefined;
  if (!counts(tokenizer)) {
    throw new GraphicleError("BAD_OPTION", "tokenizer is a Tokenizer of @graphicle/wasm/tokenizer; make one with Tokenizer.fromJSON");
  }
  return tokenizer[COUNTER]();
}
