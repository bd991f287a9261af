// Owns the tokenizer as users hold it; owns no vocabulary.

/// <reference lib="esnext.disposable" preserve="true" />

import { bytes } from "./bytes.js";
import { COUNTER, type Counter } from "./counter.js";
import { GraphicleError } from "./error.js";
import type { TokenizerGlue } from "./generated/tokenizer-glue.js";
import { guarded } from "./guarded.js";
import { tokenizers } from "./modules.js";
import { text } from "./request.js";

type Loaded = InstanceType<TokenizerGlue["WasmTokenizer"]>;

/** Counts tokens exactly, with the vocabulary of a Hugging Face `tokenizer.json`. */
export class Tokenizer {
  /** What a pack calls it: by the file's content, so that the same file gives the same pack everywhere. */
  readonly label: string;
  readonly #name: string;
  #loaded: Loaded | undefined;

  private constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#name = loaded.name();
    this.label = `${this.#name} (exact)`;
  }

  /** Loads the content of a `tokenizer.json`, which takes from milliseconds to seconds. */
  static fromJSON(json: Uint8Array | ArrayBufferLike | string): Tokenizer {
    const content = typeof json === "string" ? new TextEncoder().encode(json) : bytes(json);
    const glue = tokenizers();
    return guarded(() => new Tokenizer(new glue.WasmTokenizer(content)), badTokenizer);
  }

  /** Returns how many tokens a text has; the names of special tokens count as the text that they are. */
  count(counted: string): number {
    return this[COUNTER]().count(text(counted, "what is counted"));
  }

  /** Gives up the vocabulary. Closing twice is fine. */
  close(): void {
    this.#loaded = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** What the engine counts with. */
  [COUNTER](): Counter {
    const loaded = this.#loaded;
    if (loaded === undefined) {
      throw new GraphicleError("CLOSED", "the tokenizer was closed; open it again before you use it");
    }
    return { name: this.#name, count: (counted) => guarded(() => loaded.count(counted), () => undefined) };
  }
}

/** The module throws a sentence for bytes that it cannot count with. */
function badTokenizer(thrown: unknown): GraphicleError | undefined {
  if (typeof thrown !== "string") return undefined;
  return new GraphicleError("BAD_TOKENIZER", `cannot count with these bytes: ${thrown}; give the tokenizer.json of a Hugging Face model`);
}
