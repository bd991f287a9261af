// Owns where a pack's tokens went: sections, the files in them, what is beside them. It owns no picture.

import type { PackJson } from "@graphicle/wasm/worker";

/** A file's tokens in a section. */
export interface FileShare {
  readonly path: string;
  readonly tokens: number;
  /** The chunk that comes first, counted over all sections. */
  readonly chunk: number;
}

/** A section's tokens. */
export interface SectionShare {
  readonly name: string;
  readonly tokens: number;
  /** By tokens, most first. */
  readonly files: readonly FileShare[];
  /** What is no file's: headings, lists. */
  readonly own: number;
  readonly chunk: number;
}

/** Returns the sections' tokens in the pack's order. */
export function sharesOf(pack: PackJson): SectionShare[] {
  let chunk = 0;
  return pack.sections.map((section) => {
    const first = chunk;
    const files = new Map<string, FileShare>();
    let own = 0;
    for (const { path, tokens } of section.chunks) {
      if (path === null) own += tokens;
      else files.set(path, { path, tokens: (files.get(path)?.tokens ?? 0) + tokens, chunk: files.get(path)?.chunk ?? chunk });
      chunk += 1;
    }
    const byTokens = [...files.values()].sort((a, b) => b.tokens - a.tokens || (a.path < b.path ? -1 : 1));
    return { name: section.name, tokens: section.tokens, files: byTokens, own, chunk: first };
  });
}
