// Owns the tests of what is published: the tarball installed into an empty folder and used from every kind of program, by a
// page, by a bundler; and that docs/wasm.md shows the examples as they are. It owns no test of the API.

/* global document -- the pages have it */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";

import ts from "typescript";

import { browser, serve } from "../../tests/js/chromium.mjs";
import { ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const found = createRequire(import.meta.url).resolve;
const tsc = join(dirname(found("typescript/package.json")), "bin/tsc");
const vite = join(dirname(found("vite/package.json")), "bin/vite.js");
const nodeTypes = dirname(dirname(found("@types/node/package.json")));
const EXAMPLES = join(ROOT, "docs/examples");
const QUESTION = "How are prices added up?";

/** A program in ES module syntax, with the types that TypeScript checks. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { GraphicleError, Pack, Snapshot } from "@graphicle/wasm";
import type { ErrorCode, PackJson, PackOptions, Ranking, SnapshotInfo } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";
import { WorkerEngine } from "@graphicle/wasm/worker";

const bytes = readFileSync(process.argv[2] ?? "");
const snapshot: Snapshot = Snapshot.open(bytes);
const info: SnapshotInfo = snapshot.info();
const ranking: Ranking = snapshot.rank("prices", { limit: 2 });
const tokenizer = Tokenizer.fromJSON(${JSON.stringify(SMALL_TOKENIZER)});
const options: PackOptions = { question: "${QUESTION}", budget: 4000, lineNumbers: "all" };
const pack: Pack = snapshot.pack(options);
const json: PackJson = pack.toJSON();
async function main(): Promise<void> {
  const engine: WorkerEngine = WorkerEngine.start();
  await engine.open(bytes);
  const later: Pack = await engine.pack({ question: "${QUESTION}", budget: 4000, lineNumbers: "all" });
  engine.close();
  let code: ErrorCode | undefined;
  try {
    snapshot.pack({ ...options, budget: 1 });
  } catch (error) {
    if (error instanceof GraphicleError) code = error.code;
  }
  const same = later.text === pack.text && json.tokens === pack.tokens;
  console.log([info.files, ranking.ranking.length, same, snapshot.pack({ ...options, tokenizer }).tokens > 0, code].join(" "));
  snapshot.close();
}
void main();
`;

/** Returns the program as plain JavaScript. */
function plain(module) {
  return ts.transpileModule(PROGRAM, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } }).outputText;
}

