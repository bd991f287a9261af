// Owns a pack as the package hands it out; owns nothing of how it is made.

import type { PackJson } from "./generated/pack-json.js";

/** What a pack is made of. */
export interface PackParts {
  readonly text: string;
  readonly json: string;
  readonly tokens: number;
}

/** One block of text that fits the budget, and everything that is known of it. It outlives its snapshot. */
export class Pack implements PackParts {
  /** The text, byte for byte what the command line prints; with the format `json`, the Markdown that its chunks carry. */
  readonly text: string;
  /** How many tokens the text has. */
  readonly tokens: number;
  /** The JSON object, byte for byte the command line's without `seconds`. */
  readonly json: string;

  private constructor(parts: PackParts) {
    this.text = parts.text;
    this.tokens = parts.tokens;
    this.json = parts.json;
  }

  /** @internal */
  static of(parts: PackParts): Pack {
    return new Pack(parts);
  }

  /** Returns the object that {@link json} holds; `JSON.stringify` takes it. */
  toJSON(): PackJson {
    return JSON.parse(this.json) as PackJson;
  }

  /** Returns the text. */
  toString(): string {
    return this.text;
  }
}
