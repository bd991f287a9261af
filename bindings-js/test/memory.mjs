// Owns loops whose memory must not grow; owns no measuring.

import { readFileSync } from "node:fs";

import { Snapshot } from "@graphicle/wasm";
import { Tokenizer } from "@graphicle/wasm/tokenizer";

import { printGrowth } from "../../tests/js/memory.mjs";
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

const loop = loops[name];
await printGrowth(loop, Math.floor(loop.rounds / 5));
