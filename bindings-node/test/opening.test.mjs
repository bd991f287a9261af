// Owns the tests of opening: bytes, files and projects, what happens to files afterwards, closing. It owns no answer's tests.

import assert from "node:assert/strict";
import { readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Snapshot, backend } from "@graphicle/node";

import { SHOP, Sandbox } from "../../tests/js/support.mjs";

const QUESTION = "How does the cart add up prices?";

describe("opening", () => {
  const sandbox = new Sandbox();
  let shop;
  let bytes;

  before(() => {
    process.env.GRAPHICLE_DATA_DIR = sandbox.data;
    shop = sandbox.project("shop", SHOP);
    bytes = readFileSync(shop.snapshot);
  });
  after(() => sandbox.remove());

  test("the addon does the work", () => {
    assert.equal(backend(), "native");
  });

  test("bytes are taken from whatever holds them", async () => {
    const whole = new Uint8Array(bytes);
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const padded = new Uint8Array(bytes.length + 7);
    padded.set(bytes, 3);
    const forms = [whole, whole.buffer, bytes, shared, padded.subarray(3, 3 + bytes.length), new DataView(whole.buffer)];
    const text = Snapshot.open(whole).pack({ question: QUESTION }).text;
    for (const form of forms) {
      assert.equal(Snapshot.open(form).pack({ question: QUESTION }).text, text);
      assert.equal((await Snapshot.openAsync(form)).pack({ question: QUESTION }).text, text);
    }
  });

  test("what happens to the bytes afterwards does not matter", async () => {
    const own = new Uint8Array(bytes);
    const snapshot = Snapshot.open(own);
    const opening = Snapshot.openAsync(own);
    own.fill(0);
    assert.equal(snapshot.pack().text, (await opening).pack().text);
  });

  test("a file is opened by its path and by its URL", async () => {
    const text = Snapshot.open(bytes).pack({ question: QUESTION }).text;
    for (const file of [shop.snapshot, pathToFileURL(shop.snapshot)]) {
      assert.equal(Snapshot.openFile(file).pack({ question: QUESTION }).text, text);
      assert.equal((await Snapshot.openFileAsync(file)).pack({ question: QUESTION }).text, text);
    }
  });

  test("a file may be cut short, written over or replaced while it is open", () => {
    const file = join(sandbox.root, "copy.snapshot");
    const text = Snapshot.open(bytes).pack({ question: QUESTION }).text;
    const harm = [
      () => truncateSync(file, 100),
      () => writeFileSync(file, Buffer.alloc(bytes.length)),
      () => {
        writeFileSync(`${file}.new`, "new");
        renameSync(`${file}.new`, file);
      },
    ];
    for (const act of harm) {
      writeFileSync(file, bytes);
      const snapshot = Snapshot.openFile(file);
      act();
      assert.equal(snapshot.pack({ question: QUESTION }).text, text);
      snapshot.close();
    }
  });

  test("a project is opened by its id, its key and its folders", async () => {
    const byId = Snapshot.openProject(shop.id);
    assert.equal(byId.info().project, "shop");
    const expected = byId.pack({ question: QUESTION }).json;
    for (const name of ["shop", "SHOP", shop.id.slice(0, 6), shop.folder, join(shop.folder, "src")]) {
      assert.equal(Snapshot.openProject(name).pack({ question: QUESTION }).json, expected, name);
      assert.equal((await Snapshot.openProjectAsync(name)).pack({ question: QUESTION }).json, expected, name);
    }
  });

  test("a snapshot stays as it is when its project is synced again", () => {
    const { folder, id } = sandbox.project("changing", { "a.py": "def before():\n    pass\n" });
    const old = Snapshot.openProject(id);
    const mapped = Snapshot.openFile(sandbox.snapshotOf(id));
    sandbox.write("changing", { "a.py": "def afterwards():\n    pass\n" });
    sandbox.graphicle(["sync", folder]);
    for (const snapshot of [old, mapped]) assert.match(snapshot.pack().text, /def before/u);
    assert.match(Snapshot.openProject(id).pack().text, /def afterwards/u);
    sandbox.graphicle(["projects", "remove", id]);
    assert.match(old.pack().text, /def before/u);
  });

  test("a snapshot tells what it holds", () => {
    const info = Snapshot.openProject("shop").info();
    assert.equal(info.format, "graphicle.info.v1");
    assert.equal(info.files, Object.keys(SHOP).length);
    assert.equal(info.bytes, bytes.length);
    assert.match(info.engine.sha256, /^[0-9a-f]{64}$/u);
    assert.deepEqual(
      info.languages.map(({ name }) => name).filter((name) => ["go", "python", "typescript"].includes(name)).sort(),
      ["go", "python", "typescript"],
    );
  });

  test("closing twice is fine, and a block closes what it uses", () => {
    const snapshot = Snapshot.open(bytes);
    snapshot.close();
    snapshot.close();
    const other = Snapshot.open(bytes);
    other[Symbol.dispose]();
    assert.throws(() => other.info(), { code: "CLOSED" });
  });

  test("a snapshot that is closed while it is read is read to the end", async () => {
    const expected = Snapshot.open(bytes).pack({ question: QUESTION });
    const snapshot = Snapshot.open(bytes);
    const packs = Array.from({ length: 8 }, () => snapshot.packAsync({ question: QUESTION }));
    const ranking = snapshot.rankAsync(QUESTION);
    snapshot.close();
    for (const pack of await Promise.all(packs)) assert.equal(pack.json, expected.json);
    assert.ok((await ranking).ranking.length > 0);
    await assert.rejects(snapshot.packAsync(), { code: "CLOSED" });
  });
});
