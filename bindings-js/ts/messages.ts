// Owns what a page and its thread say to each other; owns neither side.

import type { ErrorCode } from "./generated/errors.js";
import type { SnapshotInfo } from "./generated/info.js";
import type { PackRequest } from "./generated/options.js";
import type { Ranking } from "./generated/ranking.js";
import type { PackParts } from "./pack.js";
import type { Progress } from "./snapshot.js";

/** What can be asked of the thread, by its name: what goes there, and what comes back. */
export interface Works {
  open: { asks: { file: Blob | string }; gives: SnapshotInfo };
  tokenizer: { asks: { json: Blob }; gives: { label: string } };
  forget: { asks: null; gives: null };
  rank: { asks: { question: string; limit: number | undefined }; gives: Ranking };
  pack: { asks: { options: PackRequest; exact: boolean }; gives: PackParts };
}

/** A kind of work. */
export type Work = keyof Works;

/** What the page sends. */
export type ToThread = { [W in Work]: { id: number; work: W; asks: Works[W]["asks"] } }[Work] | { id: number; work: "stop" };

/** What the thread sends. */
export type FromThread =
  | { id: number; progress: Progress }
  | { id: number; done: Works[Work]["gives"] }
  | { id: number; failed: { code: ErrorCode; message: string } };
