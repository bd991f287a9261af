// Owns the backend over the WASM package, for platforms without a binary. It owns no engine; what has no place in a sandbox
// (files, projects) is done here by Node and by the graphicle program.

import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";

import type { Answer, Backend, BackendSnapshot, BackendTokenizer, Failure, PackParts } from "./backend.cjs";
import { GraphicleError } from "./generated/error.cjs";
import type { ErrorCode } from "./generated/errors.cjs";

/** What is used of `@graphicle/wasm`. */
interface WasmPackage {
  readonly Snapshot: { open(bytes: Uint8Array): WasmSnapshot };
}

interface WasmSnapshot {
  info(): object;
  rank(question: string | undefined, options: object): object;
  pack(options: object): PackParts;
  close(): void;
}

/** What is used of `@graphicle/wasm/tokenizer`. */
interface WasmTokenizerPackage {
  readonly Tokenizer: { fromJSON(json: Uint8Array): WasmTokenizer };
}

interface WasmTokenizer {
  readonly label: string;
  count(text: string): number;
  close(): void;
}

/** The program that finds projects. It is on this machine, for nothing else syncs a project. */
const PROGRAM = "GRAPHICLE_BIN";

/** Returns the backend over the WASM package; throws where that cannot be loaded. */
export function wasmBackend(): Backend {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an optional package, loaded where it is needed
  const { Snapshot } = require("@graphicle/wasm") as WasmPackage;
  const open = (bytes: Uint8Array): BackendSnapshot => snapshot(Snapshot.open(bytes));
  return {
    name: "wasm",
    open: (bytes) => answer(() => open(bytes)),
    openAsync: (bytes, signal) => later(signal, () => open(bytes)),
    openFile: (path) => answer(() => open(readSync(path))),
    openFileAsync: async (path, signal) => {
      const bytes = await read(path);
      return "failed" in bytes ? bytes : later(signal, () => open(bytes.done));
    },
    openProject: (name) => answer(() => open(exportSync(name))),
    openProjectAsync: async (name, signal) => {
      const bytes = await exported(name, signal);
      return "failed" in bytes ? bytes : later(signal, () => open(bytes.done));
    },
    tokenizer: (json) => answer(() => tokenizer(json)),
    tokenizerAsync: (json, signal) => later(signal, () => tokenizer(json)),
  };
}

function snapshot(own: WasmSnapshot): BackendSnapshot {
  const rank = (request: string): string => {
    const { question, ...options } = JSON.parse(request) as { question?: string };
    return JSON.stringify(own.rank(question, options));
  };
  const pack = (request: string, counter: BackendTokenizer | undefined): PackParts => {
    const options = JSON.parse(request) as object;
    const own_counter = counter === undefined ? undefined : counters.get(counter);
    const { text, json, tokens } = own.pack(own_counter === undefined ? options : { ...options, tokenizer: own_counter });
    return { text, json, tokens };
  };
  return {
    info: () => answer(() => JSON.stringify(own.info())),
    rank: (request) => answer(() => rank(request)),
    rankAsync: (request, signal) => later(signal, () => rank(request)),
    pack: (request, counter) => answer(() => pack(request, counter)),
    packAsync: (request, counter, signal) => later(signal, () => pack(request, counter)),
    close: () => {
      own.close();
    },
  };
}

/** The WASM package's tokenizers behind the backend's, which it must be handed back. */
const counters = new WeakMap<BackendTokenizer, WasmTokenizer>();

function tokenizer(json: Uint8Array): BackendTokenizer {
  // A second module, and large: loaded by those who count exactly.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
  const { Tokenizer } = require("@graphicle/wasm/tokenizer") as WasmTokenizerPackage;
  const own = Tokenizer.fromJSON(json);
  const wrapped: BackendTokenizer = {
    label: () => answer(() => own.label),
    count: (text) => answer(() => own.count(text)),
    close: () => {
      own.close();
    },
  };
  counters.set(wrapped, own);
  return wrapped;
}

/** Works on the caller's thread, in a later turn of its event loop, so that a signal can still come first. */
async function later<T>(signal: AbortSignal | undefined, work: () => T): Promise<Answer<T>> {
  await nextTurn();
  if (signal?.aborted === true) return { failed: { code: "ABORTED", message: "the caller's signal aborted it" } };
  return answer(work);
}

/** Returns what `work` returns; the WASM package's errors have a code of the same list. */
function answer<T>(work: () => T): Answer<T> {
  try {
    return { done: work() };
  } catch (error) {
    return { failed: failure(error) };
  }
}

function failure(error: unknown): Failure {
  if (error instanceof Error && "code" in error && typeof error.code === "string" && error.name === "GraphicleError") {
    return { code: error.code as ErrorCode, message: error.message, cause: error };
  }
  return GraphicleError.from(error);
}

function readSync(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function read(path: string): Promise<Answer<Uint8Array>> {
  try {
    return { done: await readFile(path) };
  } catch (error) {
    return { failed: unreadable(path, error) };
  }
}

function unreadable(path: string, error: unknown): GraphicleError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") {
    return new GraphicleError("NOT_FOUND", `there is no file ${path}; check how it is spelled`, { cause: error });
  }
  const sentence = `cannot read ${path}: ${message}; give the path of an exported file or a snapshot`;
  return new GraphicleError("UNREADABLE", sentence, { cause: error });
}

/** The program's arguments that write a project's last synced snapshot to a file. */
function exportArguments(project: string, file: string): string[] {
  return ["export", "--no-sync", `--project=${project}`, "--out", file];
}

function program(): string {
  return process.env[PROGRAM] ?? "graphicle";
}

function exportSync(project: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "graphicle-"));
  try {
    const file = join(folder, "project.graphicle");
    execFileSync(program(), exportArguments(project, file), { stdio: ["ignore", "ignore", "pipe"] });
    return readFileSync(file);
  } catch (error) {
    throw notExported(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function exported(project: string, signal: AbortSignal | undefined): Promise<Answer<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), "graphicle-"));
  try {
    const file = join(folder, "project.graphicle");
    await promisify(execFile)(program(), exportArguments(project, file), signal === undefined ? {} : { signal });
    return { done: await readFile(file) };
  } catch (error) {
    if (signal?.aborted === true) return { failed: { code: "ABORTED", message: "the caller's signal aborted it" } };
    return { failed: notExported(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function notExported(error: unknown): GraphicleError {
  const { code, stderr } = error as { code?: string; stderr?: string | Buffer };
  if (code === "ENOENT") {
    const sentence =
      "without a binary of @graphicle/node for this platform a project is found by the graphicle program, which is not " +
      `there; put it on the PATH, or name it by ${PROGRAM}`;
    return new GraphicleError("NOT_FOUND", sentence, { cause: error });
  }
  const said = (stderr ?? "").toString().trim().replace(/^graphicle: /u, "");
  return new GraphicleError("NOT_FOUND", said === "" ? "the graphicle program could not export the project" : said, {
    cause: error,
  });
}
