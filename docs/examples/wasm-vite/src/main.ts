// Opens the file beside the page, and shows the pack for the question in the address: index.html?How are prices added up?
import { type Pack, WorkerEngine } from "@graphicle/wasm/worker";

const engine = WorkerEngine.start();
await engine.open("project.graphicle");

const question = decodeURIComponent(location.search.slice(1));
const pack: Pack = await engine.pack({ question, budget: "8k", lineNumbers: "all" });

const shown = document.getElementById("pack");
if (shown !== null) shown.textContent = pack.text;
