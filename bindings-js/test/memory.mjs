// Owns loops whose memory must not grow: prints the resident megabytes after a tenth of the rounds and at the end.

import { readFileSync } from "node:fs";

import { Snapshot } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";

import { SMALL_TOKENIZER } from "../../tests/js/support.mjs";

const [name, file] = process.argv.slice(2);
const bytes = readFileSync(file);
const snapshot = Snapshot.open(bytes);
const request = (round) => ({ question: `How does the cart add up prices of ${round} books?`, budget: 8000 });

const loops = {
  packs: { rounds: 1000, run: (round) => snapshot.pack(request(round)) },
  exactPacks: {
    rounds: 300,
    run: (round) => {
      const tokenizer = Tokenizer.fromJSON(SMALL_TOKENIZER);
      snapshot.pack({ ...request(round), tokenizer });
      if (round % 2 === 0) tokenizer.close();
    },
  },
  abandonedSnapshots: { rounds: 1000, run: () => Snapshot.open(bytes).info() },
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
  run(round);
  // Instances are freed when the event loop turns.
  if (round % 10 === 0) await new Promise((next) => setImmediate(next));
  if (round === Math.floor(rounds / 5)) early = await megabytes();
}
console.log(JSON.stringify({ early, late: await megabytes() }));
