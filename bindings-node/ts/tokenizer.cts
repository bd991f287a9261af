// Owns the tokenizer as users hold it; owns no vocabulary.

/// <reference lib="esnext.disposable" preserve="true" />

import { abortable, type AsyncOptions } from "./generated/signal.cjs";
import { asked, askedAsync } from "./answer.cjs";
import { bytes } from "./arguments.cjs";
import type { BackendTokenizer } from "./backend.cjs";
import { GraphicleError } from "./generated/error.cjs";
import { text } from "./generated/request.cjs";
import { backend } from "./load.cjs";

/** Counts tokens exactly, with the vocabulary of a Hugging Face `tokenizer.json`. */
export class Tokenizer {
  /** What a pack calls it: by the file's content, so that the same file gives the same pack everywhere. */
  readonly label: string;
  #counter: BackendTokenizer | undefined;

  private constructor(counter: BackendTokenizer) {
    this.#counter = counter;
    this.label = asked(() => counter.label());
  }

  /** Loads the content of a `tokenizer.json`, which takes from milliseconds to seconds. */
  static fromJSON(json: Uint8Array | ArrayBufferLike | string): Tokenizer {
    return new Tokenizer(asked(() => backend().tokenizer(content(json))));
  }

  /** As {@link fromJSON}, off the main thread. */
  static async fromJSONAsync(
    json: Uint8Array | ArrayBufferLike | string,
    options: AsyncOptions = {},
  ): Promise<Tokenizer> {
    const { signal } = options;
    const loaded = askedAsync(() => abortable(signal, () => backend().tokenizerAsync(content(json), signal)));
    return new Tokenizer(await loaded);
  }

  /** Returns how many tokens a text has; the names of special tokens count as the text that they are. */
  count(counted: string): number {
    return asked(() => this.counter().count(text(counted, "what is counted")));
  }

  /** Gives up the vocabulary. Packs that are being counted with it are finished. Closing twice is fine. */
  close(): void {
    this.#counter?.close();
    this.#counter = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal */
  counter(): BackendTokenizer {
    if (this.#counter === undefined) {
      throw new GraphicleError("CLOSED", "the tokenizer was closed; open it again before you use it");
    }
    return this.#counter;
  }
}

function content(json: Uint8Array | ArrayBufferLike | string): Uint8Array {
  return typeof json === "string" ? new TextEncoder().encode(json) : bytes(json);
}
