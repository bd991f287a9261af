// Owns the package's build: the two modules, their glue, the types, the JavaScript for pages and for Node. It owns no step
// of them.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { asFactory } from "./glue.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const repository = join(root, "..");
const find = createRequire(import.meta.url).resolve;

/** The modules: a crate's folder, its files' name, the file's name in the package, the factory's name and its file's. */
const MODULES = [
  { crate: root, name: "graphicle_wasm", file: "graphicle.wasm", factory: "engineGlue", glue: "engine" },
  { crate: join(root, "tokenizer"), name: "graphicle_wasm_tokenizer", file: "tokenizer.wasm", factory: "tokenizerGlue", glue: "tokenizer-glue" },
];

/** Node's ES modules, which give the classes of its CommonJS ones, so that both in one process agree. */
const WRAPPERS = [
  { wrapper: "index", wrapped: "node", names: "GraphicleError, Pack, Snapshot, init" },
  { wrapper: "tokenizer", wrapped: "node-tokenizer", names: "GraphicleError, Tokenizer, init" },
  { wrapper: "worker", wrapped: "node-worker", names: "GraphicleError, Pack, WorkerEngine" },
];

function run(program, args, env = process.env) {
  execFileSync(program, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
}

function tsc(project) {
  run(process.execPath, [join(dirname(find("typescript/package.json")), "bin/tsc"), "-p", project]);
}

/** The environment that builds WASM: the compiler that knows the target, and the tools of scripts/setup-js.sh. */
function wasmEnvironment() {
  const said = execFileSync(join(repository, "scripts/setup-wasm.sh"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const toolchain = said.trimEnd().split("\n").at(-1);
  const target = resolve(repository, process.env.CARGO_TARGET_DIR ?? "target");
  const tools = join(resolve(repository, process.env.GRAPHICLE_TOOLS ?? "target/tools"), "bin");
  // One unit and all of the program at once: a tenth smaller, a sixth faster.
  const profile = { CARGO_PROFILE_RELEASE_LTO: "fat", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "1" };
  const env = { ...process.env, ...profile, CARGO_TARGET_DIR: join(target, "wasm-js"), PATH: `${tools}${delimiter}${process.env.PATH}` };
  if (toolchain !== "") env.RUSTUP_TOOLCHAIN = toolchain;
  return env;
}

const env = wasmEnvironment();
rmSync(join(root, "dist"), { recursive: true, force: true });
for (const folder of ["ts/generated", "dist/web/generated", "dist/node/generated"]) mkdirSync(join(root, folder), { recursive: true });
run(process.execPath, [join(repository, "scripts/js/types.mjs"), join(root, "ts/generated"), "ts"]);
for (const { crate, name, file, factory, glue } of MODULES) {
  const out = join(root, "pkg", name);
  run("wasm-pack", ["--log-level", "warn", "build", crate, "--release", "--target", "web", "--out-dir", out, "--mode", "no-install", "--no-pack"], env);
  copyFileSync(join(out, `${name}_bg.wasm`), join(root, "dist", file));
  copyFileSync(join(out, `${name}.d.ts`), join(root, "ts/generated", `${glue}-exports.d.ts`));
  const { script, types } = asFactory(readFileSync(join(out, `${name}.js`), "utf8"), factory, glue);
  writeFileSync(join(root, "ts/generated", `${glue}.d.ts`), types);
  writeFileSync(join(root, "dist/web/generated", `${glue}.js`), `${script}\nexport { ${factory} };\n`);
  writeFileSync(join(root, "dist/node/generated", `${glue}.js`), `"use strict";\n${script}\nexports.${factory} = ${factory};\n`);
}
tsc("tsconfig.json");
tsc("tsconfig.node.json");
writeFileSync(join(root, "dist/web/package.json"), '{ "type": "module" }\n');
writeFileSync(join(root, "dist/node/package.json"), '{ "type": "commonjs" }\n');
for (const { wrapper, wrapped, names } of WRAPPERS) {
  writeFileSync(join(root, "dist/node", `${wrapper}.mjs`), `export { ${names} } from "./${wrapped}.js";\n`);
  writeFileSync(join(root, "dist/node", `${wrapper}.d.mts`), `export * from "./${wrapped}.js";\n`);
}
copyFileSync(join(repository, "LICENSE"), join(root, "LICENSE"));
