// Owns making a factory of wasm-bindgen's glue. The glue is a module with one instance of the WASM module in it; as a
// function it gives as many as are asked for, which is what makes snapshots independent of each other. It owns no glue.

/** Returns the script of a function that gives the glue's exports anew with each call, and its types. */
export function asFactory(glue, factory, file) {
  const names = [...glue.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  const inside = glue
    .replaceAll(/^export (?=class|function)/gm, "")
    // How a page finds the module is the package's to say.
    .replaceAll(/^async function __wbg_\w+\(.*?^\}\n/gms, "")
    .replace(/^export \{.*\};?\n/gm, "");
  const strange = /^\s*(?:import|export)\b.*$|import\.meta/m.exec(inside);
  if (strange !== null) throw new Error(`wasm-bindgen's glue has a line that scripts/glue.mjs does not know: ${strange[0]}`);
  if (names.length === 0 || !inside.includes("function initSync(")) throw new Error("wasm-bindgen's glue has another form; see scripts/glue.mjs");
  const script = `function ${factory}() {\n${inside}\nreturn { ${["initSync", ...names].join(", ")} };\n}`;
  const type = `${factory.charAt(0).toUpperCase()}${factory.slice(1)}`;
  const types = [
    `import type * as glue from "./${file}-exports.js";`,
    `export type ${type} = Pick<typeof glue, ${["initSync", ...names].map((name) => `"${name}"`).join(" | ")}>;`,
    `export function ${factory}(): ${type};\n`,
  ];
  return { script, types: types.join("\n") };
}
