import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  // The package starts a module worker and reads its .wasm files beside itself: Vite copies both in a build, and in
  // development it must leave the package as it is.
  worker: { format: "es" },
  optimizeDeps: { exclude: ["@graphicle/wasm"] },
});
