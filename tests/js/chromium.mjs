// Owns running pages in tests: a server of files on loopback, and headless Chromium. It owns no page.

import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";

import { chromium } from "playwright-core";

/** Headless, and without anything that would look for a network. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves a folder, and single files by other paths; gives its address and what ends it. */
export async function serve(folder, files = new Map()) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = files.get(path) ?? resolve(folder, `.${normalize(path)}`);
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": found.size });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** Starts Chromium with a profile of its own; gives its context and what ends it. */
export async function browser(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "graphicle-chromium-"));
  const executablePath = process.env.GRAPHICLE_CHROMIUM ?? ["", "usr", "bin", "chromium"].join("/");
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: FLAGS, ...options });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
