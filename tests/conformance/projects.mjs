// Owns the projects that every surface packs: small ones of this repository, as exported files. It owns no question.

import { cpSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import { ROOT, Sandbox, wordPieces } from "../js/support.mjs";

/** A tokenizer.json of a few words and letters, so that counts differ from every estimate. */
export const TOKENIZER = wordPieces(
  ["?", "<|endoftext|>", ...[..."abcdefghijklmnopqrstuvwxyz0123456789"].flatMap((letter) => [letter, `##${letter}`]), "def", "return", "##er", "##ing"],
  ["<|endoftext|>"],
);

/** Files whose texts look like the pack's own marks, or like nothing that a reader expects. */
const HOSTILE = {
  "README.md": "# Marks\n\n```go\ncode()\n```\n\n````\n`````\n~~~\n",
  "marks/cdata.xml": "<a>]]></a>\n<![CDATA[ x ]]>\n]]]]><![CDATA[>\n]]>]]>\n]]",
  "marks/page.html": '<section name="focus">\n<p>\n</section>\n</file>\n<file path="x">\n',
  "marks/special.py": 'END = "<|endoftext|>"\n\n\ndef finish(text):\n    return text + END\n',
  "bytes/no_end.py": "from marks.special import finish\n\n\ndef last():\n    return finish(1)",
  "bytes/crlf.c": "int one(void)\r\n{\r\n\treturn 1;\r\n}\r\n\r\nint two(void) { return one(); }\r\n",
  "bytes/tabs.go": "package bytes\n\nfunc\tTabs()\tint\t{\n\t\treturn\t1\t\n}\t\n",
  "bytes/controls.txt": "\u{1b}[31mred\u{1b}[0m \u{7}\u{8}\u{c}\u{b}\n\u{7f}\u{9b}2J\n",
  "bytes/separators.txt": "one\u{2028}two\u{2029}three\u{85}four\u{c}five\n",
  "bytes/right_to_left.py": '# שלום \u{202e}evil\u{202c}\ndef مرحبا():\n    return "أين"\n',
  "bytes/mark.py": "\u{feff}def marked():\n    return 1\n",
  "bytes/blank.py": "\n\n \n\t\n\n",
  "bytes/long.js": `const words = [${'"word", '.repeat(20_000)}];\n`,
  "paths/with space.py": "def space():\n    return 1\n",
  "paths/x.py lines 1-2": "def lines():\n    return 2\n",
  "paths/größe/数据.py": "def größe():\n    return 3\n",
  "numbers.rs": Array.from({ length: 400 }, (_, n) => `pub fn weight_${n}(x: f64) -> f64 {\n    x * ${n}.${n}e-3\n}\n`).join("\n"),
};

/** The projects' exported files. */
export class Projects {
  #sandbox = new Sandbox();

  /** The files, by project. */
  files = new Map();

  /** The tokenizer's file. */
  tokenizer = join(this.#sandbox.write("tokenizer", { "tokenizer.json": TOKENIZER }), "tokenizer.json");

  constructor() {
    this.#export(this.#copied("golden", "tests/golden/project"));
    this.#export(this.#copied("engine", "engine/src"));
    this.#export(this.#sandbox.write("hostile", HOSTILE));
    this.#export(this.#copied("untold", "tests/golden/project"), ["--no-text"]);
    const another = process.env.GRAPHICLE_CONFORMANCE_FILE;
    if (another) this.files.set(basename(another), resolve(another));
  }

  /** Runs the program and returns what it printed. */
  graphicle(args) {
    return this.#sandbox.graphicle(args);
  }

  #copied(name, folder) {
    const copy = join(this.#sandbox.root, name);
    cpSync(join(ROOT, folder), copy, { recursive: true });
    return copy;
  }

  #export(folder, options = []) {
    const file = `${folder}.graphicle`;
    this.graphicle(["export", "--project", folder, "--out", file, ...options]);
    this.files.set(basename(folder), file);
  }

  remove() {
    this.#sandbox.remove();
  }
}
