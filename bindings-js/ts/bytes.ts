// Owns reading what a caller gives as bytes: buffers, views, files of a page, responses. It owns no form of a file.

import { GraphicleError } from "./error.js";
import { aborted, abortable } from "./signal.js";

/** Returns the bytes of a buffer or a view of one. */
export function bytes(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isBuffer(value)) return new Uint8Array(value);
  throw new GraphicleError("BAD_OPTION", "bytes are a Uint8Array or an ArrayBuffer");
}

function isBuffer(value: unknown): value is ArrayBufferLike {
  // By name, for a buffer of another realm is one too.
  const name = Object.prototype.toString.call(value);
  return name === "[object ArrayBuffer]" || name === "[object SharedArrayBuffer]";
}

/** How much is read at once, bytes: large enough that the turns between cost nothing, small beside any snapshot. */
const PART = 4 << 20;

/** Returns the parts of a blob. */
export async function* partsOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PART) yield new Uint8Array(await blob.slice(at, at + PART).arrayBuffer());
}

/** Returns the blob of what a caller gives, which is read from the network where it is a response. */
export async function blobOf(
  source: unknown,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number, total: number | undefined) => void,
): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (!(source instanceof Response)) return new Blob([bytes(source) as Uint8Array<ArrayBuffer>]);
  if (!source.ok || source.body === null) {
    throw new GraphicleError("NOT_FOUND", `${source.url} answered ${String(source.status)}; check the address`);
  }
  // The length is of what is sent, which may be packed: then nobody knows the total.
  const isPlain = source.headers.get("content-encoding") === null;
  const total = isPlain ? Number(source.headers.get("content-length")) || undefined : undefined;
  const parts: BlobPart[] = [];
  let read = 0;
  const reader = source.body.getReader();
  try {
    for (;;) {
      const { value } = await abortable(signal, () => reader.read());
      if (value === undefined) break;
      parts.push(value);
      read += value.byteLength;
      onBytes(read, total);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (signal?.aborted === true) throw aborted(signal);
    throw new GraphicleError("UNREADABLE", `${source.url} could not be read to its end; try again`, { cause: error });
  }
  return new Blob(parts);
}
