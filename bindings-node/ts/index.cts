// Owns what the package exports; owns nothing of it.

import { backend as load } from "./load.cjs";

export type { AsyncOptions } from "./generated/signal.cjs";
export { GraphicleError } from "./generated/error.cjs";
export type { ErrorCode } from "./generated/errors.cjs";
export type { SnapshotInfo } from "./generated/info.cjs";
export type { PackJson } from "./generated/pack-json.cjs";
export type { Ranking, RankedFile, RankedPassage } from "./generated/ranking.cjs";
export { Pack } from "./generated/pack.cjs";
export { Snapshot, type PackOptions, type RankOptions } from "./snapshot.cjs";
export { Tokenizer } from "./tokenizer.cjs";

/**
 * Returns what does the work in this process: "native" is the addon; "wasm" is the WASM package, which stands in where no
 * binary fits the platform, and whose asynchronous methods work on the caller's thread.
 */
export function backend(): "native" | "wasm" {
  return load().name;
}
