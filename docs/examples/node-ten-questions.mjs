// Packs for ten questions: four at a time, off the main thread, each into a file.
// node node-ten-questions.mjs PROJECT QUESTIONS.txt FOLDER

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Snapshot } from "@graphicle/node";

const [project, questionsFile, folder] = process.argv.slice(2);
const questions = (await readFile(questionsFile, "utf8")).split("\n").filter((line) => line.trim() !== "");
await mkdir(folder, { recursive: true });

const snapshot = await Snapshot.openProjectAsync(project);
const next = questions.entries();

async function work() {
  for (const [index, question] of next) {
    const pack = await snapshot.packAsync({ question, budget: "32k" });
    await writeFile(join(folder, `${index + 1}.md`), pack.text);
    console.log(`${pack.tokens} tokens, ${pack.toJSON().included.length} files: ${question}`);
  }
}

await Promise.all([work(), work(), work(), work()]);
snapshot.close();
