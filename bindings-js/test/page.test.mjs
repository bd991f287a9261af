// Owns the tests of the package in a page: a thread with progress and cancellation, one that is lost, a policy that is
// strict. That a page makes the same packs is tests/conformance's to say.

/* global engine, init, Snapshot, threads, tokenizers -- the page has them */

import assert from "node:assert/strict";
import { mkdirSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { browser, serve } from "../../tests/js/chromium.mjs";
import { CROWD, ROOT, SHOP, SMALL_TOKENIZER, Sandbox } from "../../tests/js/support.mjs";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const PAGE = `<!doctype html><meta http-equiv="content-security-policy" content="${POLICY}"><script type="module" src="page.js"></script>`;
const SCRIPT = `
  import * as wasm from "/dist/web/web.js";
  import * as tokenizers from "/dist/web/web-tokenizer.js";
  import * as threads from "/dist/web/web-worker.js";
  Object.assign(globalThis, wasm, { threads, tokenizers });
`;

describe("in a page", () => {
  const sandbox = new Sandbox();
  let server;
  let chromium;
  let page;

  before(async () => {
    const site = join(sandbox.root, "site");
    mkdirSync(site);
    cpSync(join(ROOT, "bindings-js/dist"), join(site, "dist"), { recursive: true });
    writeFileSync(join(site, "index.html"), PAGE);
    writeFileSync(join(site, "page.js"), SCRIPT);
    for (const [name, files] of Object.entries({ shop: SHOP, crowd: CROWD })) {
      sandbox.graphicle(["export", "--project", sandbox.project(name, files).folder, "--out", join(site, `${name}.graphicle`)]);
    }
    server = await serve(site);
    chromium = await browser();
    page = await chromium.context.newPage();
    await page.goto(`${server.address}/index.html`);
    await page.waitForFunction(() => "Snapshot" in globalThis);
  });
  after(async () => {
    await chromium.close();
    await server.close();
    sandbox.remove();
  });

  test("nothing can be opened before the module is there, then it can", async () => {
    const told = await page.evaluate(async () => {
      const bytes = await (await fetch("shop.graphicle")).arrayBuffer();
      let code;
      try {
        Snapshot.open(bytes);
      } catch (error) {
        ({ code } = error);
      }
      await Promise.all([init(), init()]);
      const snapshot = Snapshot.open(bytes);
      const { files } = snapshot.info();
      const { tokens } = snapshot.pack({ budget: 4000 });
      snapshot.close();
      return { code, files, tokens };
    });
    assert.equal(told.code, "NOT_READY");
    assert.equal(told.files, Object.keys(SHOP).length);
    assert.ok(told.tokens > 0 && told.tokens <= 4000);
  });

  test("a module that is not where it is said to be is told", async () => {
    const told = await page.evaluate(() =>
      tokenizers.init("/nowhere.wasm").then(() => "done", ({ code, message }) => `${code} ${message}`),
    );
    assert.match(told, /^NOT_READY .*404/);
    assert.equal(await page.evaluate(() => tokenizers.init().then(() => "done")), "done");
  });

  test("a thread opens an address with progress, packs, and is cancelled", async () => {
    const told = await page.evaluate(async (tokenizer) => {
      globalThis.engine = threads.WorkerEngine.start();
      const steps = [];
      const { files } = await engine.open("crowd.graphicle", { onProgress: ({ step }) => steps.push(step) });
      await engine.loadTokenizer(new TextEncoder().encode(tokenizer));
      const controller = new AbortController();
      const aborted = Array.from({ length: 5 }, () => engine.pack({ question: "prices", budget: "2m" }, { signal: controller.signal }));
      controller.abort();
      const codes = (await Promise.allSettled(aborted)).map(({ reason }) => reason.code);
      const pack = await engine.pack({ question: "prices", budget: 3000, exact: true });
      return { steps: [...new Set(steps)], files, codes, tokens: pack.tokens, counted: pack.toJSON().tokenizer };
    }, SMALL_TOKENIZER);
    assert.deepEqual(told.steps, ["reading", "opening"]);
    assert.equal(told.files, Object.keys(CROWD).length);
    assert.deepEqual(told.codes, Array(5).fill("ABORTED"));
    assert.match(told.counted, /exact/);
  });

  test("a thread that is lost is replaced, with what it held", async () => {
    const [thread] = page.workers();
    const lost = page.evaluate(() => engine.pack({ question: "prices", budget: "2m" }).then(() => "done", ({ code }) => code));
    await thread.evaluate(() => {
      setTimeout(() => {
        throw new Error("the thread is lost");
      });
    });
    assert.ok(["done", "INTERNAL"].includes(await lost));
    await page.waitForFunction(() => engine.pack({ question: "prices", budget: 3000, exact: true }).then(({ tokens }) => tokens > 0, () => false));
    assert.equal(page.workers().includes(thread), false);
  });

  test("a file of the page is opened, and one that is none leaves the former", async () => {
    const told = await page.evaluate(async () => {
      const blob = await (await fetch("shop.graphicle")).blob();
      const { files } = await engine.open(new File([blob], "shop.graphicle"));
      const code = await engine.open(new File(["nothing"], "nothing")).catch((error) => error.code);
      const missing = await engine.open("missing.graphicle").catch((error) => error.code);
      return { files, code, missing, tokens: (await engine.pack({ question: "prices" })).tokens };
    });
    assert.equal(told.files, Object.keys(SHOP).length);
    assert.equal(told.code, "SNAPSHOT_FOREIGN");
    assert.equal(told.missing, "NOT_FOUND");
    assert.ok(told.tokens > 0);
  });

  test("a thousand packs in a loop leave the page's memory as it was", async () => {
    const [early, late] = await page.evaluate(async () => {
      const bytes = await (await fetch("shop.graphicle")).arrayBuffer();
      const snapshot = Snapshot.open(bytes);
      const megabytes = () => performance.memory.usedJSHeapSize / 2 ** 20;
      let early = 0;
      for (let round = 0; round < 1000; round += 1) {
        snapshot.pack({ question: `prices ${round}`, budget: 4000 });
        if (round === 200) early = megabytes();
      }
      return [early, megabytes()];
    });
    assert.ok(late < early + 40, `${early} MB, then ${late} MB`);
  });
});
