// Owns the tests of the page's pure parts: the layout of areas, rows, colours by line, the address. It owns no page.

import assert from "node:assert/strict";
import { build } from "vite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

describe("the page's parts", () => {
  const out = mkdtempSync(join(tmpdir(), "graphicle-parts-"));
  let parts;

  before(async () => {
    // As the page has them: bundled, without their types.
    const entry = Object.fromEntries(["treemap", "rows", "options", "shares", "highlight"].map((name) => [name, join(SOURCES, `${name}.ts`)]));
    await build({
      configFile: false,
      logLevel: "error",
      build: { outDir: out, emptyOutDir: false, minify: false, lib: { entry, formats: ["es"] }, rollupOptions: { external: [/^@graphicle/u] } },
    });
    const modules = Object.keys(entry).map((name) => import(pathToFileURL(join(out, `${name}.js`)).href));
    parts = Object.assign({}, ...(await Promise.all(modules)));
  });
  after(() => rmSync(out, { recursive: true, force: true }));

  test("areas are as the values are, within the rectangle, beside each other", () => {
    const within = { x: 10, y: 20, width: 600, height: 250 };
    for (const values of [[1], [5, 3, 2, 1, 1], [0, 7, 0, 1], Array.from({ length: 400 }, (_, n) => ((n * 7919) % 997) + 1)]) {
      const placed = parts.squarified(values, within);
      const total = values.reduce((sum, value) => sum + value, 0);
      for (const [n, { x, y, width, height }] of placed.entries()) {
        assert.ok(Math.abs(width * height - (values[n] / total) * 600 * 250) < 0.01, `${values.length}: ${n}`);
        assert.ok(x >= 10 - 1e-6 && y >= 20 - 1e-6 && x + width <= 610 + 1e-6 && y + height <= 270 + 1e-6);
        for (const other of placed.slice(0, n)) {
          const apart = x + width <= other.x + 1e-6 || other.x + other.width <= x + 1e-6 || y + height <= other.y + 1e-6 || other.y + other.height <= y + 1e-6;
          assert.ok(apart || width * height === 0 || other.width * other.height === 0);
        }
      }
    }
    assert.deepEqual(parts.squarified([0, 0], within).map(({ width }) => width), [0, 0]);
  });

  const pack = (texts) => ({ sections: [{ name: "focus", tokens: 9, chunks: texts.map(([path, text]) => ({ path, text, tokens: 3 })) }] });

  test("rows are the text's lines, and code is what lies between the marks", () => {
    const texts = [
      [null, "## Focus\n\n"],
      ["a.py", "### a.py lines 1-2\nwhy: focus\n````python\n1\tdef f():\n2\t    ```\n````\n\n"],
      ["b.html", '<file path="b.html" lines="1-1" why="focus">\n<![CDATA[\n1\t</section>\n]]>\n</file>\n'],
      ["c.ts", '<file path="c.ts" lines="1-1" why="focus">\nlet a = `b`;\n</file>\n'],
    ];
    const rows = parts.rowsOf(pack(texts));
    assert.equal(rows.chunks.flatMap(({ lines }) => lines).join("\n") + "\n", texts.map(([, text]) => text).join(""));
    const code = rows.chunks.map(({ lines, code: [start, end] }) => lines.slice(start, end));
    assert.deepEqual(code, [[], ["1\tdef f():", "2\t    ```"], ["1\t</section>"], ["let a = `b`;"]]);
    for (let row = 0; row < rows.count; row += 1) {
      const chunk = rows.chunks[parts.chunkAt(rows, row)];
      assert.ok(row >= chunk.start && row < chunk.start + chunk.lines.length);
    }
    assert.deepEqual(parts.numbered("12\tx\ty"), { number: "12", text: "x\ty" });
  });

  test("colours go on over the ends of lines, and letters stay what they are", () => {
    const rows = parts.rowsOf(pack([["a.ts", "### a.ts\nwhy: x\n```ts\n/* one\ntwo <b> & */ const a = 1;\n```\n"]]));
    const lines = parts.highlighted(rows.chunks[0]);
    assert.equal(lines.length, 2);
    for (const line of lines) {
      assert.equal(line.match(/<span/gu).length, line.match(/<\/span>/gu).length, line);
      assert.match(line, /hljs-comment/u);
    }
    assert.equal(lines[1].replaceAll(/<[^>]*>/gu, ""), "two &lt;b&gt; &amp; */ const a = 1;");
    assert.equal(parts.highlighted(parts.rowsOf(pack([["a.unknown", "```\nx\n```\n"]])).chunks[0]), null);
  });

  test("an address says what was chosen, and nothing that was not", () => {
    assert.equal(parts.toHash(parts.DEFAULTS), "");
    const choice = {
      ...parts.DEFAULTS, question: "a & b # 写", budget: 8000, layout: "cache", share: 0.5, format: "xml", order: "relevant-first",
      lineNumbers: "none", sections: ["focus", "docs"], pins: ["a b.py:1-2"], include: ["src/**"], exclude: ["/x[1].go", "*.md"],
    };
    assert.deepEqual(parts.fromHash(`#${parts.toHash(choice)}`), choice);
    assert.deepEqual(parts.fromHash("#budget=1&format=pdf&sections=nothing&share=9&what=ever"), { ...parts.DEFAULTS, budget: 512, share: 1, sections: [] });
    assert.equal(parts.patternOf("a[1]*.go"), "/a\\[1\\]\\*.go");
  });

  test("shares are the chunks' tokens, by file", () => {
    const [share] = parts.sharesOf(pack([[null, "x"], ["a", "x"], ["b", "x"], ["a", "x"]]));
    assert.deepEqual(share.files, [{ path: "a", tokens: 6, chunk: 1 }, { path: "b", tokens: 3, chunk: 2 }]);
    assert.equal(share.own, 3);
  });
});
