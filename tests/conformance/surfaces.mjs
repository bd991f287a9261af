// Owns where packs are made: each surface is asked a case and answers with the SHA-256 of the pack's text and of its JSON
// without seconds. It owns no case and no comparison.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import * as native from "@graphicle/node";
import { Snapshot } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";

import { browser, serve } from "../js/chromium.mjs";
import { ROOT, built } from "../js/support.mjs";
import { argumentsOf } from "./cases.mjs";
import { TOKENIZER } from "./projects.mjs";

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** What is compared of a pack. */
function told({ text, json }) {
  return { text: sha256(text), json: sha256(json) };
}

/** The command line. */
export function commandLine(projects) {
  const asked = (file, args) => projects.graphicle(["pack", "--snapshot", file, ...args]);
  return {
    name: "command line",
    answer(file, options) {
      const text = asked(file, argumentsOf(options, projects.tokenizer));
      const json = asked(file, argumentsOf({ ...options, format: "json" }, projects.tokenizer));
      const same = json.replace(/,"seconds":[0-9.e-]+\}\n$/u, "}");
      if (same === json) throw new Error("the command line's JSON does not end with its seconds");
      return Promise.resolve({ text: sha256(text), json: sha256(same) });
    },
    close: () => Promise.resolve(),
  };
}

/** The engine's bare module in wasmtime, by the very code of `graphicle pack --engine`, compiled once for all cases. */
export function wasmtime(projects) {
  const module = process.env.GRAPHICLE_ENGINE_WASM;
  if (!module) throw new Error("there is no engine module; set GRAPHICLE_ENGINE_WASM to what scripts/build-wasm.sh built");
  const child = spawn(built("engine-packs"), [module, projects.tokenizer], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const asked = async (file, request, exact) => {
    child.stdin.write(`${JSON.stringify({ file, request, exact })}\n`);
    return JSON.parse((await answers.next()).value);
  };
  return {
    name: "wasmtime",
    async answer(file, { exact = false, ...request }) {
      const { text } = await asked(file, request, exact);
      return { text, json: (await asked(file, { ...request, format: "json" }, exact)).json };
    },
    close() {
      child.stdin.end();
      return Promise.resolve();
    },
  };
}

/** A package in this process. */
function inProcess(name, open, tokenizer) {
  const opened = new Map();
  return {
    name,
    answer(file, { exact, ...options }) {
      const snapshot = opened.get(file) ?? open(file);
      opened.set(file, snapshot);
      const asked = exact ? { ...options, tokenizer } : options;
      const { text } = snapshot.pack(asked);
      return Promise.resolve(told({ text, json: snapshot.pack({ ...asked, format: "json" }).json }));
    },
    close() {
      for (const snapshot of opened.values()) snapshot.close();
      tokenizer.close();
      return Promise.resolve();
    },
  };
}

/** `@graphicle/node`, by its addon. */
export function nodeAddon() {
  if (native.backend() !== "native") throw new Error("the addon of @graphicle/node is not built");
  return inProcess("@graphicle/node", (file) => native.Snapshot.openFile(file), native.Tokenizer.fromJSON(TOKENIZER));
}

/** `@graphicle/wasm` in Node. */
export function wasmInNode() {
  return inProcess("@graphicle/wasm in Node", (file) => Snapshot.open(readFileSync(file)), Tokenizer.fromJSON(TOKENIZER));
}

/** `@graphicle/wasm` in a page: what the page itself makes, and what its thread makes, which must be the same. */
export async function page(projects) {
  const files = new Map([...projects.files.values()].map((file) => [`/file${file}`, file]));
  const server = await serve(ROOT, files);
  const { context, close } = await browser();
  const own = await context.newPage();
  await own.goto(`${server.address}/tests/conformance/page.html`);
  await own.waitForFunction(() => "answer" in globalThis);
  return {
    name: "@graphicle/wasm in Chromium",
    answer: (file, options) =>
      own.evaluate(([address, asked, json]) => globalThis.answer(address, asked, json), [`/file${file}`, options, TOKENIZER]),
    async close() {
      await close();
      await server.close();
    },
  };
}
