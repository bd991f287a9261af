// Owns making packs in a page, on its own thread and on the engine's; owns no case.

import { init, Snapshot } from "../../bindings-js/dist/web/web.js";
import { init as initTokenizer, Tokenizer } from "../../bindings-js/dist/web/web-tokenizer.js";
import { WorkerEngine } from "../../bindings-js/dist/web/web-worker.js";

await Promise.all([init(), initTokenizer()]);

const engine = WorkerEngine.start();
let tokenizer;
let open;

async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function opened(address, tokenizerJson) {
  if (tokenizer === undefined) {
    tokenizer = Tokenizer.fromJSON(tokenizerJson);
    await engine.loadTokenizer(new TextEncoder().encode(tokenizerJson));
  }
  if (open?.address !== address) {
    open?.snapshot.close();
    open = { address, snapshot: await Snapshot.openAsync(await fetch(address)) };
    await engine.open(address);
  }
  return open.snapshot;
}

/** Returns the hashes of a pack of the file at an address. */
globalThis.answer = async (address, { exact, ...options }, tokenizerJson) => {
  const snapshot = await opened(address, tokenizerJson);
  const asked = exact ? { ...options, tokenizer } : options;
  const { text } = snapshot.pack(asked);
  const { json } = snapshot.pack({ ...asked, format: "json" });
  const threads = await engine.pack({ ...options, exact });
  const threadsJson = await engine.pack({ ...options, format: "json", exact });
  if (threads.text !== text || threadsJson.json !== json) throw new Error("the page and its thread make different packs");
  return { text: await sha256(text), json: await sha256(json) };
};
