// Owns handing a file to the engine in the parts that it asks for; owns no form of the file.

import type { EngineGlue } from "./generated/engine.js";

type Unpacking = InstanceType<EngineGlue["Unpacking"]>;
type Opened = ReturnType<Unpacking["finish"]>;

/** A file on its way into the engine. */
export class Feeder {
  readonly #unpacking: Unpacking;
  /** Bytes that were given and do not make a wanted part yet. */
  #rest = new Uint8Array(0);

  constructor(engine: EngineGlue, length: number) {
    this.#unpacking = new engine.Unpacking(BigInt(length));
  }

  /** Takes the next bytes of the file. */
  push(part: Uint8Array): void {
    let at = 0;
    for (let wants = this.#unpacking.wants(); wants > 0; wants = this.#unpacking.wants()) {
      const missing = wants - this.#rest.length;
      if (part.length - at < missing) break;
      const bytes = part.subarray(at, at + missing);
      this.#unpacking.push(this.#rest.length === 0 ? bytes : joined(this.#rest, bytes));
      this.#rest = new Uint8Array(0);
      at += missing;
    }
    this.#rest = joined(this.#rest, part.subarray(at));
  }

  /** Returns the snapshot; whatever is too short or too long is refused by the engine. */
  finish(): Opened {
    if (this.#rest.length > 0 || this.#unpacking.wants() > 0) this.#unpacking.push(this.#rest);
    return this.#unpacking.finish();
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
