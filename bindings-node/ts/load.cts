// Owns choosing what does the work, once, when it is first needed: the addon for this platform, else the WASM package. It
// owns neither.

import type { Backend } from "./backend.cjs";
import { GraphicleError } from "./generated/error.cjs";
import { nativeBackend, type Addon } from "./native.cjs";
import { wasmBackend } from "./wasm.cjs";

/** The environment variable that asks for "native" or "wasm" instead of the best that there is. */
const CHOICE = "GRAPHICLE_NODE_BACKEND";

let chosen: Backend | undefined;

/** Returns what does the work in this process. */
export function backend(): Backend {
  chosen ??= choose(process.env[CHOICE] ?? "");
  return chosen;
}

function choose(choice: string): Backend {
  switch (choice) {
    case "native":
      return addon();
    case "wasm":
      return wasmBackend();
    case "":
      break;
    default:
      throw new GraphicleError("BAD_OPTION", `${CHOICE} is "${choice}"; set it to native or wasm, or to nothing`);
  }
  let missing: unknown;
  try {
    return addon();
  } catch (error) {
    missing = error;
  }
  try {
    return wasmBackend();
  } catch (error) {
    const platform = `${process.platform} ${process.arch}`;
    throw new GraphicleError(
      "NOT_READY",
      `there is no binary of @graphicle/node for ${platform}, and @graphicle/wasm cannot be loaded instead; ` +
        "install with optional dependencies, or add @graphicle/wasm to yours",
      { cause: new AggregateError([missing, error]) },
    );
  }
}

function addon(): Backend {
  // Loaded when it is needed: it throws where this platform has no binary.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the file is made by the build, beside this one
  return nativeBackend(require("./addon.cjs") as Addon);
}
