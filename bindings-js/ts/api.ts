// Owns what the package's main entry exports; owns nothing of it.

import { load } from "./modules.js";
import type { ModuleSource } from "./module-source.js";

export type { Counts } from "./counter.js";
export { GraphicleError } from "./error.js";
export type { ErrorCode } from "./generated/errors.js";
export type { SnapshotInfo } from "./generated/info.js";
export type { PackRequest } from "./generated/options.js";
export type { PackJson } from "./generated/pack-json.js";
export type { RankedFile, RankedPassage, Ranking } from "./generated/ranking.js";
export { Pack } from "./pack.js";
export type { ModuleSource } from "./module-source.js";
export type { AsyncOptions } from "./signal.js";
export { Snapshot, type OpenOptions, type PackOptions, type Progress, type RankOptions } from "./snapshot.js";

/**
 * Loads the engine's module: from the file beside the package, or from what is given. A page waits for it before it opens
 * its first snapshot; in Node it is loaded by itself. Called again it does nothing.
 */
export async function init(source?: ModuleSource): Promise<void> {
  await load("graphicle.wasm", source);
}
