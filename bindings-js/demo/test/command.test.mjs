// Owns the test that the program serves the page as it is: `graphicle demo` and `graphicle export --demo` in Chromium. It owns
// no test of the page itself.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";

import { browser, serve } from "../../../tests/js/chromium.mjs";
import { PROGRAM, ROOT, Sandbox, SHOP } from "../../../tests/js/support.mjs";

const PAGE = join(ROOT, "bindings-js/demo/dist");

describe("the page, as the program gives it", () => {
  const sandbox = new Sandbox();
  let chromium;
  let shop;

  before(async () => {
    shop = sandbox.project("shop", SHOP);
    chromium = await browser();
  });
  after(async () => {
    await chromium.close();
    sandbox.remove();
  });

  /** Opens an address, waits for the overview, and returns what went wrong on the page. */
  async function opened(address) {
    const page = await chromium.context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    await page.goto(address);
    await page.locator(".summary").waitFor();
    assert.match(await page.locator(".project").textContent(), /shop.*8 files/su);
    await page.close();
    return faults;
  }

  test("graphicle demo", async () => {
    const args = ["demo", "--no-open", "--page", PAGE, "--project", shop.folder];
    const child = spawn(PROGRAM, args, { env: { ...process.env, GRAPHICLE_DATA_DIR: sandbox.data }, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const { value: address } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
      assert.deepEqual(await opened(address), []);
    } finally {
      child.kill("SIGINT");
    }
    assert.equal(await new Promise((ended) => child.once("exit", ended)), 0);
  });

  test("graphicle export --demo", async () => {
    const folder = join(sandbox.root, "site");
    sandbox.graphicle(["export", "--demo", folder, "--page", PAGE, "--project", shop.folder]);
    const server = await serve(folder);
    try {
      assert.deepEqual(await opened(`${server.address}/index.html`), []);
    } finally {
      await server.close();
    }
  });
});
