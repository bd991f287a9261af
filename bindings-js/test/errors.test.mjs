// Owns the tests of failures: each has its code and a sentence, and what was there before is as it was. It owns no test of
// answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { GraphicleError, init, Snapshot } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";

import { ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const CODES = JSON.parse(readFileSync(join(ROOT, "docs/errors.schema.json"), "utf8")).oneOf.map((one) => one.const);
const QUESTION = "How are prices added up?";

function refused(code, act) {
  assert.throws(act, (error) => {
    assert.ok(error instanceof GraphicleError, String(error.stack));
    assert.equal(error.code, code, error.message);
    assert.ok(CODES.includes(code));
    assert.equal(error.name, "GraphicleError");
    assert.match(error.message, /^\P{Lu}[^\n]{10,400}$/u);
    return true;
  });
}

/** A random number generator with a seed, so that a failure can be seen again. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("failures", () => {
  const sandbox = new Sandbox();
  let snapshot;
  let raw;
  let exported;

  before(() => {
    const shop = sandbox.project("shop", SHOP);
    const file = join(sandbox.root, "shop.graphicle");
    sandbox.graphicle(["export", "--project", shop.folder, "--out", file]);
    raw = readFileSync(shop.snapshot);
    exported = readFileSync(file);
    snapshot = Snapshot.open(exported);
  });
  after(() => sandbox.remove());

  test("foreign bytes", () => {
    refused("SNAPSHOT_FOREIGN", () => Snapshot.open(new Uint8Array(0)));
    refused("SNAPSHOT_FOREIGN", () => Snapshot.open(new TextEncoder().encode("no snapshot at all, but long enough for one's header")));
    refused("SNAPSHOT_FOREIGN", () => Snapshot.open(readFileSync(join(ROOT, "bindings-js/dist/graphicle.wasm"))));
    for (const nothing of [undefined, null, "text", 5, {}, [1, 2]]) refused("BAD_OPTION", () => Snapshot.open(nothing));
  });

  test("a version that is not known yet", () => {
    for (const [bytes, at] of [[raw, 8], [exported, 8]]) {
      const changed = new Uint8Array(bytes);
      changed[at] += 1;
      refused("SNAPSHOT_VERSION", () => Snapshot.open(changed));
    }
  });

  test("an exported file that is cut or changed anywhere", () => {
    const next = random(7);
    for (let round = 0; round < 200; round += 1) {
      refusedSomehow(() => Snapshot.open(exported.subarray(0, next(exported.length))));
      const changed = new Uint8Array(exported);
      changed[next(changed.length)] ^= 1 << next(8);
      refusedSomehow(() => Snapshot.open(changed));
    }
    refused("SNAPSHOT_DAMAGED", () => Snapshot.open(exported.subarray(0, exported.length - 1)));
    const longer = new Uint8Array(exported.length + 1);
    longer.set(exported);
    refused("SNAPSHOT_DAMAGED", () => Snapshot.open(longer));
  });

  function refusedSomehow(act) {
    assert.throws(act, (error) => /^SNAPSHOT_/.test(error.code));
  }

  test("a bare snapshot that is changed anywhere answers or refuses, and ends nothing", () => {
    const next = random(11);
    let answers = 0;
    for (let round = 0; round < 300; round += 1) {
      const changed = new Uint8Array(raw);
      for (let n = next(20); n >= 0; n -= 1) changed[next(changed.length)] = next(256);
      try {
        const opened = Snapshot.open(changed);
        opened.info();
        opened.rank(QUESTION);
        opened.pack({ question: QUESTION, budget: 4000 });
        opened.pack({ budget: 4000 });
        answers += 1;
      } catch (error) {
        assert.ok(error instanceof GraphicleError, String(error.stack));
        assert.notEqual(error.code, "INTERNAL", error.message);
      }
    }
    assert.ok(answers > 0);
  });

  test("options that there are not, or whose values there are not", () => {
    refused("BAD_REQUEST", () => snapshot.pack({ unknown: 1 }));
    refused("BAD_REQUEST", () => snapshot.pack([]));
    refused("BAD_REQUEST", () => snapshot.pack("question"));
    refused("BAD_REQUEST", () => snapshot.pack({ question: 5 }));
    const circle = {};
    circle.pins = [circle];
    refused("BAD_REQUEST", () => snapshot.pack(circle));
    for (const budget of [0, 1, 511, 2_000_001, -5, "many", "", 1e300, NaN, Infinity]) refused("BAD_OPTION", () => snapshot.pack({ budget }));
    refused("BAD_OPTION", () => snapshot.pack({ budget: 5n }));
    refused("BAD_OPTION", () => snapshot.pack({ question: () => "text" }));
    refused("BAD_OPTION", () => snapshot.pack({ format: "yaml" }));
    refused("BAD_OPTION", () => snapshot.pack({ sections: ["focus", "focsu"] }));
    refused("BAD_OPTION", () => snapshot.pack({ prefixShare: 2 }));
    refused("BAD_OPTION", () => snapshot.pack({ bytesPerToken: 0 }));
    refused("BAD_OPTION", () => snapshot.pack({ tokenizer: {} }));
    refused("BAD_OPTION", () => snapshot.rank(QUESTION, { limit: 0 }));
    refused("BAD_QUESTION", () => snapshot.rank(""));
    refused("BAD_QUESTION", () => snapshot.rank(undefined));
    refused("UNKNOWN_FILE", () => snapshot.pack({ pins: ["no/such/file"] }));
    refused("NOTHING_LET_IN", () => snapshot.pack({ include: ["no/such/**"] }));
    refused("BUDGET_TOO_SMALL", () => snapshot.pack({ pins: Object.keys(SHOP), budget: 512 }));
    assert.ok(snapshot.pack({ question: QUESTION }).tokens > 0);
  });

  test("bytes that nobody can count with", () => {
    for (const json of ["", "{}", "no JSON", "[1]", '{"model":{}}', SMALL_TOKENIZER.slice(0, -2), new Uint8Array([255, 254, 0])]) {
      refused("BAD_TOKENIZER", () => Tokenizer.fromJSON(json));
    }
    refused("BAD_OPTION", () => Tokenizer.fromJSON(undefined));
    refused("BAD_OPTION", () => Tokenizer.fromJSON(SMALL_TOKENIZER).count(5));
  });

  test("what was closed", () => {
    const opened = Snapshot.open(exported);
    const tokenizer = Tokenizer.fromJSON(SMALL_TOKENIZER);
    opened.close();
    opened.close();
    for (const act of [() => opened.info(), () => opened.rank(QUESTION), () => opened.pack()]) refused("CLOSED", act);
    tokenizer.close();
    refused("CLOSED", () => tokenizer.count("text"));
    refused("CLOSED", () => snapshot.pack({ question: QUESTION, tokenizer }));
    assert.equal(snapshot.info().files, Object.keys(SHOP).length);
  });

  test("a counter that throws ends the pack, and the snapshot lives on", () => {
    const counter = { name: "mine", count: () => { throw new GraphicleError("CLOSED", "it was closed while it counted"); } };
    refused("CLOSED", () => snapshot.pack({ question: QUESTION, tokenizer: { [Symbol.for("graphicle.counter")]: () => counter } }));
    assert.ok(snapshot.pack({ question: QUESTION }).tokens > 0);
  });

  test("a snapshot that a signal or a missing file ends before it is open", async () => {
    const controller = new AbortController();
    const opening = Snapshot.openAsync(new Blob([exported]), { signal: controller.signal });
    controller.abort("enough");
    await assert.rejects(opening, ({ code, cause }) => code === "ABORTED" && cause === "enough");
    await assert.rejects(Snapshot.openAsync(new Blob([exported]), { signal: AbortSignal.abort() }), { code: "ABORTED" });
    await assert.rejects(Snapshot.openAsync(new Response(null, { status: 404 })), { code: "NOT_FOUND" });
    const broken = new ReadableStream({
      start: (own) => {
        own.enqueue(exported.subarray(0, 50));
        own.error(new Error("the line is dead"));
      },
    });
    await assert.rejects(Snapshot.openAsync(new Response(broken)), { code: "UNREADABLE" });
    await assert.rejects(Snapshot.openAsync(new Blob(["nothing"])), { code: "SNAPSHOT_FOREIGN" });
    await assert.rejects(init("no address").then(() => Promise.reject(new Error("it was there already"))), /already/);
  });
});
