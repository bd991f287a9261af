// Owns the tests of what is published: tarballs installed into an empty folder and used from every kind of program. It owns
// no test of the API.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import ts from "typescript";

import { ROOT, SHOP, Sandbox } from "../../tests/js/support.mjs";

const PACKAGE = join(ROOT, "bindings-node");

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const nodeTypes = dirname(dirname(createRequire(import.meta.url).resolve("@types/node/package.json")));

/** A program in ES module syntax, with the types that TypeScript checks. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { GraphicleError, Pack, Snapshot, Tokenizer, backend } from "@graphicle/node";
import type { ErrorCode, PackJson, PackOptions, Ranking, SnapshotInfo } from "@graphicle/node";

const file: string = process.argv[2] ?? "";
const options: PackOptions = { question: "How are prices added up?", budget: 4000, lineNumbers: "all" };
const snapshot: Snapshot = Snapshot.open(readFileSync(file));
const info: SnapshotInfo = snapshot.info();
const ranking: Ranking = snapshot.rank("prices", { limit: 2 });
const pack: Pack = snapshot.pack(options);
const json: PackJson = pack.toJSON();
const controller = new AbortController();
async function main(): Promise<void> {
  const later: Pack = await snapshot.packAsync(options, { signal: controller.signal });
  let code: ErrorCode | undefined;
  try {
    Tokenizer.fromJSON("{}");
  } catch (error) {
    if (error instanceof GraphicleError) code = error.code;
  }
  snapshot.close();
  const same = later.text === pack.text && json.tokens === pack.tokens;
  console.log([backend(), info.files, ranking.ranking.length, same, code].join(" "));
}
void main();
`;

/** Returns the program as plain JavaScript. */
function plain(module) {
  return ts.transpileModule(PROGRAM, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } }).outputText;
}

describe("the packages", () => {
  const sandbox = new Sandbox();
  let shop;
  let folder;
  const expected = `native ${Object.keys(SHOP).length} 2 true BAD_TOKENIZER\n`;

  before(() => {
    shop = sandbox.project("shop", SHOP);
    folder = sandbox.write("user", { "package.json": JSON.stringify({ name: "user", private: true, version: "1.0.0" }) });
    const platforms = readdirSync(join(PACKAGE, "npm")).filter((name) => {
      if (name === "node") return false;
      const { main } = JSON.parse(readFileSync(join(PACKAGE, "npm", name, "package.json"), "utf8"));
      return existsSync(join(PACKAGE, "npm", name, main));
    });
    assert.ok(platforms.length > 0, "npm run build makes this platform's package");
    const tarballs = [join(PACKAGE, "npm/node"), ...platforms.map((name) => join(PACKAGE, "npm", name))].map((source) => {
      const [{ filename }] = JSON.parse(
        execFileSync(npm, ["pack", "--json", "--ignore-scripts", "--pack-destination", sandbox.root], { cwd: source, encoding: "utf8" }),
      );
      return join(sandbox.root, filename);
    });
    execFileSync(npm, ["install", "--no-audit", "--no-fund", "--fetch-retries=0", ...tarballs], { cwd: folder, stdio: "pipe" });
  });
  after(() => sandbox.remove());

  function node(script, text) {
    writeFileSync(join(folder, script), text);
    return execFileSync(process.execPath, [script, shop.snapshot], { cwd: folder, encoding: "utf8" });
  }

  test("the main package holds no binary and nothing of the build", () => {
    const installed = join(folder, "node_modules/@graphicle/node");
    assert.deepEqual(readdirSync(installed).sort(), ["LICENSE", "README.md", "dist", "package.json"]);
    assert.deepEqual(readdirSync(join(installed, "dist")).filter((name) => name.endsWith(".node")), []);
  });

  test("ES modules", () => {
    assert.equal(node("plain.mjs", plain(ts.ModuleKind.ES2022)), expected);
  });

  test("CommonJS", () => {
    assert.equal(node("plain.cjs", plain(ts.ModuleKind.CommonJS)), expected);
  });

  test("both in one process have the same classes", () => {
    const text = `
      import { createRequire } from "node:module";
      import * as module from "@graphicle/node";
      const common = createRequire(import.meta.url)("@graphicle/node");
      console.log(Object.keys(common).sort().join() === Object.keys(module).filter((name) => name !== "default" && name !== "module.exports").sort().join(), common.Snapshot === module.Snapshot);
    `;
    assert.equal(node("both.mjs", text), "true true\n");
  });

  for (const [name, extension, settings] of [
    ["ES modules", "mts", { module: "nodenext", types: ["node"], typeRoots: [nodeTypes] }],
    ["CommonJS", "cts", { module: "nodenext", types: ["node"], typeRoots: [nodeTypes] }],
    ["the oldest Node's module resolution", "cts", { module: "node16", types: ["node"], typeRoots: [nodeTypes] }],
  ]) {
    test(`TypeScript, strict: ${name}, ${settings.module}`, () => {
      const compilerOptions = {
        target: "es2022",
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        ...settings,
      };
      const source = `typed.${extension}`;
      writeFileSync(join(folder, source), PROGRAM);
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [source] }));
      execFileSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
      const built = source.replace("ts", "js");
      const said = execFileSync(process.execPath, [built, shop.snapshot], { cwd: folder, encoding: "utf8" });
      assert.equal(said, expected);
    });
  }

  test("TypeScript refuses what the engine would", () => {
    const wrong = `
      import { Snapshot } from "@graphicle/node";
      const snapshot = Snapshot.openFile("x");
      // @ts-expect-error -- no such option
      snapshot.pack({ budgt: 1 });
      // @ts-expect-error -- no such format
      snapshot.pack({ format: "pdf" });
      // @ts-expect-error -- made by fromJSON alone
      snapshot.pack({ tokenizer: {} });
      // @ts-expect-error -- made by pack alone
      new Snapshot();
    `;
    writeFileSync(join(folder, "wrong.mts"), wrong);
    const compilerOptions = { target: "es2022", module: "nodenext", strict: true, noEmit: true, types: ["node"], typeRoots: [nodeTypes] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["wrong.mts"] }));
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  });
});
