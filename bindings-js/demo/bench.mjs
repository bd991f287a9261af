// Owns the benchmark: from asking to the pack on the page, in Chromium. node bench.mjs FILE [BUDGET]... ; medians of nine
// questions for each budget, milliseconds, and the longest that the page's thread was held up.

/* global document, requestAnimationFrame -- the page has them */

import { fileURLToPath } from "node:url";

import { browser, serve } from "../../tests/js/chromium.mjs";

const [file, ...budgets] = process.argv.slice(2);
const server = await serve(fileURLToPath(new URL("dist", import.meta.url)));
const chromium = await browser({ viewport: { width: 1280, height: 900 } });
const page = await chromium.context.newPage();
await page.addInitScript(() => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
});
await page.goto(`${server.address}/index.html`);
await page.setInputFiles('input[type="file"]', file);
await page.locator(".summary").waitFor({ timeout: 120_000 });
for (const budget of budgets.length === 0 ? ["32k", "128k"] : budgets) {
  await page.fill("#budget", budget);
  await page.press("#budget", "Enter");
  await page.waitForTimeout(3000);
  const times = [];
  await page.evaluate(() => globalThis.tasks.splice(0));
  for (let round = 0; round < 9; round += 1) {
    times.push(
      await page.evaluate(async (question) => {
        const field = document.getElementById("question");
        const before = document.querySelector(".pack")?.textContent;
        field.value = question;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        const start = performance.now();
        document.querySelector("form.question").requestSubmit();
        while (document.querySelector(".pack")?.textContent === before) await new Promise((next) => requestAnimationFrame(next));
        return performance.now() - start;
      }, `Where is request ${round} handled, and its errors told?`),
    );
  }
  const longest = Math.max(0, ...(await page.evaluate(() => globalThis.tasks)));
  console.log(`${budget}: ${Math.round(times.toSorted((a, b) => a - b)[4])} ms (${times.map(Math.round).join(", ")}), longest task ${Math.round(longest)} ms`);
}
await chromium.close();
await server.close();
