// Owns the entry of `@graphicle/wasm` for Node that exports api; owns nothing else.

import "./node-platform.js";

export * from "./api.js";
