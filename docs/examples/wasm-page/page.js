// Packs on a thread of its own, so that the page never waits. Without a bundler, a page names the package's file.
import { WorkerEngine } from "./node_modules/@graphicle/wasm/dist/web/web-worker.js";

const [ask, file, question, stop, state, shown] = ["ask", "file", "question", "stop", "state", "pack"].map((id) => document.getElementById(id));
const engine = WorkerEngine.start();
let controller = new AbortController();

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (chosen === undefined) return;
  await told(async (signal) => {
    const onProgress = ({ bytes, total }) => {
      state.textContent = `Opening: ${Math.round((100 * bytes) / total)} %`;
    };
    const { files } = await engine.open(chosen, { signal, onProgress });
    return `${files} files`;
  });
});

ask.addEventListener("submit", async (event) => {
  event.preventDefault();
  await told(async (signal) => {
    const pack = await engine.pack({ question: question.value, budget: "8k" }, { signal });
    shown.textContent = pack.text;
    return `${pack.tokens} tokens`;
  });
});

stop.addEventListener("click", () => controller.abort());

/** Says what came of some work, which ends what was begun before. */
async function told(work) {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  try {
    state.textContent = await work(signal);
  } catch (error) {
    if (!signal.aborted) state.textContent = `${error.code}: ${error.message}`;
  }
}
