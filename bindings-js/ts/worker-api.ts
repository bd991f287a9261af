// Owns what the entry of threads exports; owns nothing of it.

export { GraphicleError } from "./error.js";
export type { SnapshotInfo } from "./generated/info.js";
export type { PackRequest } from "./generated/options.js";
export type { PackJson } from "./generated/pack-json.js";
export type { RankedFile, RankedPassage, Ranking } from "./generated/ranking.js";
export { Pack } from "./pack.js";
export type { AsyncOptions } from "./signal.js";
export type { OpenOptions, Progress, RankOptions } from "./snapshot.js";
export { WorkerEngine, type WorkerPackOptions } from "./worker.js";
