// Owns what the tests of JavaScript stand on: the program, a data folder of their own, made projects, their snapshots. It
// owns no test.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The graphicle program: GRAPHICLE_BIN, else what Cargo built in this repository. */
export const PROGRAM = process.env.GRAPHICLE_BIN || built("graphicle");

/** Returns a program of this repository, as Cargo built it last. */
export function built(program) {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const name = process.platform === "win32" ? `${program}.exe` : program;
  const files = ["release", "debug"].map((profile) => join(target, profile, name)).filter((file) => existsSync(file));
  const [latest] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (latest === undefined) throw new Error(`there is no program ${program}; run cargo build --workspace`);
  return latest;
}

/** A folder with a data folder and projects in it. */
export class Sandbox {
  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "graphicle-test-")));
    this.data = join(this.root, "data");
  }

  /** Runs the program and returns what it printed. */
  graphicle(args, options = {}) {
    return execFileSync(PROGRAM, args, {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, GRAPHICLE_DATA_DIR: this.data },
      ...options,
    });
  }

  /** Writes files into a folder of the sandbox and returns it. */
  write(name, files) {
    const folder = join(this.root, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  /** Writes a project, syncs it, and returns its folder, its id and the path of its snapshot. */
  project(name, files) {
    const before = this.ids();
    const folder = this.write(name, files);
    this.graphicle(["sync", folder]);
    const id = this.ids().find((own) => !before.includes(own));
    return { folder, id, snapshot: this.snapshotOf(id) };
  }

  /** The ids of the projects. */
  ids() {
    const projects = join(this.data, "projects");
    return existsSync(projects) ? readdirSync(projects) : [];
  }

  /** The path of a project's snapshot. */
  snapshotOf(id) {
    const folder = join(this.data, "projects", id);
    return join(folder, readdirSync(folder).find((name) => name.endsWith(".snapshot")));
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A made web shop in three languages: a few files that call each other, tests, documentation, every kind of text. */
export const SHOP = {
  "README.md": "# Shop\n\nSells books. The cart adds up prices, the store keeps orders.\n\n```ts\nnew Cart().total()\n```\n",
  "src/cart.ts": [
    'import { priceOf } from "./prices";',
    "",
    "/** What somebody is about to buy. */",
    "export class Cart {",
    "  private readonly books: string[] = [];",
    "",
    "  add(book: string): void {",
    "    this.books.push(book);",
    "  }",
    "",
    "  /** Adds up the prices of all books, less the discount. */",
    "  total(): number {",
    "    return this.books.map(priceOf).reduce((sum, price) => sum + price, 0);",
    "  }",
    "}",
    "",
  ].join("\n"),
  "src/prices.ts": "export function priceOf(book: string): number {\n  return book.length * 3;\n}\n",
  "src/cart.test.ts":
    'import { Cart } from "./cart";\n\ntest("an empty cart costs nothing", () => {\n  expect(new Cart().total()).toBe(0);\n});\n',
  "store/orders.py":
    'class OrderStore:\n    """Keeps orders."""\n\n    def save(self, order):\n        self.retry(order, times=3)\n\n    def retry(self, order, times):\n        for _ in range(times):\n            print("写 <|endoftext|>", order)\n',
  "store/main.go":
    "package main\n\n// Checkout turns a cart into an order.\nfunc Checkout(cart []string) int {\n\treturn len(cart)\n}\n\nfunc main() {\n\tCheckout(nil)\n}\n",
  "docs/orders.md": "# Orders\n\nAn order is retried three times when the store is busy.\n",
  "notes \u{1f4d6} and ünïcode.txt": "prices are in \u{20ac}\r\nand \u{1f4d6}\r\n",
};

/** A made project that keeps a thread busy for some milliseconds: many files of functions that call each other. */
export const CROWD = Object.fromEntries(
  Array.from({ length: 400 }, (_, file) => [
    `part${file % 20}/module${file}.py`,
    Array.from(
      { length: 12 },
      (_, n) => `def price_${file}_${n}(cart):\n    """Adds up prices of cart ${n}."""\n    return price_${file}_${(n + 1) % 12}(cart) + ${n}\n\n\n`,
    ).join(""),
  ]),
);

/** Returns a tokenizer.json of these words, the first of them for all others, and of special tokens. */
export function wordPieces(words, special = []) {
  const added = special.map((content) => ({
    id: words.indexOf(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return JSON.stringify({
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: null,
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: null,
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: words[0],
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  });
}

/** A tokenizer.json of three letters, and "ab" as one token. */
export const SMALL_TOKENIZER = wordPieces(["?", "ab", "##ab", "c", "##c"]);
