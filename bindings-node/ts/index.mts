// Owns the package's entry for ES modules: the same classes as for CommonJS, so that both in one process agree.

export {
  backend,
  GraphicleError,
  Pack,
  Snapshot,
  Tokenizer,
  type AsyncOptions,
  type ErrorCode,
  type PackJson,
  type PackOptions,
  type RankedFile,
  type RankedPassage,
  type Ranking,
  type RankOptions,
  type SnapshotInfo,
} from "./index.cjs";
