// Owns loops whose memory must not grow: prints the resident megabytes after a tenth of the rounds and at the end.

import { readFileSync } from "node:fs";

import { Snapshot } from "@graphicle/node";

const [name, file] = process.argv.slice(2);
const bytes = readFileSync(file);
const snapshot = Snapshot.open(bytes);
const request = (round) => ({ question: `How does the cart add up prices of ${round} books?`, budget: 8000 });

const loops = {
  packs: { rounds: 1000, run: (round) => snapshot.pack(request(round)) },
  asyncPacks: {
    rounds: 250,
    run: (round) => Promise.all([1, 2, 3, 4].map((n) => snapshot.packAsync(request(round * 4 + n)))),
  },
  // Snapshots that nobody closes are freed by the collector, when the event loop turns; it begins after some hundred.
  abandonedSnapshots: {
    rounds: 3000,
    run: async () => {
      Snapshot.open(bytes).info();
      await new Promise((next) => setImmediate(next));
    },
  },
  closedSnapshots: {
    rounds: 1000,
    run: () => {
      const own = Snapshot.open(bytes);
      own.info();
      own.close();
    },
  },
  failures: {
    rounds: 5000,
    run: (round) => {
      try {
        snapshot.pack({ pins: [`no/such/file/${round}`] });
      } catch {
        // It is meant to fail.
      }
    },
  },
};

const megabytes = async () => {
  for (let n = 0; n < 5; n += 1) {
    globalThis.gc();
    await new Promise((next) => setImmediate(next));
  }
  return Math.round(process.memoryUsage().rss / 2 ** 20);
};

const { rounds, run } = loops[name];
let early = 0;
for (let round = 0; round < rounds; round += 1) {
  await run(round);
  if (round === Math.floor(rounds / 10)) early = await megabytes();
}
console.log(JSON.stringify({ early, late: await megabytes() }));