describe("the package", () => {
  const sandbox = new Sandbox();
  let file;
  let folder;
  const expected = `${Object.keys(SHOP).length} 2 true true BAD_OPTION\n`;

  before(() => {
    file = join(sandbox.root, "shop.graphicle");
    sandbox.graphicle(["export", "--project", sandbox.project("shop", SHOP).folder, "--out", file]);
    folder = sandbox.write("user", { "package.json": JSON.stringify({ name: "user", private: true, version: "1.0.0" }) });
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", sandbox.root];
    const [{ filename }] = JSON.parse(execFileSync(npm, args, { cwd: join(ROOT, "bindings-js"), encoding: "utf8" }));
    const install = ["install", "--no-audit", "--no-fund", "--offline", join(sandbox.root, filename)];
    execFileSync(npm, install, { cwd: folder, stdio: "pipe" });
    symlinkSync(dirname(found("vite/package.json")), join(folder, "node_modules/vite"), "junction");
  });
  after(() => sandbox.remove());

  function node(script, text) {
    writeFileSync(join(folder, script), text);
    return execFileSync(process.execPath, [script, file], { cwd: folder, encoding: "utf8" });
  }

  function compile(compilerOptions, source, text) {
    writeFileSync(join(folder, source), text);
    const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
    const settings = { target: "es2022", types: ["node"], typeRoots: [nodeTypes], ...strict, ...compilerOptions };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, files: [source] }));
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  }

  test("it holds what is used and nothing of the build, and the engine is small", () => {
    const installed = join(folder, "node_modules/@graphicle/wasm");
    assert.deepEqual(readdirSync(installed).sort(), ["LICENSE", "README.md", "dist", "package.json"]);
    assert.deepEqual(readdirSync(join(installed, "dist")).sort(), ["graphicle.wasm", "node", "tokenizer.wasm", "web"]);
    const module = join(installed, "dist/graphicle.wasm");
    assert.ok(gzipSync(readFileSync(module)).length < 1_500_000, `${statSync(module).size} bytes`);
  });

  test("ES modules", () => {
    assert.equal(node("plain.mjs", plain(ts.ModuleKind.ES2022)), expected);
  });

  test("CommonJS", () => {
    assert.equal(node("plain.cjs", plain(ts.ModuleKind.CommonJS)), expected);
  });

  // With the types of pages, as a project has them that says nothing of "lib", and with those of Node alone.
  for (const [name, extension, settings] of [
    ["ES modules, nodenext", "mts", { module: "nodenext" }],
    ["CommonJS, nodenext", "cts", { module: "nodenext" }],
    ["CommonJS, node16, Node's types alone", "cts", { module: "node16", lib: ["es2023"] }],
    ["ES modules, Node's types alone", "mts", { module: "nodenext", lib: ["es2023", "esnext.disposable"] }],
  ]) {
    test(`TypeScript, strict: ${name}`, () => {
      compile(settings, `typed.${extension}`, PROGRAM);
      const built = `typed.${extension.replace("ts", "js")}`;
      assert.equal(execFileSync(process.execPath, [built, file], { cwd: folder, encoding: "utf8" }), expected);
    });
  }

  test("TypeScript refuses what the engine would", () => {
    const wrong = `
      import { Snapshot } from "@graphicle/wasm";
      const snapshot = Snapshot.open(new Uint8Array(0));
      // @ts-expect-error -- no such option
      snapshot.pack({ budgt: 1 });
      // @ts-expect-error -- no such format
      snapshot.pack({ format: "pdf" });
      // @ts-expect-error -- made by fromJSON alone
      snapshot.pack({ tokenizer: {} });
      // @ts-expect-error -- made by open alone
      new Snapshot();
    `;
    compile({ module: "nodenext", noEmit: true }, "wrong.mts", wrong);
  });

  test("example: ten questions", () => {
    cpSync(join(EXAMPLES, "wasm-ten-questions.mjs"), join(folder, "wasm-ten-questions.mjs"));
    writeFileSync(join(folder, "questions.txt"), Array.from({ length: 10 }, (_, n) => `How are ${n} prices added?\n`).join(""));
    const args = ["wasm-ten-questions.mjs", file, "questions.txt", "packs"];
    const said = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    assert.equal(said.trim().split("\n").length, 10);
    assert.equal(readdirSync(join(folder, "packs")).length, 10);
  });

  /** Opens a page of a folder and gives it to `act`, then ends it. */
  async function inPage(site, files, path, act) {
    const server = await serve(site, files);
    const chromium = await browser();
    try {
      const page = await chromium.context.newPage();
      const faults = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      await page.goto(`${server.address}/${path}`);
      await act(page);
      assert.deepEqual(faults, []);
    } finally {
      await chromium.close();
      await server.close();
    }
  }

  test("example: a page that packs on a thread", async () => {
    const site = join(folder, "page");
    cpSync(join(EXAMPLES, "wasm-page"), site, { recursive: true });
    symlinkSync(join(folder, "node_modules"), join(site, "node_modules"), "junction");
    await inPage(site, new Map(), "index.html", async (page) => {
      await page.setInputFiles("#file", file);
      await page.waitForFunction(() => /^\d+ files$/u.test(document.getElementById("state").textContent));
      await page.click("text=Pack");
      await page.waitForFunction(() => /^\d+ tokens$/u.test(document.getElementById("state").textContent));
      const expectedText = sandbox.graphicle(["pack", "--snapshot", file, "--budget", "8k", QUESTION]);
      assert.equal(await page.textContent("#pack"), expectedText);
      await page.setInputFiles("#file", { name: "nothing", mimeType: "text/plain", buffer: Buffer.from("nothing") });
      await page.waitForFunction(() => document.getElementById("state").textContent.startsWith("SNAPSHOT_FOREIGN: "));
    });
  });

  test("example: a bundle by Vite, typed", async () => {
    const site = join(folder, "vite");
    cpSync(join(EXAMPLES, "wasm-vite"), site, { recursive: true });
    symlinkSync(join(folder, "node_modules"), join(site, "node_modules"), "junction");
    execFileSync(process.execPath, [tsc, "--noEmit"], { cwd: site, stdio: ["ignore", "inherit", "inherit"] });
    execFileSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: site, stdio: ["ignore", "inherit", "inherit"] });
    const files = new Map([["/project.graphicle", file]]);
    await inPage(join(site, "dist"), files, `index.html?${encodeURIComponent(QUESTION)}`, async (page) => {
      await page.waitForFunction(() => document.getElementById("pack").textContent !== "");
      const expectedText = sandbox.graphicle(["pack", "--snapshot", file, "--budget", "8k", "--line-numbers", "all", QUESTION]);
      assert.equal(await page.textContent("#pack"), expectedText);
    });
  });

  test("docs/wasm.md shows the examples as they are", () => {
    const page = readFileSync(join(ROOT, "docs/wasm.md"), "utf8");
    for (const name of ["wasm-ten-questions.mjs", "wasm-page/page.js", "wasm-vite/vite.config.js", "wasm-vite/src/main.ts"]) {
      assert.ok(page.includes(readFileSync(join(EXAMPLES, name), "utf8")), name);
    }
  });
});
