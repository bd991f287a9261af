// Owns what the entry of tokenizers exports; owns nothing of it.

import { load } from "./modules.js";
import type { ModuleSource } from "./module-source.js";

export { GraphicleError } from "./error.js";
export { Tokenizer } from "./tokenizer.js";

/** As `init` of the main entry, for the module of tokenizers. */
export async function init(source?: ModuleSource): Promise<void> {
  await load("tokenizer.wasm", source);
}
