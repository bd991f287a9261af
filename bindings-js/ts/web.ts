// Owns the entry of `@graphicle/wasm` for pages and bundlers that exports api; owns nothing else.

import "./web-platform.js";

export * from "./api.js";
