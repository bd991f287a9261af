// Owns the entry of `@graphicle/wasm` for pages and bundlers that exports worker-api; owns nothing else.

import "./web-platform.js";

export * from "./worker-api.js";
