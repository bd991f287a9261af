// Owns taking a value out of an answer, or throwing its failure; owns no failure.

import type { Answer } from "./backend.cjs";
import { GraphicleError } from "./generated/error.cjs";

/** Returns the value, or throws the failure. */
export function unwrap<T>(answer: Answer<T>): T {
  if ("done" in answer) return answer.done;
  const { code, message, cause } = answer.failed;
  throw new GraphicleError(code, message, cause === undefined ? undefined : { cause });
}

/** Returns what `ask` returns; whatever it throws becomes an error of the package. */
export function asked<T>(ask: () => Answer<T>): T {
  try {
    return unwrap(ask());
  } catch (error) {
    throw GraphicleError.from(error);
  }
}

/** As {@link asked}, for a promise. What is wrong with the arguments rejects it too. */
export async function askedAsync<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  try {
    return unwrap(await ask());
  } catch (error) {
    throw GraphicleError.from(error);
  }
}
