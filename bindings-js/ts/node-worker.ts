// Owns the entry of `@graphicle/wasm` for Node that exports worker-api; owns nothing else.

import "./node-platform.js";

export * from "./worker-api.js";
