// Owns the colours of code: a chunk's lines as HTML, made when they are first seen. It owns no language.

import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

import { type ChunkRows, numbered } from "./rows.ts";

const LANGUAGES = { bash, cpp, csharp, css, go, java, javascript, json, kotlin, lua, php, python, ruby, rust, scala, sql, swift, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Languages by the end of a file's name. */
const BY_END: Record<string, keyof typeof LANGUAGES> = {
  bash: "bash", c: "cpp", cc: "cpp", cpp: "cpp", cs: "csharp", css: "css", cxx: "cpp", go: "go", h: "cpp", hpp: "cpp", htm: "xml",
  html: "xml", java: "java", js: "javascript", json: "json", jsx: "javascript", kt: "kotlin", kts: "kotlin", lua: "lua",
  mjs: "javascript", php: "php", py: "python", pyi: "python", rb: "ruby", rs: "rust", scala: "scala", sh: "bash", sql: "sql",
  svg: "xml", swift: "swift", toml: "bash", ts: "typescript", tsx: "typescript", vue: "xml", xml: "xml", yaml: "yaml", yml: "yaml",
};

/** Larger chunks stay plain: colouring them would hold the page up. */
const MOST_LETTERS = 60_000;

const coloured = new WeakMap<ChunkRows, readonly string[] | null>();

/** Returns the chunk's code lines as HTML, without their numbers; `null` where they stay plain. */
export function highlighted(chunk: ChunkRows): readonly string[] | null {
  const known = coloured.get(chunk);
  if (known !== undefined) return known;
  const made = colouredOf(chunk);
  coloured.set(chunk, made);
  return made;
}

function colouredOf({ path, lines, code }: ChunkRows): readonly string[] | null {
  const language = path === null ? undefined : BY_END[/\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? ""];
  if (language === undefined) return null;
  const text = lines.slice(...code).map((line) => numbered(line).text).join("\n");
  if (text.length > MOST_LETTERS) return null;
  return splitLines(hljs.highlight(text, { language, ignoreIllegals: true }).value);
}

/** Splits HTML at its line ends; an element that goes on is closed and opened again. */
export function splitLines(html: string): string[] {
  const open: string[] = [];
  return html.split("\n").map((line) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/gu)) {
      if (tag === "</span>") open.pop();
      else open.push(tag);
    }
    return before + line + "</span>".repeat(open.length);
  });
}
