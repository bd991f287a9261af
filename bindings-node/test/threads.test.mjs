// Owns the tests of work off the main thread: signals, many packs at once, memory. It owns no test of what a pack holds.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Worker } from "node:worker_threads";

import { Snapshot, Tokenizer } from "@graphicle/node";

import { CROWD, ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const QUESTION = "How does the cart add up prices?";

describe("work off the main thread", () => {
  const sandbox = new Sandbox();
  let shop;
  let snapshot;
  let crowded;

  before(() => {
    process.env.GRAPHICLE_DATA_DIR = sandbox.data;
    shop = sandbox.project("shop", SHOP);
    crowded = sandbox.project("crowd", CROWD).snapshot;
    snapshot = Snapshot.openFile(shop.snapshot);
  });
  after(() => sandbox.remove());

  test("the event loop turns while a pack is built", async () => {
    let turns = 0;
    let done = false;
    const pack = snapshot.packAsync({ question: QUESTION }).finally(() => {
      done = true;
    });
    // Before the promise settles, other callbacks run: the work is not on this thread.
    while (!done) {
      await new Promise((next) => setImmediate(next));
      turns += 1;
    }
    assert.ok((await pack).tokens > 0);
    assert.ok(turns > 0);
  });

  test("a signal that was aborted before ends it at once", async () => {
    const signal = AbortSignal.abort(new Error("no longer"));
    for (const start of [
      () => snapshot.packAsync({}, { signal }),
      () => snapshot.rankAsync(QUESTION, { signal }),
      () => Snapshot.openAsync(readFileSync(shop.snapshot), { signal }),
      () => Snapshot.openFileAsync(shop.snapshot, { signal }),
      () => Snapshot.openProjectAsync(shop.id, { signal }),
      () => Tokenizer.fromJSONAsync(SMALL_TOKENIZER, { signal }),
    ]) {
      await assert.rejects(start(), (error) => error.code === "ABORTED" && error.cause.message === "no longer");
    }
  });

  test("a signal that is aborted in the same turn ends all that was asked with it", async () => {
    const controller = new AbortController();
    const packs = Array.from({ length: 20 }, () => snapshot.packAsync({ question: QUESTION }, { signal: controller.signal }));
    const other = snapshot.packAsync({ question: QUESTION });
    controller.abort();
    for (const pack of packs) await assert.rejects(pack, { code: "ABORTED" });
    assert.equal((await other).json, snapshot.pack({ question: QUESTION }).json);
    assert.equal(getEventListeners(controller.signal, "abort").length, 0);
  });

  test("a signal that is aborted during the work ends what is not done yet", async () => {
    const crowd = Snapshot.openFile(crowded);
    const expected = crowd.pack({ question: QUESTION }).json;
    const controller = new AbortController();
    const packs = Array.from({ length: 60 }, () => crowd.packAsync({ question: QUESTION }, { signal: controller.signal }));
    await Promise.race(packs);
    controller.abort();
    const settled = await Promise.allSettled(packs);
    for (const { value, reason } of settled) {
      if (reason === undefined) assert.equal(value.json, expected);
      else assert.equal(reason.code, "ABORTED");
    }
    // Sixty packs do not fit the threads at once.
    assert.equal(settled.at(-1).reason?.code, "ABORTED");
    assert.equal(crowd.pack({ question: QUESTION }).json, expected);
    crowd.close();
  });

  test("many may wait for one signal without a warning", async () => {
    const warnings = [];
    const warned = (warning) => warnings.push(warning.message);
    process.on("warning", warned);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => snapshot.packAsync({ question: QUESTION }, { signal })));
    await new Promise((next) => setImmediate(next));
    process.off("warning", warned);
    assert.deepEqual(warnings, []);
  });

  test("a signal that is never aborted keeps nothing", async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 50; round += 1) await snapshot.packAsync({ question: QUESTION }, { signal });
    assert.equal(getEventListeners(signal, "abort").length, 0);
    assert.equal(signal.onabort, null);
  });

  test("a hundred packs at once, each the same as alone", async () => {
    const tokenizer = Tokenizer.fromJSON(SMALL_TOKENIZER);
    const requests = Array.from({ length: 100 }, (_, n) => ({
      question: n % 3 === 0 ? QUESTION : "Why is an order retried?",
      budget: 1000 + (n % 7) * 500,
      ...(n % 2 === 0 ? { tokenizer } : {}),
    }));
    const packs = await Promise.all(requests.map((request) => snapshot.packAsync(request)));
    for (const [n, request] of requests.entries()) assert.equal(packs[n].json, snapshot.pack(request).json);
  });

  test("a worker thread has its own, and ends in the middle of its work", async () => {
    const source = `
      const { workerData, parentPort } = require("node:worker_threads");
      const { Snapshot } = require("@graphicle/node");
      const snapshot = Snapshot.openFile(workerData.file);
      parentPort.postMessage(snapshot.pack({ question: workerData.question }).json);
      for (let n = 0; n < 20; n += 1) void snapshot.packAsync({ question: workerData.question });
    `;
    const expected = snapshot.pack({ question: QUESTION }).json;
    const told = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const worker = new Worker(source, { eval: true, workerData: { file: shop.snapshot, question: QUESTION } });
        const json = await new Promise((resolve, reject) => {
          worker.once("message", resolve).once("error", reject);
        });
        await worker.terminate();
        return json;
      }),
    );
    for (const json of told) assert.equal(json, expected);
  });

  for (const script of ["packs", "asyncPacks", "abandonedSnapshots", "closedSnapshots", "failures"]) {
    test(`memory stays flat: ${script}`, () => {
      // A process of its own, so that nobody else's memory is measured.
      const said = execFileSync(process.execPath, ["--expose-gc", "test/memory.mjs", script, crowded], {
        cwd: join(ROOT, "bindings-node"),
        encoding: "utf8",
      });
      const { early, late } = JSON.parse(said);
      assert.ok(late < early * 1.25 + 8, `${early} MB after the first tenth, ${late} MB at the end`);
    });
  }
});
