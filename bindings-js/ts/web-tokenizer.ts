// Owns the entry of `@graphicle/wasm` for pages and bundlers that exports tokenizer-api; owns nothing else.

import "./web-platform.js";

export * from "./tokenizer-api.js";
