// Owns turning what the modules throw into errors of the package; owns no sentence of the engine's.

import { GraphicleError } from "./error.js";
import type { ErrorCode } from "./generated/errors.js";

/** What the engine's module throws when it refuses. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  free(): void;
}

/** Returns what `ask` returns. `refused` tells the module's own refusals; anything else that it throws has ended its instance. */
export function guarded<T>(ask: () => T, refused: (thrown: unknown) => GraphicleError | undefined): T {
  try {
    return ask();
  } catch (thrown) {
    if (thrown instanceof GraphicleError) throw thrown;
    const own = refused(thrown);
    if (own !== undefined) throw own;
    const what = thrown instanceof Error ? thrown.message : String(thrown);
    const sentence = `graphicle stopped at a fault of its own, or had no memory left (${what}); open the file again, and please report it with what was asked`;
    throw new GraphicleError("INTERNAL", sentence, { cause: thrown });
  }
}

/** Returns the error of a refusal of the engine's module, which is freed. */
export function refusal(failure: Failure | undefined): GraphicleError | undefined {
  if (failure === undefined) return undefined;
  const { code, message } = failure;
  failure.free();
  return new GraphicleError(code as ErrorCode, message);
}
