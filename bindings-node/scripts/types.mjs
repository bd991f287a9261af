// Owns making the package's types from the JSON Schemas in docs; owns no type.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const docs = new URL("../../docs/", import.meta.url);
const out = new URL("../ts/generated/", import.meta.url);

/** Each schema, the file that its types go to, its type's name, and whether JavaScript writes its keys in camelCase. */
const schemas = [
  { schema: "errors.schema.json", file: "errors", type: "ErrorCode" },
  { schema: "info.schema.json", file: "info", type: "SnapshotInfo" },
  { schema: "ranking.schema.json", file: "ranking", type: "Ranking" },
  { schema: "pack.schema.json", file: "pack", type: "PackJson" },
  { schema: "request.schema.json", file: "request", type: "PackRequest", renamed: true },
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
    bannerComment: `// Made from docs/${name} by scripts/types.mjs: change it there.`,
    format: false,
  });
  await writeFile(new URL(`${file}.cts`, out), text);
}
