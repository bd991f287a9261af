// Owns the one class of errors that the package throws; owns no code (docs/errors.schema.json lists them).

import type { ErrorCode } from "./generated/errors.js";

/** What every failure is thrown as, or rejects with. Its message is one sentence that says what to do. */
export class GraphicleError extends Error {
  /** What failed, as programs tell it apart. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GraphicleError";
    this.code = code;
  }

  /** Returns the error itself where it is one of the package's, and else a fault of graphicle's own with it as its cause. */
  static from(error: unknown): GraphicleError {
    if (error instanceof GraphicleError) return error;
    const sentence = error instanceof Error ? error.message : String(error);
    return new GraphicleError("INTERNAL", `graphicle stopped at a fault of its own (${sentence}); please report it`, {
      cause: error,
    });
  }
}
