// Owns turning what a caller passes into what crosses to the engine: requests as JSON, bytes, paths. It owns no option's
// meaning: the engine reads the request.

import { fileURLToPath } from "node:url";
import { isAnyArrayBuffer, isArrayBufferView } from "node:util/types";

import { GraphicleError } from "./error.cjs";

/** Returns a request as JSON. What JSON cannot say is refused here, for it would be dropped or become null in silence. */
export function request(fields: object): string {
  try {
    return JSON.stringify(fields, (key: string, value: unknown) => {
      const kind = typeof value;
      if (kind === "number" && !Number.isFinite(value)) {
        throw new GraphicleError("BAD_OPTION", `${key} is ${String(value)}; give a finite number`);
      }
      if (kind === "function" || kind === "symbol" || kind === "bigint") {
        throw new GraphicleError("BAD_OPTION", `${key} is a ${kind}; give a text, a number or a list`);
      }
      return value;
    });
  } catch (error) {
    if (error instanceof GraphicleError) throw error;
    // A list or an object that holds itself.
    const sentence = error instanceof Error ? error.message : String(error);
    throw new GraphicleError("BAD_REQUEST", `the options are no plain object (${sentence})`, { cause: error });
  }
}

/** Returns the options as an object; anything else is refused. */
export function optionsObject<T extends object>(options: T | undefined): T | Record<string, never> {
  if (options === undefined) return {};
  if (typeof options !== "object" || (options as unknown) === null || Array.isArray(options)) {
    throw new GraphicleError("BAD_REQUEST", "options are an object, such as { budget: 32000 }");
  }
  return options;
}

/** Returns a text; anything else is refused. */
export function text(value: string, what: string): string {
  if (typeof value !== "string") throw new GraphicleError("BAD_OPTION", `${what} is a text`);
  return value;
}

/** Returns the bytes of a buffer or a view of one. */
export function bytes(value: Uint8Array | ArrayBufferLike): Uint8Array {
  if (isArrayBufferView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isAnyArrayBuffer(value)) return new Uint8Array(value);
  throw new GraphicleError("BAD_OPTION", "bytes are a Uint8Array or an ArrayBuffer; read a file with openFile");
}

/** Returns the path that a text or a file URL names. */
export function path(value: string | URL): string {
  if (value instanceof URL) {
    try {
      return fileURLToPath(value);
    } catch (error) {
      throw new GraphicleError("BAD_OPTION", `${value.href} names no file; give a path or a file: URL`, { cause: error });
    }
  }
  return text(value, "a path");
}
