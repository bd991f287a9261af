// Owns how the page is built; owns nothing of it.

import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 900, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["@graphicle/wasm"] },
});
