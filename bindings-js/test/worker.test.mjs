// Owns the tests of the engine on a thread of its own, in Node; those in a page are page.test.mjs's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Snapshot } from "@graphicle/wasm";
import { WorkerEngine } from "@graphicle/wasm/worker";

import { CROWD, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const QUESTION = "How does the cart add up prices?";

describe("an engine on a thread of its own", () => {
  const sandbox = new Sandbox();
  const engine = WorkerEngine.start();
  let shop;
  let crowd;

  before(() => {
    shop = readFileSync(sandbox.project("shop", SHOP).snapshot);
    const { folder } = sandbox.project("crowd", CROWD);
    const file = join(sandbox.root, "crowd.graphicle");
    sandbox.graphicle(["export", "--project", folder, "--out", file]);
    crowd = readFileSync(file);
  });
  after(() => {
    engine.close();
    sandbox.remove();
  });

  test("nothing is open at first", async () => {
    await assert.rejects(engine.pack({}), { code: "NOT_READY" });
    await assert.rejects(engine.rank(QUESTION), { code: "NOT_READY" });
  });

  test("it answers as the caller's own thread does", async () => {
    const told = [];
    const info = await engine.open(crowd, { onProgress: (progress) => told.push(progress) });
    const own = Snapshot.open(crowd);
    assert.deepEqual(info, own.info());
    assert.deepEqual(told.at(-1), { step: "opening", bytes: crowd.length, total: crowd.length });
    const [ranking, pack, xml] = await Promise.all([
      engine.rank(QUESTION, { limit: 3 }),
      engine.pack({ question: QUESTION, budget: "8k" }),
      engine.pack({ question: QUESTION, format: "xml" }),
    ]);
    assert.deepEqual(ranking, own.rank(QUESTION, { limit: 3 }));
    assert.equal(pack.json, own.pack({ question: QUESTION, budget: "8k" }).json);
    assert.equal(xml.text, own.pack({ question: QUESTION, format: "xml" }).text);
  });

  test("a tokenizer stays when another file is opened, until it is given up", async () => {
    await assert.rejects(engine.pack({ exact: true }), { code: "NOT_READY" });
    await assert.rejects(engine.loadTokenizer(new TextEncoder().encode("{}")), { code: "BAD_TOKENIZER" });
    const { label } = await engine.loadTokenizer(new TextEncoder().encode(SMALL_TOKENIZER));
    await engine.open(shop);
    assert.equal((await engine.pack({ question: QUESTION, exact: true })).toJSON().tokenizer, label);
    await engine.forgetTokenizer();
    await assert.rejects(engine.pack({ exact: true }), { code: "NOT_READY" });
  });

  test("a file that cannot be opened leaves the former one", async () => {
    const { files } = await engine.open(shop);
    await assert.rejects(engine.open(shop.subarray(0, 100)), { code: "SNAPSHOT_DAMAGED" });
    await assert.rejects(engine.open("no address"), { code: "BAD_OPTION" });
    assert.equal((await engine.pack({ question: QUESTION })).toJSON().included.length <= files, true);
  });

  test("what is aborted rejects at once, and the rest goes on", async () => {
    await engine.open(crowd);
    const controller = new AbortController();
    const aborted = Array.from({ length: 20 }, (_, n) => engine.pack({ question: `${QUESTION} ${n}`, budget: 2_000_000 }, { signal: controller.signal }));
    const kept = engine.pack({ question: QUESTION, budget: 4000 });
    controller.abort();
    for (const one of await Promise.allSettled(aborted)) assert.equal(one.reason?.code, "ABORTED");
    assert.equal((await kept).text, Snapshot.open(crowd).pack({ question: QUESTION, budget: 4000 }).text);
    const opening = new AbortController();
    const reopened = engine.open(shop, { signal: opening.signal });
    opening.abort();
    await assert.rejects(reopened, { code: "ABORTED" });
    assert.ok((await engine.pack({ question: QUESTION, budget: 4000 })).tokens > 0);
    await assert.rejects(engine.rank(QUESTION, { signal: AbortSignal.abort() }), { code: "ABORTED" });
  });

  test("options that cannot be are refused", async () => {
    await assert.rejects(engine.pack({ budget: 1 }), { code: "BAD_OPTION" });
    await assert.rejects(engine.pack({ budget: 1n }), { code: "BAD_OPTION" });
    await assert.rejects(engine.pack({ unknown: true }), { code: "BAD_REQUEST" });
    await assert.rejects(engine.rank(""), { code: "BAD_QUESTION" });
    await assert.rejects(engine.open(5), { code: "BAD_OPTION" });
  });

  test("closing ends what waits and what comes", async () => {
    const own = WorkerEngine.start();
    const opening = own.open(crowd);
    const waiting = own.pack({ question: QUESTION });
    own.close();
    await assert.rejects(opening, { code: "CLOSED" });
    await assert.rejects(waiting, { code: "CLOSED" });
    await assert.rejects(own.rank(QUESTION), { code: "CLOSED" });
  });
});
