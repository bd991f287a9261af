// Owns a pack as rows to show: which line belongs to which chunk, which lines are code. It owns no drawing and no colour.

import type { PackJson } from "@graphicle/wasm/worker";

/** A chunk of the pack, and the rows that it has. */
export interface ChunkRows {
  readonly path: string | null;
  readonly section: string;
  /** Its first row. */
  readonly start: number;
  /** Its lines. */
  readonly lines: readonly string[];
  /** Which of its lines are a file's: the first, and the one behind the last. */
  readonly code: readonly [number, number];
}

/** All chunks, and the rows in all. */
export interface Rows {
  readonly chunks: readonly ChunkRows[];
  readonly count: number;
}

/** Returns a pack's rows. The chunks' texts joined are the pack's text, so no line is left out or stands there twice. */
export function rowsOf(pack: PackJson): Rows {
  const chunks: ChunkRows[] = [];
  let start = 0;
  for (const section of pack.sections) {
    for (const { path, text } of section.chunks) {
      const lines = text.split("\n");
      // The last line's end is the chunk's.
      if (lines.at(-1) === "") lines.pop();
      chunks.push({ path, section: section.name, start, lines, code: path === null ? [0, 0] : codeOf(lines) });
      start += lines.length;
    }
  }
  return { chunks, count: start };
}

/** Finds the file's lines in a chunk: between its fences, or in its element. */
function codeOf(lines: readonly string[]): [number, number] {
  const fence = lines.findIndex((line) => line.startsWith("```"));
  const element = lines.findIndex((line) => line.startsWith("<file "));
  if (element >= 0 && (fence < 0 || element < fence)) {
    const start = element + (lines[element + 1]?.startsWith("<![CDATA[") === true ? 2 : 1);
    const end = lines.lastIndexOf("</file>");
    return [start, Math.max(start, lines[end - 1] === "]]>" ? end - 1 : end)];
  }
  if (fence < 0) return [0, 0];
  const marks = /^`+/u.exec(lines[fence] ?? "")?.[0] ?? "```";
  return [fence + 1, Math.max(fence + 1, lines.lastIndexOf(marks))];
}

/** Returns the chunk that a row is in. */
export function chunkAt(rows: Rows, row: number): number {
  let low = 0;
  let high = rows.chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows.chunks[middle]?.start ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Splits a line that starts with its number from that number. */
export function numbered(line: string): { number: string; text: string } {
  const found = /^(\d+)\t/u.exec(line);
  return found === null ? { number: "", text: line } : { number: found[1] ?? "", text: line.slice(found[0].length) };
}
