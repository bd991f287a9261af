// Owns what stands between the package's classes and what does the work: the addon, or the WASM package. It owns neither.

import type { ErrorCode } from "./generated/errors.cjs";

/** A failure as a value. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly cause?: unknown;
}

/** What an answer is: done or failed. */
export type Answer<T> = { readonly done: T } | { readonly failed: Failure };

/** A pack's parts. */
export interface PackParts {
  readonly text: string;
  readonly json: string;
  readonly tokens: number;
}

/** An opened snapshot. Requests and answers are JSON. */
export interface BackendSnapshot {
  info(): Answer<string>;
  rank(request: string): Answer<string>;
  rankAsync(request: string, signal?: AbortSignal): Promise<Answer<string>>;
  pack(request: string, tokenizer?: BackendTokenizer): Answer<PackParts>;
  packAsync(request: string, tokenizer?: BackendTokenizer, signal?: AbortSignal): Promise<Answer<PackParts>>;
  close(): void;
}

/** A loaded tokenizer. */
export interface BackendTokenizer {
  label(): Answer<string>;
  count(text: string): Answer<number>;
  close(): void;
}

/** What does the work. */
export interface Backend {
  /** "native" is the addon; "wasm" is the WASM package, whose asynchronous methods work on the caller's thread. */
  readonly name: "native" | "wasm";
  open(bytes: Uint8Array): Answer<BackendSnapshot>;
  openAsync(bytes: Uint8Array, signal?: AbortSignal): Promise<Answer<BackendSnapshot>>;
  openFile(path: string): Answer<BackendSnapshot>;
  openFileAsync(path: string, signal?: AbortSignal): Promise<Answer<BackendSnapshot>>;
  openProject(selector: string): Answer<BackendSnapshot>;
  openProjectAsync(selector: string, signal?: AbortSignal): Promise<Answer<BackendSnapshot>>;
  tokenizer(json: Uint8Array): Answer<BackendTokenizer>;
  tokenizerAsync(json: Uint8Array, signal?: AbortSignal): Promise<Answer<BackendTokenizer>>;
}
