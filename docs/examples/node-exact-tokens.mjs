// Packs with exact token counts, and with a ranking of one's own on top of graphicle's.
// node node-exact-tokens.mjs FILE TOKENIZER.json

import { readFile } from "node:fs/promises";

import { Snapshot, Tokenizer } from "@graphicle/node";

const [file, tokenizerFile] = process.argv.slice(2);
const question = "How are orders saved?";

const tokenizer = await Tokenizer.fromJSONAsync(await readFile(tokenizerFile));
const snapshot = Snapshot.openFile(file);

const { confidence, ranking } = snapshot.rank(question, { limit: 20 });
const tests = ranking.filter(({ path }) => path.includes("test"));
const others = ranking.filter(({ path }) => !path.includes("test"));

const pack = snapshot.pack({ question, ranking: [...others, ...tests].map(({ path }) => path), budget: 8000, tokenizer });
console.log(`${confidence}: ${pack.tokens} tokens by ${tokenizer.label}`);
console.log(tokenizer.count(pack.text) === pack.tokens);

snapshot.close();
tokenizer.close();
