// Owns the benchmark: a ranked pack in this process against the same work in a native one, turn by turn, as a ratio of
// medians. node scripts/bench.mjs SNAPSHOT [ROUNDS]; Cargo builds the native side.

import { execFileSync, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { Snapshot, backend } from "@graphicle/node";

const [file, rounds = "25"] = process.argv.slice(2);
const question = "How does the scheduler bind a pod to a node?";
const request = { question, budget: 128_000 };
const crate = fileURLToPath(new URL("..", import.meta.url));

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/** Builds the native side and starts it; each call makes one pack there and returns the milliseconds. */
function native() {
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

const other = native();
const opening = performance.now();
const snapshot = Snapshot.openFile(file);
const figures = { backend: backend(), open: performance.now() - opening };
const times = { native: [], pack: [], packAsync: [], rank: [] };
for (let round = 0; round < Number(rounds); round += 1) {
  times.native.push(await other.pack());
  let start = performance.now();
  const pack = snapshot.pack(request);
  times.pack.push(performance.now() - start);
  start = performance.now();
  const later = await snapshot.packAsync(request);
  times.packAsync.push(performance.now() - start);
  if (later.json !== pack.json) throw new Error("two packs of one question differ");
  start = performance.now();
  snapshot.rank(question);
  times.rank.push(performance.now() - start);
}
other.end();

for (const [name, own] of Object.entries(times)) figures[name] = median(own);
figures.ratio = figures.pack / figures.native;
figures.ratioAsync = figures.packAsync / figures.native;
const rounded = Object.entries(figures).map(([name, value]) => [name, typeof value === "number" ? Math.round(value * 100) / 100 : value]);
console.log(JSON.stringify(Object.fromEntries(rounded)));
