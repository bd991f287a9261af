// Owns how the engine's module counts with the tokenizer's: an object that crosses between them. It owns no count.

/** What the engine counts with. */
export interface Counter {
  readonly name: string;
  count(text: string): number;
}

/** The method of a tokenizer that gives its counter. Registered, so that two copies of the package understand each other. */
export const COUNTER: unique symbol = Symbol.for("graphicle.counter");

/** Something that can be counted with: a `Tokenizer` of `@graphicle/wasm/tokenizer`. */
export interface Counts {
  [COUNTER](): Counter;
}

/** Returns whether a value can be counted with. */
export function counts(value: unknown): value is Counts {
  return typeof value === "object" && value !== null && COUNTER in value;
}
