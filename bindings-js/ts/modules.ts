// Owns the package's modules, compiled once, and their instances. It owns no file and no class of theirs.

import { GraphicleError } from "./error.js";
import { engineGlue, type EngineGlue } from "./generated/engine.js";
import { tokenizerGlue, type TokenizerGlue } from "./generated/tokenizer-glue.js";
import type { ModuleSource } from "./module-source.js";
import { platform, type ModuleFile } from "./platform.js";

const modules = new Map<ModuleFile, WebAssembly.Module>();
const coming = new Map<ModuleFile, Promise<WebAssembly.Module>>();

/** Compiles a module, where that was not done. */
export async function load(file: ModuleFile, source?: ModuleSource): Promise<void> {
  if (modules.has(file)) return;
  try {
    const compiling = coming.get(file) ?? platform().compile(file, source);
    coming.set(file, compiling);
    modules.set(file, await compiling);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new GraphicleError("NOT_READY", `${file} could not be loaded (${sentence}); serve it beside the page, or give it to init`, {
      cause: error,
    });
  } finally {
    coming.delete(file);
  }
}

function compiled(file: ModuleFile, first: string): WebAssembly.Module {
  const module = modules.get(file) ?? platform().compileNow(file);
  if (module === undefined) throw new GraphicleError("NOT_READY", `${file} is not loaded; call ${first} and wait for it first`);
  modules.set(file, module);
  return module;
}

/**
 * Returns a new instance of the engine. What a panic leaves behind, and a memory that has grown, are an instance's own: so
 * each snapshot has one, and dropping it gives everything back.
 */
export function engine(): EngineGlue {
  const glue = engineGlue();
  glue.initSync({ module: compiled("graphicle.wasm", "init()") });
  return glue;
}

/** Returns a new instance of the tokenizers. */
export function tokenizers(): TokenizerGlue {
  const glue = tokenizerGlue();
  glue.initSync({ module: compiled("tokenizer.wasm", "init() of @graphicle/wasm/tokenizer") });
  return glue;
}
