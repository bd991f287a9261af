// Owns being the thread of a page; owns no work of it.

import "./web-platform.js";

import type { ToThread } from "./messages.js";
import { answer } from "./served.js";

self.addEventListener("message", ({ data }: MessageEvent<ToThread>) => {
  void answer(data, (message) => {
    self.postMessage(message);
  });
});
