// Owns being the thread of a Node process; owns no work of it.

import "./node-platform.js";

import { parentPort } from "node:worker_threads";

import type { ToThread } from "./messages.js";
import { answer } from "./served.js";

parentPort?.on("message", (message: ToThread) => {
  void answer(message, (answered) => {
    parentPort?.postMessage(answered);
  });
});
