// Packs for ten questions from one exported file, each into a file of its own.
// node wasm-ten-questions.mjs FILE QUESTIONS.txt FOLDER

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Snapshot } from "@graphicle/wasm";

const [file, questionsFile, folder] = process.argv.slice(2);
const questions = (await readFile(questionsFile, "utf8")).split("\n").filter((line) => line.trim() !== "");
await mkdir(folder, { recursive: true });

const snapshot = Snapshot.open(await readFile(file));
for (const [index, question] of questions.entries()) {
  const pack = snapshot.pack({ question, budget: "32k" });
  await writeFile(join(folder, `${index + 1}.md`), pack.text);
  console.log(`${pack.tokens} tokens, ${pack.toJSON().included.length} files: ${question}`);
}
snapshot.close();
