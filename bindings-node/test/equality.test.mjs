// Owns the tests that packs and rankings are what the command line prints, byte for byte; owns no other test.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Snapshot, Tokenizer } from "@graphicle/node";

import { SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const QUESTION = "How does the cart add up prices?";

/** Options as JavaScript takes them, and the same ones as the command line does. */
const CASES = [
  [{}, []],
  [{ question: QUESTION }, [QUESTION]],
  [{ question: QUESTION, budget: 1000 }, [QUESTION, "--budget", "1000"]],
  [{ question: QUESTION, budget: "2k", format: "xml" }, [QUESTION, "--budget", "2k", "--format", "xml"]],
  [{ question: "Why is an order retried? \u{1f4d6} 写", lineNumbers: "all" }, ["Why is an order retried? \u{1f4d6} 写", "--line-numbers", "all"]],
  [{ question: QUESTION, order: "relevant-first", lineNumbers: "none" }, [QUESTION, "--order", "relevant-first", "--line-numbers", "none"]],
  [{ question: QUESTION, sections: ["focus", "manifest"] }, [QUESTION, "--sections", "focus,manifest"]],
  [{ question: QUESTION, sections: "map,tests" }, [QUESTION, "--sections", "map,tests"]],
  [{ question: QUESTION, layout: "cache" }, [QUESTION, "--layout", "cache"]],
  [{ question: QUESTION, prefixShare: 0.5, budget: 4000 }, [QUESTION, "--prefix-share", "0.5", "--budget", "4000"]],
  [{ question: QUESTION, bytesPerToken: 2.5 }, [QUESTION, "--bytes-per-token", "2.5"]],
  [{ question: QUESTION, pins: ["store/orders.py:4-5", "docs/orders.md"] }, [QUESTION, "--pin", "store/orders.py:4-5", "--pin", "docs/orders.md"]],
  [{ question: QUESTION, include: ["src/**"], exclude: ["*.test.ts"] }, [QUESTION, "--include", "src/**", "--exclude", "*.test.ts"]],
];

describe("equality with the command line", () => {
  const sandbox = new Sandbox();
  let snapshot;
  let project;

  before(() => {
    process.env.GRAPHICLE_DATA_DIR = sandbox.data;
    project = sandbox.project("shop", SHOP);
    snapshot = Snapshot.openProject("shop");
  });
  after(() => sandbox.remove());

  function printed(args) {
    return sandbox.graphicle(["pack", "--no-sync", "--project", project.id, ...args]);
  }

  /** The JSON that the command line prints, less the one field that differs from run to run. */
  function printedJson(args) {
    const json = printed([...args, "--format", "json"]);
    const without = json.replace(/,"seconds":[0-9.e-]+\}\n$/u, "}");
    assert.equal(json.length > without.length, true, "the command line tells its seconds at the end");
    return without;
  }

  for (const [options, args] of CASES) {
    test(JSON.stringify(options), async () => {
      const pack = snapshot.pack(options);
      assert.equal(pack.text, printed(args));
      const later = await snapshot.packAsync(options);
      assert.equal(later.text, pack.text);
      assert.equal(later.json, pack.json);
      if (options.format === undefined) {
        assert.equal(snapshot.pack({ ...options, format: "json" }).json, printedJson(args));
      }
    });
  }

  test("an exact count", async () => {
    const file = join(sandbox.root, "tokenizer.json");
    writeFileSync(file, SMALL_TOKENIZER);
    const tokenizer = Tokenizer.fromJSON(SMALL_TOKENIZER);
    const pack = snapshot.pack({ question: QUESTION, budget: 3000, tokenizer });
    assert.equal(pack.text, printed([QUESTION, "--budget", "3000", "--tokenizer", file]));
    assert.equal(pack.tokens, tokenizer.count(pack.text));
    assert.equal(pack.toJSON().tokenizer, tokenizer.label);
    const later = await Tokenizer.fromJSONAsync(new TextEncoder().encode(SMALL_TOKENIZER));
    assert.equal(later.label, tokenizer.label);
    assert.equal((await snapshot.packAsync({ question: QUESTION, budget: 3000, tokenizer: later })).json, pack.json);
  });

  test("a pack is its text, its tokens and its JSON", () => {
    const pack = snapshot.pack({ question: QUESTION });
    assert.equal(JSON.stringify(pack), pack.json);
    assert.equal(pack.toJSON().tokens, pack.tokens);
    assert.equal(`${pack}`, pack.text);
    assert.equal(pack.toJSON().sections.flatMap(({ chunks }) => chunks.map(({ text }) => text)).join(""), pack.text);
  });

  test("a ranking", async () => {
    const { ranking, confidence } = snapshot.rank(QUESTION, { limit: 3 });
    const told = JSON.parse(
      sandbox.graphicle(["context", "--no-sync", "--project", project.id, "--limit", "3", "--json", QUESTION]),
    );
    assert.deepEqual(ranking, told.ranking);
    assert.equal(confidence, told.confidence);
    assert.equal(ranking[0].path, "src/cart.ts");
    assert.equal(ranking.length, 3);
    assert.deepEqual((await snapshot.rankAsync(QUESTION, { limit: 3 })).ranking, ranking);
  });

  test("a ranking of one's own comes first in the pack", () => {
    const ranking = [{ path: "store/main.go", lines: [[3, 6]] }, "docs/orders.md"];
    const included = snapshot.pack({ question: QUESTION, ranking, sections: ["focus"] }).toJSON().included;
    assert.ok(included.some(({ path }) => path === "store/main.go"), JSON.stringify(included));
  });
});
