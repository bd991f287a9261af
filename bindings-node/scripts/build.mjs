// Owns the package's build for the platform it runs on (or the Rust target given as its argument): the addon, its npm
// package, the types and the JavaScript, and what is published. It owns no step of them.
//
// What is published stands in npm/: a package for each platform, and npm/node, the package itself, which depends on them. It
// does so there alone: in the repository npm would look for them elsewhere.

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const binary = /^graphicle-node\.(?<platform>.+)\.node$/u;
const resolve = createRequire(import.meta.url).resolve;

/** Runs a tool of node_modules. */
function run(script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });
}

const target = process.argv[2];
mkdirSync(join(root, "ts/generated"), { recursive: true });
run(
  join(dirname(resolve("@napi-rs/cli/package.json")), "dist/cli.js"),
  ...["build", "--platform", "--release", "--strip", "--output-dir", "dist", "--js", "addon.cjs"],
  ...["--dts", "../ts/generated/addon.d.cts", ...(target === undefined ? [] : ["--target", target])],
);
run(join(root, "../scripts/js/types.mjs"), join(root, "ts/generated"), "cts");
run(join(dirname(resolve("typescript/package.json")), "bin/tsc"), "-p", "tsconfig.json");

const license = join(root, "../LICENSE");
copyFileSync(license, join(root, "LICENSE"));
for (const file of readdirSync(join(root, "dist"))) {
  const platform = binary.exec(file)?.groups?.platform;
  if (platform === undefined) continue;
  copyFileSync(join(root, "dist", file), join(root, "npm", platform, file));
  copyFileSync(license, join(root, "npm", platform, "LICENSE"));
}

const published = join(root, "npm/node");
rmSync(published, { recursive: true, force: true });
cpSync(join(root, "dist"), join(published, "dist"), { recursive: true, filter: (file) => !file.endsWith(".node") });
for (const file of ["README.md", "LICENSE"]) copyFileSync(join(root, file), join(published, file));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
for (const own of ["scripts", "devDependencies", "napi"]) delete manifest[own];
for (const name of readdirSync(join(root, "npm")).filter((own) => own !== "node")) {
  manifest.optionalDependencies[`@graphicle/node-${name}`] = manifest.version;
}
writeFileSync(join(published, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
