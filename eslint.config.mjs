// Owns how the JavaScript and TypeScript of all packages is checked; owns no rule of its own.

import js from "@eslint/js";
import globals from "globals";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "**/generated/", "**/pkg/", "bindings-node/npm/", "**/node_modules/", "target/", "corpora/", "tests/golden/", "host-native/extract/corpus/"]),
  js.configs.recommended,
  {
    files: ["**/*.{mjs,cjs,js}"],
    languageOptions: { globals: { ...globals.node } },
  },
  {
    files: ["tests/conformance/page.js", "docs/examples/wasm-page/**/*.js", "docs/examples/wasm-vite/**/*.js"],
    languageOptions: { globals: { ...globals.browser } },
  },
  {
    files: ["**/*.{ts,tsx,cts,mts}"],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ["bindings-js/tsconfig.json", "bindings-js/tsconfig.node.json", "bindings-node/tsconfig.json", "docs/examples/wasm-vite/tsconfig.json", "bindings-js/demo/tsconfig.json"], tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A setting of the compiler says it of locals and parameters.
      "@typescript-eslint/no-unused-vars": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: false }],
    },
  },
);
