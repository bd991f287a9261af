// Owns how Node reads the package's files and starts its thread; owns neither.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { compiled, install, type Thread } from "./platform.js";

const folder = join(__dirname, "..");

install({
  compile: async (file, source) => compiled(source ?? (await readFile(join(folder, file))), fetched),
  compileNow: (file) => new WebAssembly.Module(readFileSync(join(folder, file))),
  startThread,
});

/** Node's `fetch` does not read files. */
async function fetched(address: string | URL | Request): Promise<Response> {
  const url = address instanceof Request ? new URL(address.url) : new URL(address);
  if (url.protocol !== "file:") return fetch(address);
  return new Response(new Uint8Array(await readFile(fileURLToPath(url))), { headers: { "content-type": "application/wasm" } });
}

function startThread(): Thread {
  const worker = new Worker(join(__dirname, "node-thread.js"));
  // A thread that nobody waits for does not keep the process alive.
  worker.unref();
  return {
    post: (message) => {
      worker.ref();
      worker.postMessage(message);
    },
    onMessage: (act) => {
      worker.on("message", (message: { progress?: unknown }) => {
        if (message.progress === undefined) worker.unref();
        act(message);
      });
    },
    onEnd: (act) => {
      worker.once("error", act);
    },
    end: () => {
      void worker.terminate();
    },
  };
}
