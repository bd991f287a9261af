// Owns loops whose memory must not grow; owns no measuring.

import { readFileSync } from "node:fs";

import { Snapshot } from "@graphicle/node";

import { printGrowth } from "../../tests/js/memory.mjs";

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

const loop = loops[name];
await printGrowth(loop, Math.floor(loop.rounds / 10));
