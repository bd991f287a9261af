// Owns the tests of the page as a person meets it: in Chromium, on an exported file, against the command line's bytes. It owns
// no part's arithmetic.

/* global DataTransfer, document, getComputedStyle, requestAnimationFrame -- the page has them */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { browser, serve } from "../../../tests/js/chromium.mjs";
import { ROOT, Sandbox, SMALL_TOKENIZER } from "../../../tests/js/support.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const QUESTION = "Where is a text cut into passages?";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

describe("the page", () => {
  const sandbox = new Sandbox();
  const requests = [];
  const faults = [];
  let file;
  let server;
  let chromium;
  let page;

  before(async () => {
    const folder = join(sandbox.root, "engine");
    cpSync(join(ROOT, "engine/src"), folder, { recursive: true });
    file = join(sandbox.root, "engine.graphicle");
    sandbox.graphicle(["export", "--project", folder, "--out", file]);
    const site = join(sandbox.root, "site");
    cpSync(join(ROOT, "bindings-js/demo/dist"), site, { recursive: true });
    cpSync(file, join(site, "project.graphicle"));
    const index = readFileSync(join(site, "index.html"), "utf8");
    writeFileSync(join(site, "beside.html"), index.replace('name="graphicle-snapshot" content=""', 'name="graphicle-snapshot" content="project.graphicle"'));
    server = await serve(site);
    chromium = await browser({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    await chromium.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
    page = await chromium.context.newPage();
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    await page.goto(`${server.address}/index.html`);
  });
  after(async () => {
    await chromium.close();
    await server.close();
    sandbox.remove();
  });

  const tokens = () => page.locator(".summary strong").getAttribute("data-tokens").then(Number);

  /** Does something that changes the pack, and waits until nothing is on its way any more. */
  async function changed(act) {
    const made = () => page.locator(".summary strong").getAttribute("data-made").then(Number);
    const before = await made();
    await act();
    await page.waitForFunction((known) => {
      const now = Number(document.querySelector(".summary strong")?.dataset.made);
      return now > known && document.querySelector('.result[aria-busy="false"]') !== null;
    }, before);
  }

  async function download() {
    const [own] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^Download/u }).click()]);
    return { name: own.suggestedFilename(), bytes: readFileSync(await own.path()) };
  }

  const printed = (args) => sandbox.graphicle(["pack", "--snapshot", file, ...args]);

  async function withoutFindings(what) {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`), [], what);
  }

  test("an empty page says what it is for, and a file that is none is a sentence", async () => {
    await page.getByRole("heading", { name: /Packs of a repository/u }).waitFor();
    await withoutFindings("empty");
    await page.setInputFiles('input[type="file"]', { name: "nothing.txt", mimeType: "text/plain", buffer: Buffer.from("nothing") });
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assert.match(await alert.textContent(), /graphicle export/u);
    await withoutFindings("a wrong file");
  });

  test("a file is opened where it is dropped, and an overview is there at once", async () => {
    const dataTransfer = await page.evaluateHandle(async () => {
      const held = new DataTransfer();
      held.items.add(new File([await (await fetch("project.graphicle")).blob()], "dropped.graphicle"));
      return held;
    });
    await page.dispatchEvent("body", "dragover", { dataTransfer });
    await page.getByText("Drop the file").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer });
    await page.getByText("Drop the file").waitFor({ state: "detached" });
    await page.locator(".summary").waitFor();
    assert.match(await page.locator(".project").textContent(), /engine/u);
    await withoutFindings("an overview");
    await page.getByRole("tab", { name: /Ranked/u }).click();
    await page.getByText("An overview has no ranking").waitFor();
  });

  test("a question gives ranked files with reasons, and the command line's pack", async () => {
    await changed(async () => {
      await page.fill("#question", QUESTION);
      await page.press("#question", "Enter");
    });
    await page.getByRole("tab", { name: /Ranked files \(\d+\)/u }).click();
    const first = page.locator(".ranked li").first();
    assert.match(await first.textContent(), /passage\.rs.*in Focus/su);
    assert.ok((await page.locator(".ranked li").count()) > 10);
    await withoutFindings("a ranking");
    await first.getByRole("button", { name: /passage\.rs$/u }).first().click();
    await page.locator(".pack .line.code .hljs-keyword").first().waitFor();
    const { name, bytes } = await download();
    assert.equal(name, "engine-pack.md");
    assert.equal(sha256(bytes), sha256(printed(["--budget", "32k", QUESTION])));
  });

  test("the picture's areas and the table add up to the pack", async () => {
    const cells = await page.locator(".treemap .cell").evaluateAll((all) => all.map((cell) => Number(cell.dataset.tokens)));
    const sum = cells.reduce((all, own) => all + own, 0);
    const { sections, tokens: whole } = JSON.parse(printed(["--budget", "32k", "--format", "json", QUESTION]));
    assert.equal(sum, sections.reduce((all, own) => all + own.tokens, 0));
    assert.equal(await tokens(), whole);
    assert.ok(Math.abs(sum - whole) <= whole * 0.01, `${sum} and ${whole}`);
    const areas = await page.locator(".treemap .cell").evaluateAll((all) => all.map((cell) => [Number(cell.dataset.tokens), cell.offsetWidth * cell.offsetHeight]));
    const [large, small] = [areas.reduce((a, b) => (a[0] > b[0] ? a : b)), areas.filter(([, area]) => area > 400).reduce((a, b) => (a[0] < b[0] ? a : b))];
    assert.ok(large[1] > small[1]);
    await page.getByRole("button", { name: "Table", exact: true }).click();
    assert.ok((await page.locator(".table tbody tr").count()) > 5);
    await withoutFindings("a table");
    await page.getByRole("button", { name: "Table", exact: true }).click();
  });

  test("budget, layout, format, order, numbers and sections make the pack anew", async () => {
    await changed(async () => {
      await page.fill("#budget", "8k");
      await page.press("#budget", "Enter");
    });
    assert.ok((await tokens()) <= 8000);
    await changed(() => page.locator(".controls").getByLabel("Format").selectOption("xml"));
    await changed(() => page.locator(".controls").getByLabel("Order").selectOption("relevant-first"));
    await changed(() => page.locator(".controls").getByLabel("Line numbers").selectOption("all"));
    await changed(() => page.locator(".controls").getByLabel("Docs").uncheck());
    const args = ["--budget", "8k", "--format", "xml", "--order", "relevant-first", "--line-numbers", "all", "--sections", "arch,map,focus,paths,tests,breadth,manifest"];
    let { name, bytes } = await download();
    assert.equal(name, "engine-pack.xml");
    assert.equal(sha256(bytes), sha256(printed([...args, QUESTION])));
    await changed(() => page.locator(".controls").getByLabel("Layout").selectOption("cache"));
    ({ bytes } = await download());
    assert.equal(sha256(bytes), sha256(printed([...args, "--layout", "cache", QUESTION])));
    await changed(() => page.locator(".controls").getByLabel("Layout").selectOption("standard"));
    await changed(() => page.locator(".controls").getByLabel("Format").selectOption("json"));
    ({ name, bytes } = await download());
    assert.equal(name, "engine-pack.json");
    const json = printed([...args.with(3, "json"), QUESTION]).replace(/,"seconds":[0-9.e-]+\}\n$/u, "}\n");
    assert.equal(sha256(bytes), sha256(json));
    await page.fill("#budget", "many");
    await page.getByText("Give a number from 512").waitFor();
    await withoutFindings("a wrong budget");
    await page.fill("#budget", "8000");
  });

  test("files are pinned and left out by a click, and the address keeps it", async () => {
    await changed(() => page.locator(".controls").getByLabel("Format").selectOption("markdown"));
    await page.getByRole("tab", { name: /Ranked/u }).click();
    const [second, third] = await page.locator(".ranked li code").allTextContents().then((all) => all.slice(1, 3));
    await changed(() => page.getByRole("button", { name: `Pin ${second}`, exact: true }).click());
    await changed(() => page.getByRole("button", { name: `Leave out ${third}`, exact: true }).click());
    const shared = ["--budget", "8k", "--order", "relevant-first", "--line-numbers", "all", "--sections", "arch,map,focus,paths,tests,breadth,manifest"];
    const expected = printed([...shared, "--pin", second, "--exclude", `/${third}`, QUESTION]);
    assert.equal(sha256((await download()).bytes), sha256(expected));
    const address = page.url();
    assert.match(address, /pin=/u);
    await page.goto(`${server.address}/beside.html${new URL(address).hash}`);
    await page.locator(".summary").waitFor();
    assert.equal(sha256((await download()).bytes), sha256(expected));
    await changed(() => page.getByRole("button", { name: `Take out ${second}`, exact: true }).click());
    assert.doesNotMatch(page.url(), /pin=/u);
  });

  test("the pack is copied as it is", async () => {
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("The pack is on the clipboard").first().waitFor({ state: "attached" });
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(sha256(text), sha256((await download()).bytes));
  });

  test("a tokenizer counts exactly, and what is none is a sentence", async () => {
    const input = page.getByLabel(/Count exactly/u);
    await input.setInputFiles({ name: "wrong.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await page.getByRole("alert").waitFor();
    await changed(() => input.setInputFiles({ name: "tokenizer.json", mimeType: "application/json", buffer: Buffer.from(SMALL_TOKENIZER) }));
    assert.match(await page.locator(".summary p").textContent(), /\(exact\)/u);
  });

  test("patterns that let nothing in are a sentence, and the pack before stays", async () => {
    await page.getByLabel("Only files that match").fill("nothing/**");
    await page.getByLabel("Only files that match").press("Enter");
    await page.getByRole("alert").waitFor();
    assert.ok((await tokens()) > 0);
    await withoutFindings("an error");
    await page.getByRole("button", { name: "Take out nothing/**" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  test("a pack of a million tokens scrolls from one end to the other", async () => {
    await changed(() => page.getByLabel(/tokenizer\.json/u).uncheck());
    await changed(() => page.locator(".controls").getByLabel("Docs").check());
    await changed(async () => {
      await page.fill("#budget", "1m");
      await page.press("#budget", "Enter");
    });
    await page.getByRole("tab", { name: /^Pack/u }).click();
    const pack = page.locator(".pack");
    assert.ok((await page.locator(".pack .line").count()) < 300, "only what is seen is in the document");
    await pack.evaluate((own) => own.scrollTo(0, own.scrollHeight));
    const text = (await download()).bytes.toString();
    const last = text.trimEnd().split("\n").at(-1);
    await page.waitForFunction((line) => [...document.querySelectorAll(".pack .line")].some((own) => own.textContent === line), last);
    await pack.evaluate((own) => own.scrollTo(0, 0));
    await page.waitForFunction((line) => [...document.querySelectorAll(".pack .line")].some((own) => own.textContent === line), text.split("\n")[0]);
  });

  test("the keyboard goes everywhere", async () => {
    const cells = page.locator(".treemap .cell");
    await cells.first().focus();
    await page.keyboard.press("End");
    assert.equal(await cells.last().evaluate((own) => own === document.activeElement), true);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".pack").evaluate((own) => own === document.activeElement), true);
    await page.getByRole("tab", { name: /^Pack/u }).focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".ranked").waitFor();
    await page.locator(".bar .theme").focus();
    const met = new Set();
    for (let step = 0; step < 45; step += 1) {
      await page.keyboard.press("Tab");
      const own = await page.evaluate(() => {
        const { activeElement } = document;
        const outline = activeElement === null ? "" : getComputedStyle(activeElement).outlineStyle;
        return { what: `${activeElement?.tagName} ${activeElement?.id}`, outline };
      });
      met.add(own.what);
      if (own.what.startsWith("BODY")) break;
      assert.notEqual(own.outline, "none", own.what);
    }
    for (const what of ["TEXTAREA question", "INPUT budget"]) assert.ok(met.has(what), [...met].join(", "));
  });

  test("dark, light and a narrow screen", async () => {
    for (const theme of ["light", "dark"]) {
      while ((await page.evaluate(() => document.documentElement.dataset.theme)) !== theme) await page.locator(".bar .theme").click();
      await withoutFindings(theme);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    // The picture follows the size in the next turn.
    await page.evaluate(() => new Promise((next) => setTimeout(() => requestAnimationFrame(next), 200)));
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll("body *")].filter((own) => own.getBoundingClientRect().right > clientWidth);
      return scrollWidth <= clientWidth ? [] : beyond.map((own) => `${own.tagName} ${own.className} ${own.textContent.slice(0, 40)}`).slice(0, 5);
    });
    assert.deepEqual(wide, []);
    await withoutFindings("narrow");
  });

  test("nothing left the page's own origin, and nothing went wrong in silence", () => {
    const foreign = requests.filter((url) => !url.startsWith(server.address) && !url.startsWith("data:") && !url.startsWith(`blob:${server.address}`));
    assert.deepEqual(foreign, []);
    assert.deepEqual(faults, []);
  });
});
