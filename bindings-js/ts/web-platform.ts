// Owns how a page reads the package's files and starts its thread; owns neither.

import { compiled, install, type ModuleFile, type Thread } from "./platform.js";

/** The files' addresses, each written out, for bundlers look for these very words. */
const addresses: Record<ModuleFile, () => URL> = {
  "graphicle.wasm": () => new URL("../graphicle.wasm", import.meta.url),
  "tokenizer.wasm": () => new URL("../tokenizer.wasm", import.meta.url),
};

install({
  compile: (file, source) => compiled(source ?? addresses[file](), (address) => fetch(address)),
  compileNow: () => undefined,
  startThread,
});

function startThread(): Thread {
  const worker = new Worker(new URL("./thread.js", import.meta.url), { type: "module", name: "graphicle" });
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    onMessage: (act) => {
      worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        act(data);
      });
    },
    onEnd: (act) => {
      worker.addEventListener("error", (event) => {
        act(new Error(event.message === "" ? "the thread could not be started" : event.message));
      });
    },
    end: () => {
      worker.terminate();
    },
  };
}
