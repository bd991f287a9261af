// Owns the tests of what the package answers; that packs are the command line's is tests/conformance's to say.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { init, Pack, Snapshot } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";

import { SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const QUESTION = "How does the cart add up prices?";

describe("answers", () => {
  const sandbox = new Sandbox();
  let project;
  let bytes;
  let snapshot;

  before(() => {
    project = sandbox.project("shop", SHOP);
    bytes = readFileSync(project.snapshot);
    snapshot = Snapshot.open(bytes);
  });
  after(() => sandbox.remove());

  test("a ranking is the command line's", () => {
    const args = ["context", "--no-sync", "--project", project.id, "--limit", "3", "--json", QUESTION];
    const told = JSON.parse(sandbox.graphicle(args));
    const { ranking, confidence } = snapshot.rank(QUESTION, { limit: 3 });
    assert.deepEqual(ranking, told.ranking);
    assert.equal(confidence, told.confidence);
    assert.equal(ranking[0].path, "src/cart.ts");
  });

  test("a pack is its text, its tokens and its JSON", () => {
    const pack = snapshot.pack({ question: QUESTION });
    assert.ok(pack instanceof Pack);
    assert.equal(JSON.stringify(pack), JSON.stringify(JSON.parse(pack.json)));
    assert.equal(pack.toJSON().tokens, pack.tokens);
    assert.equal(`${pack}`, pack.text);
    assert.equal(pack.toJSON().sections.flatMap(({ chunks }) => chunks.map(({ text }) => text)).join(""), pack.text);
  });

  test("a ranking of one's own comes first in the pack", () => {
    const ranking = [{ path: "store/main.go", lines: [[3, 6]] }, "docs/orders.md"];
    const { included } = snapshot.pack({ question: QUESTION, ranking, sections: ["focus"] }).toJSON();
    assert.ok(included.some(({ path, rank }) => path === "store/main.go" && rank === 1), JSON.stringify(included));
  });

  test("exact counts are the tokenizer's", () => {
    const tokenizer = Tokenizer.fromJSON(SMALL_TOKENIZER);
    const pack = snapshot.pack({ question: QUESTION, budget: 3000, tokenizer });
    assert.equal(pack.tokens, tokenizer.count(pack.text));
    assert.equal(pack.toJSON().tokenizer, tokenizer.label);
    assert.equal(tokenizer.count("ab c"), 2);
    tokenizer.close();
  });

  test("bytes are taken in any form, and are not kept", async () => {
    const exact = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const expected = snapshot.pack({ question: QUESTION }).json;
    const shared = new SharedArrayBuffer(exact.byteLength);
    new Uint8Array(shared).set(bytes);
    for (const form of [exact, shared, new DataView(exact), new Uint8Array(exact)]) {
      assert.equal(Snapshot.open(form).pack({ question: QUESTION }).json, expected);
    }
    const own = new Uint8Array(bytes);
    const opened = Snapshot.open(own);
    own.fill(0);
    assert.equal(opened.pack({ question: QUESTION }).json, expected);
    const later = await Snapshot.openAsync(new Blob([bytes]));
    assert.equal(later.pack({ question: QUESTION }).json, expected);
    const response = new Response(bytes, { headers: { "content-length": String(bytes.length) } });
    assert.equal((await Snapshot.openAsync(response)).pack({ question: QUESTION }).json, expected);
  });

  test("opening in steps tells how far it is", async () => {
    const told = [];
    const opened = await Snapshot.openAsync(new Response(bytes), { onProgress: (progress) => told.push(progress) });
    assert.deepEqual(told.at(-1), { step: "opening", bytes: bytes.length, total: bytes.length });
    assert.equal(told[0].step, "reading");
    assert.equal(opened.info().files, Object.keys(SHOP).length);
  });

  test("ES modules and CommonJS in one process have the same classes, and init does no harm", async () => {
    const require = createRequire(import.meta.url);
    assert.equal(require("@graphicle/wasm").Snapshot, Snapshot);
    assert.equal(require("@graphicle/wasm/tokenizer").Tokenizer, Tokenizer);
    await init();
    await init(new Uint8Array(8));
  });

  test("several snapshots live beside each other", () => {
    const other = Snapshot.open(readFileSync(sandbox.project("other", { "only.md": "# Only\n\nOne file.\n" }).snapshot));
    assert.equal(other.info().files, 1);
    other.close();
    assert.equal(snapshot.info().files, Object.keys(SHOP).length);
  });
});
