// Owns turning options into a request as JSON. It owns no option's meaning: the engine reads the request.

import { GraphicleError } from "./error.js";

/** Returns a request as JSON. What JSON cannot say is refused here, for it would be dropped or become null in silence. */
export function request(fields: object): string {
  try {
    return JSON.stringify(fields, (key: string, value: unknown) => {
      const kind = typeof value;
      if (kind === "number" && !Number.isFinite(value)) {
        throw new GraphicleError("BAD_OPTION", `${key} is ${String(value)}; give a finite number`);
      }
      if (kind === "function" || kind === "symbol" || kind === "bigint") {
        throw new GraphicleError("BAD_OPTION", `${key} is a ${kind}; give a text, a number or a list`);
      }
      return value;
    });
  } catch (error) {
    if (error instanceof GraphicleError) throw error;
    // A list or an object that holds itself.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new GraphicleError("BAD_REQUEST", `the options are no plain object (${sentence ?? ""})`, { cause: error });
  }
}

/** Returns the options as an object; anything else is refused. */
export function optionsObject<T extends object>(options: T | undefined): T | Record<string, never> {
  if (options === undefined) return {};
  if (typeof options !== "object" || (options as unknown) === null || Array.isArray(options)) {
    throw new GraphicleError("BAD_REQUEST", "options are an object, such as { budget: 32000 }");
  }
  return options;
}

/** Returns a text; anything else is refused. */
export function text(value: string, what: string): string {
  if (typeof value !== "string") throw new GraphicleError("BAD_OPTION", `${what} is a text`);
  return value;
}
