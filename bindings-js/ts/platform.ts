// Owns what differs between a page and Node: where the modules' files are read, how a thread is started. It owns no
// reading: each entry of the package installs its own.

import type { ModuleSource } from "./module-source.js";

/** A module of the package. */
export type ModuleFile = "graphicle.wasm" | "tokenizer.wasm";

/** A thread that takes messages and answers them. */
export interface Thread {
  post(message: unknown): void;
  onMessage(act: (message: unknown) => void): void;
  /** Called once, when the thread ends by itself. */
  onEnd(act: (error: unknown) => void): void;
  end(): void;
}

/** What an entry of the package can do. */
export interface Platform {
  /** Compiles a module from what was given, or from the file beside the package. */
  compile(file: ModuleFile, source?: ModuleSource): Promise<WebAssembly.Module>;
  /** Compiles the file beside the package at once; `undefined` where a page cannot. */
  compileNow(file: ModuleFile): WebAssembly.Module | undefined;
  /** Starts the thread of `@graphicle/wasm/worker`. */
  startThread(): Thread;
}

let installed: Platform | undefined;

/** Makes this the platform. */
export function install(platform: Platform): void {
  installed = platform;
}

/** Returns the platform that the entry installed. */
export function platform(): Platform {
  if (installed === undefined) throw new Error("a module of @graphicle/wasm was loaded without its entry");
  return installed;
}

/** Compiles a module from what it was given as; `fetched` reads an address. */
export async function compiled(
  source: ModuleSource | PromiseLike<Response>,
  fetched: (address: string | URL | Request) => Promise<Response>,
): Promise<WebAssembly.Module> {
  const given: unknown = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given === "string" || given instanceof URL || given instanceof Request) {
    return compiled(await fetched(given), fetched);
  }
  if (!(given instanceof Response)) return WebAssembly.compile(given as BufferSource);
  if (!given.ok) throw new Error(`${given.url} answered ${String(given.status)}`);
  // Some servers do not know the type, which compiling from a stream asks for.
  if (given.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(given);
  return WebAssembly.compile(await given.arrayBuffer());
}
