// Owns the test that every surface makes the same pack, byte for byte: the command line, the engine's module in wasmtime, the
// addon of Node, WASM in Node, WASM in Chromium. It owns no case and no surface.
//
// GRAPHICLE_CONFORMANCE_FILE names another exported file, which is asked the same.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { casesOf } from "./cases.mjs";
import { Projects } from "./projects.mjs";
import { commandLine, nodeAddon, page, wasmInNode, wasmtime } from "./surfaces.mjs";

describe("every surface makes the same pack", () => {
  const projects = new Projects();
  const expected = new Map();
  const surfaces = [];

  before(async () => {
    const native = commandLine(projects);
    for (const [project, file] of projects.files) {
      for (const { name, options } of casesOf(project)) expected.set(name, { file, options, hashes: await native.answer(file, options) });
    }
    surfaces.push(wasmtime(projects), nodeAddon(), wasmInNode(), await page(projects));
  });
  after(async () => {
    for (const surface of surfaces) await surface.close();
    projects.remove();
  });

  test("the cases differ from each other", () => {
    const texts = new Set([...expected.values()].map(({ hashes }) => hashes.text));
    assert.ok(expected.size >= 70, `${expected.size} cases`);
    // Some ask for what is the default, or for more room than there is text.
    assert.ok(texts.size > expected.size * 0.8, `${texts.size} packs of ${expected.size} cases`);
  });

  for (const [at, surface] of ["wasmtime", "@graphicle/node", "@graphicle/wasm in Node", "@graphicle/wasm in Chromium"].entries()) {
    test(surface, async () => {
      assert.equal(surfaces[at].name, surface);
      for (const [name, { file, options, hashes }] of expected) {
        assert.deepEqual(await surfaces[at].answer(file, options), hashes, name);
      }
    });
  }
});
