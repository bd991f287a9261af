// Owns the benchmark: opening a file, and a ranked pack in WASM against the same work in a native process, turn by turn, as a
// ratio of medians. node bench/bench.mjs FILE [ROUNDS]; Cargo builds the native side.

import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

import { Snapshot } from "@graphicle/wasm";

import { median, native, request } from "../../scripts/js/native.mjs";

const [file, rounds = "25"] = process.argv.slice(2);

/** Returns the milliseconds that some work takes. */
function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const bytes = readFileSync(file);
const figures = {};
const opened = Array.from({ length: 9 }, () => timed(() => Snapshot.open(bytes).close()));
figures.open = median(opened);

// What the process grows by for one more snapshot, as a multiple of its bytes.
const first = Snapshot.open(bytes);
const before = process.memoryUsage().rss;
const snapshot = Snapshot.open(bytes);
figures.memory = (process.memoryUsage().rss - before) / snapshot.info().bytes;
first.close();

const other = native(file);
const times = { native: [], pack: [], rank: [] };
for (let round = 0; round < Number(rounds); round += 1) {
  times.native.push(await other.pack());
  times.pack.push(timed(() => snapshot.pack(request)));
  times.rank.push(timed(() => snapshot.rank(request.question)));
}
other.end();

for (const [name, own] of Object.entries(times)) figures[name] = median(own);
figures.ratio = figures.pack / figures.native;
console.log(JSON.stringify(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100]))));
