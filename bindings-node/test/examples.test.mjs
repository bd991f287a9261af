// Owns running the examples of docs/node.md, and that the page shows them as they are. It owns no example.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const PACKAGE = join(ROOT, "bindings-node");

const DOCS = join(PACKAGE, "../docs");

describe("examples", () => {
  const sandbox = new Sandbox();
  let shop;
  let folder;

  before(() => {
    shop = sandbox.project("shop", SHOP);
    // Examples run where the package is installed, not here.
    folder = sandbox.write("user", { "questions.txt": Array.from({ length: 10 }, (_, n) => `How are ${n} prices added?\n`).join("") });
    cpSync(join(DOCS, "examples"), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules/@graphicle"), { recursive: true });
    symlinkSync(PACKAGE, join(folder, "node_modules/@graphicle/node"), "junction");
    writeFileSync(join(folder, "tokenizer.json"), SMALL_TOKENIZER);
  });
  after(() => sandbox.remove());

  function run(...args) {
    const env = { ...process.env, GRAPHICLE_DATA_DIR: sandbox.data };
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  }

  test("ten questions", () => {
    const said = run("node-ten-questions.mjs", "shop", "questions.txt", "packs");
    assert.equal(said.trim().split("\n").length, 10);
    const packs = readdirSync(join(folder, "packs"));
    assert.equal(packs.length, 10);
    for (const name of packs) assert.match(readFileSync(join(folder, "packs", name), "utf8"), /How are \d prices added\?/u);
  });

  test("a time limit", () => {
    assert.match(run("node-abort.cjs", shop.snapshot, "60000"), /^\d+ tokens\n$/u);
    assert.throws(() => run("node-abort.cjs", join(folder, "nothing"), "60000"), ({ stdout }) => stdout.startsWith("NOT_FOUND: "));
  });

  test("exact tokens", () => {
    assert.match(run("node-exact-tokens.mjs", shop.snapshot, "tokenizer.json"), /^\w+: \d+ tokens by tokenizer [0-9a-f]{12} \(exact\)\ntrue\n$/u);
  });

  test("the page shows every example as it is", () => {
    const page = readFileSync(join(DOCS, "node.md"), "utf8");
    const examples = readdirSync(join(DOCS, "examples")).filter((name) => name.startsWith("node-"));
    assert.ok(examples.length >= 3);
    for (const name of examples) assert.ok(page.includes(readFileSync(join(DOCS, "examples", name), "utf8")), name);
  });
});
