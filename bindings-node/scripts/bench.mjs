// Owns the benchmark: a ranked pack in this process against the same work in a native one, turn by turn, as a ratio of
// medians. node scripts/bench.mjs SNAPSHOT [ROUNDS]; Cargo builds the native side.

import { performance } from "node:perf_hooks";

import { Snapshot, backend } from "@graphicle/node";

import { median, native, request } from "../../scripts/js/native.mjs";

const [file, rounds = "25"] = process.argv.slice(2);

const other = native(file);
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
  snapshot.rank(request.question);
  times.rank.push(performance.now() - start);
}
other.end();

for (const [name, own] of Object.entries(times)) figures[name] = median(own);
figures.ratio = figures.pack / figures.native;
figures.ratioAsync = figures.packAsync / figures.native;
const rounded = Object.entries(figures).map(([name, value]) => [name, typeof value === "number" ? Math.round(value * 100) / 100 : value]);
console.log(JSON.stringify(Object.fromEntries(rounded)));
