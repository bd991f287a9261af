// Owns the entry of `@graphicle/wasm` for Node that exports tokenizer-api; owns nothing else.

import "./node-platform.js";

export * from "./tokenizer-api.js";
