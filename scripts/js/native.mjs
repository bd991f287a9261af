// Owns the other side of the packages' benchmarks: the same packs in a native process. It owns no figure.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const crate = fileURLToPath(new URL("../../bindings-node", import.meta.url));

/** What is asked in every round. */
export const request = { question: "How does the scheduler bind a pod to a node?", budget: 128_000 };

/** Returns the median. */
export const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/** Builds the native side and starts it; each call makes one pack there and returns the milliseconds. */
export function native(file) {
  const build = ["build", "--release", "--example", "native", "--message-format", "json"];
  const said = execFileSync("cargo", build, { cwd: crate, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
  const messages = said.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const program = messages.findLast(({ executable }) => executable)?.executable;
  const child = spawn(program, [file, JSON.stringify(request)], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async pack() {
      child.stdin.write("\n");
      return Number((await answers.next()).value);
    },
    end() {
      child.stdin.end();
    },
  };
}
