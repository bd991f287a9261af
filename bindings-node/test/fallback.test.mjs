// Owns the tests of what happens where no binary fits: @graphicle/wasm does the same work, or the package says what is
// missing. It owns no test of the WASM package itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Snapshot, Tokenizer } from "@graphicle/node";

import { PROGRAM, ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const PACKAGE = join(ROOT, "bindings-node");

/** What is tried with either backend; prints what came of it. */
const SCRIPT = `
  const { readFileSync } = require("node:fs");
  const { Snapshot, Tokenizer, GraphicleError, backend } = require("@graphicle/node");
  const { file, id, question, tokenizerJson } = JSON.parse(process.argv[1]);
  const code = async (act) => {
    try {
      await act();
      return "done";
    } catch (error) {
      return error instanceof GraphicleError ? error.code : error.stack;
    }
  };
  (async () => {
    const snapshot = Snapshot.openFile(file);
    const tokenizer = Tokenizer.fromJSON(tokenizerJson);
    const closed = Snapshot.open(readFileSync(file));
    closed.close();
    const controller = new AbortController();
    const aborted = code(() => snapshot.packAsync({ question }, { signal: controller.signal }));
    controller.abort();
    console.log(JSON.stringify({
      backend: backend(),
      info: snapshot.info(),
      ranking: snapshot.rank(question, { limit: 5 }),
      rankingLater: await snapshot.rankAsync(question, { limit: 5 }),
      pack: snapshot.pack({ question, budget: 4000, pins: ["docs/orders.md"] }).json,
      packLater: (await snapshot.packAsync({ question, budget: 4000, lineNumbers: "all" })).json,
      text: snapshot.pack({ question, format: "xml" }).text,
      label: tokenizer.label,
      count: tokenizer.count("ab c <|endoftext|>"),
      exact: snapshot.pack({ question, tokenizer }).json,
      exactLater: (await snapshot.packAsync({ question, tokenizer: await Tokenizer.fromJSONAsync(tokenizerJson) })).json,
      project: Snapshot.openProject(id).pack({ question }).json,
      projectLater: (await Snapshot.openProjectAsync(id)).pack({ question }).json,
      codes: {
        closed: await code(() => closed.pack()),
        aborted: await aborted,
        missing: await code(() => Snapshot.openFile(file + ".nothing")),
        missingLater: await code(() => Snapshot.openFileAsync(file + ".nothing")),
        foreign: await code(() => Snapshot.open(Buffer.from("no snapshot at all, but long enough for one's header"))),
        option: await code(() => snapshot.pack({ budget: 1 })),
        request: await code(() => snapshot.packAsync({ unknown: 1 })),
        question: await code(() => snapshot.rank("")),
        tokenizer: await code(() => Tokenizer.fromJSON("{}")),
        project: await code(() => Snapshot.openProject("no-such-project")),
      },
    }));
  })();
`;

describe("without a binary", () => {
  const sandbox = new Sandbox();
  let shop;
  let argument;

  before(() => {
    process.env.GRAPHICLE_DATA_DIR = sandbox.data;
    shop = sandbox.project("shop", SHOP);
    const given = { file: shop.snapshot, id: shop.id, question: "How are prices added up?", tokenizerJson: SMALL_TOKENIZER };
    argument = JSON.stringify(given);
  });
  after(() => sandbox.remove());

  function run(folder, script, env = {}) {
    const said = execFileSync(process.execPath, ["-e", script, argument], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, GRAPHICLE_DATA_DIR: sandbox.data, GRAPHICLE_BIN: PROGRAM, ...env },
    });
    return JSON.parse(said);
  }

  /** Makes a folder in which the package is installed without any binary, and with the WASM package or not. */
  function withoutBinary(name, { wasm }) {
    const folder = join(sandbox.root, name);
    const scope = join(folder, "node_modules/@graphicle");
    mkdirSync(scope, { recursive: true });
    cpSync(join(PACKAGE, "package.json"), join(scope, "node/package.json"));
    cpSync(join(PACKAGE, "dist"), join(scope, "node/dist"), { recursive: true, filter: (file) => !file.endsWith(".node") });
    if (wasm) symlinkSync(wasmPackage(), join(scope, "wasm"));
    return folder;
  }

  function wasmPackage() {
    return dirname(createRequire(import.meta.url).resolve("@graphicle/wasm/package.json"));
  }

  test("the WASM package gives the very same answers and codes", () => {
    const native = run(PACKAGE, SCRIPT, { GRAPHICLE_NODE_BACKEND: "native" });
    const forced = run(PACKAGE, SCRIPT, { GRAPHICLE_NODE_BACKEND: "wasm" });
    const chosen = run(withoutBinary("with-wasm", { wasm: true }), SCRIPT);
    assert.deepEqual([native.backend, forced.backend, chosen.backend], ["native", "wasm", "wasm"]);
    for (const other of [forced, chosen]) assert.deepEqual({ ...other, backend: "native" }, native);
  });

  test("without the WASM package either, the error says what to install", () => {
    const script = `
      const { Snapshot } = require("@graphicle/node");
      try {
        Snapshot.open(new Uint8Array(100));
      } catch ({ code, message, cause }) {
        console.log(JSON.stringify({ code, message, causes: cause.errors.length }));
      }
    `;
    const { code, message, causes } = run(withoutBinary("without-anything", { wasm: false }), script);
    assert.equal(code, "NOT_READY");
    assert.match(message, /@graphicle\/wasm/u);
    assert.equal(causes, 2);
  });

  test("a choice that is none is told", () => {
    const script = `
      try {
        require("@graphicle/node").backend();
      } catch ({ code }) {
        console.log(JSON.stringify({ code }));
      }
    `;
    assert.equal(run(PACKAGE, script, { GRAPHICLE_NODE_BACKEND: "java" }).code, "BAD_OPTION");
  });

  test("the classes are there before anything is loaded", () => {
    assert.deepEqual([typeof Snapshot.open, typeof Tokenizer.fromJSON], ["function", "function"]);
  });
});
