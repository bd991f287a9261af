// Owns when a promise is rejected because of the caller's signal; owns no work.

import { GraphicleError } from "./error.cjs";

/** What asynchronous methods take besides. */
export interface AsyncOptions {
  /** Rejects the promise with the code "ABORTED" once it is aborted, before the work or during it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the promise of the work that `start` begins, rejected at once when the signal is aborted. Work that waits for a
 * thread is then never begun; work on its way ends by itself, and nobody sees its result.
 */
export function abortable<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  if (signal === undefined) return start();
  if (signal.aborted) return Promise.reject(aborted(signal));
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      reject(aborted(signal));
    };
    signal.addEventListener("abort", abort, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener("abort", abort);
      });
  });
}

function aborted(signal: AbortSignal): GraphicleError {
  return new GraphicleError("ABORTED", "the caller's signal aborted it", { cause: signal.reason });
}
