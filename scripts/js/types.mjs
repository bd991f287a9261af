// Owns making what the npm packages have in common: types from the JSON Schemas in docs, and the sources that
// @graphicle/node has from @graphicle/wasm. It owns no type.
//
// node scripts/js/types.mjs FOLDER ts|cts

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";

const [out, extension] = process.argv.slice(2);
const docs = new URL("../../docs/", import.meta.url);
const sources = new URL("../../bindings-js/ts/", import.meta.url);

/** The sources that both packages have; `@graphicle/wasm` has them where they are. */
const shared = ["error", "pack", "request", "signal"];

/** Each schema, the file that its types go to, its type's name, and whether JavaScript writes its keys in camelCase. */
const schemas = [
  { schema: "errors.schema.json", file: "errors", type: "ErrorCode" },
  { schema: "info.schema.json", file: "info", type: "SnapshotInfo" },
  { schema: "ranking.schema.json", file: "ranking", type: "Ranking" },
  { schema: "pack.schema.json", file: "pack-json", type: "PackJson" },
  { schema: "request.schema.json", file: "options", type: "PackRequest", renamed: true },
];

/** Drops the least length of lists: a tuple with a rest is a type that no ordinary list has. */
function withoutLeastLengths(schema) {
  if (Array.isArray(schema)) return schema.map(withoutLeastLengths);
  if (schema === null || typeof schema !== "object") return schema;
  const kept = Object.entries(schema).filter(([key]) => key !== "minItems" || schema.maxItems !== undefined);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutLeastLengths(value)]));
}

const camelCase = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

await mkdir(out, { recursive: true });
for (const { schema: name, file, type, renamed } of schemas) {
  const schema = withoutLeastLengths(JSON.parse(await readFile(new URL(name, docs), "utf8")));
  delete schema.$id;
  schema.title = type;
  if (renamed) {
    const entries = Object.entries(schema.properties);
    schema.properties = Object.fromEntries(entries.map(([key, value]) => [camelCase(key), value]));
  }
  const text = await compile(schema, type, {
    additionalProperties: false,
    bannerComment: `// Made from docs/${name} by scripts/js/types.mjs: change it there.`,
    format: false,
  });
  await writeFile(join(out, `${file}.${extension}`), text);
}

if (extension === "cts") {
  for (const name of shared) {
    const text = await readFile(new URL(`${name}.ts`, sources), "utf8");
    const own = text.replaceAll(/"\.\/(?:generated\/)?([\w-]+)\.js"/g, '"./$1.cjs"');
    const banner = `// Made from bindings-js/ts/${name}.ts by scripts/js/types.mjs: change it there.\n`;
    await writeFile(join(out, `${name}.cts`), banner + own);
  }
}
