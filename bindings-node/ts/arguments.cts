// Owns turning what a caller passes into bytes and paths. It owns no request: those are made as in the WASM package.

import { fileURLToPath } from "node:url";
import { isAnyArrayBuffer, isArrayBufferView } from "node:util/types";

import { GraphicleError } from "./generated/error.cjs";
import { text } from "./generated/request.cjs";

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
