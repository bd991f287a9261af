// Owns the tests that memory stays flat; owns no loop of them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";

import { CROWD, Sandbox } from "../../tests/js/support.mjs";

describe("memory stays flat", () => {
  const sandbox = new Sandbox();
  let crowded;

  before(() => {
    crowded = sandbox.project("crowd", CROWD).snapshot;
  });
  after(() => sandbox.remove());

  for (const loop of ["packs", "exactPacks", "abandonedSnapshots", "closedSnapshots", "failures"]) {
    test(loop, () => {
      // A process of its own, so that nobody else's memory is measured.
      const script = fileURLToPath(new URL("memory.mjs", import.meta.url));
      const { early, late } = JSON.parse(execFileSync(process.execPath, ["--expose-gc", script, loop, crowded], { encoding: "utf8" }));
      assert.ok(late < early * 1.25 + 8, `${early} MB after the first fifth, ${late} MB at the end`);
    });
  }
});
