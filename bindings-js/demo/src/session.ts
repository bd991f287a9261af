// Owns what the page knows and asks: the open project, the choice, the ranking and the pack for it, what is on its way. It
// owns no picture of any of it, and no answer: those are the engine's.

import { GraphicleError, type Pack, type PackJson, type Ranking, type SnapshotInfo, WorkerEngine } from "@graphicle/wasm/worker";

import { type Choice, fromHash, request, toHash } from "./options.ts";
import { type Rows, rowsOf } from "./rows.ts";
import { type SectionShare, sharesOf } from "./shares.ts";

/** Ranked files that are shown. */
const RANKED = 200;
/** How long typing and dragging may pause before the pack is made, milliseconds. */
const PAUSE = 120;

/** What is open, or on its way. */
export type Project =
  | { readonly state: "none"; readonly error: string }
  | { readonly state: "opening"; readonly name: string; readonly share: number | undefined }
  | { readonly state: "open"; readonly name: string; readonly info: SnapshotInfo };

/** A pack as it is shown. */
export interface Shown {
  readonly choice: Choice;
  readonly pack: Pack;
  readonly json: PackJson;
  readonly rows: Rows;
  readonly shares: readonly SectionShare[];
  readonly ranking: Ranking | undefined;
  readonly milliseconds: number;
  /** How many packs were made before it, in this tab. */
  readonly made: number;
}

/** Everything that is shown. */
export interface View {
  readonly project: Project;
  readonly choice: Choice;
  readonly shown: Shown | undefined;
  readonly isBusy: boolean;
  readonly error: string;
  /** What counts exactly, where something does. */
  readonly tokenizer: string;
  /** What was just done, for those who listen. */
  readonly notice: string;
  /** The same, where a click asked for it. */
  readonly done: string;
}

/** The page's state. */
export class Session {
  #view: View;
  readonly #listeners = new Set<() => void>();
  readonly #engine = WorkerEngine.start();
  #asking = new AbortController();
  #opening = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #made = 0;

  constructor(beside: string) {
    this.#view = {
      project: { state: "none", error: "" },
      choice: fromHash(location.hash),
      shown: undefined,
      isBusy: false,
      error: "",
      tokenizer: "",
      notice: "",
      done: "",
    };
    addEventListener("hashchange", () => {
      if (location.hash.replace(/^#/u, "") === toHash(this.#view.choice)) return;
      this.choose({ ...fromHash(location.hash), exact: this.#view.choice.exact });
    });
    if (beside !== "") void this.open(beside, beside);
  }

  get view(): View {
    return this.#view;
  }

  /** Calls `act` after each change; returns what ends that. */
  listen(act: () => void): () => void {
    this.#listeners.add(act);
    return () => this.#listeners.delete(act);
  }

  /** Opens an exported file. */
  async open(file: File | string, name: string): Promise<void> {
    const before = this.#view.project;
    this.#opening.abort();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    this.#asking.abort();
    this.#set({ project: { state: "opening", name, share: undefined }, error: "" });
    try {
      const info = await this.#engine.open(file, {
        signal,
        onProgress: ({ bytes, total }) => {
          if (!signal.aborted) this.#set({ project: { state: "opening", name, share: total === undefined ? undefined : bytes / total } });
        },
      });
      this.#set({ project: { state: "open", name: info.project ?? name, info }, shown: undefined, notice: `${name} is open` });
      document.title = `${info.project ?? name}: graphicle`;
      await this.#ask();
    } catch (error) {
      if (signal.aborted && this.#opening.signal !== signal) return;
      const sentence = signal.aborted ? "" : sentenceOf(error);
      // Where the new file cannot be opened, the one before it stays.
      this.#set(before.state === "open" ? { project: before, error: sentence } : { project: { state: "none", error: sentence } });
    }
  }

  /** Gives up opening. */
  cancel(): void {
    this.#opening.abort();
  }

  /** Loads a `tokenizer.json` and counts by it from now on. */
  async loadTokenizer(file: File): Promise<void> {
    this.#set({ isBusy: true, error: "" });
    try {
      const { label } = await this.#engine.loadTokenizer(file);
      this.#set({ tokenizer: `${file.name}: ${label}` });
      this.choose({ ...this.#view.choice, exact: true });
    } catch (error) {
      this.#set({ isBusy: false, error: sentenceOf(error) });
    }
  }

  /** Takes another choice, and makes its pack when nothing follows for a moment. */
  choose(choice: Choice): void {
    // What is shown is of another choice from now on.
    this.#set({ choice, isBusy: this.#view.project.state === "open" });
    const hash = toHash(choice);
    if (location.hash.replace(/^#/u, "") !== hash) history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }

  /** Makes the pack for the choice at once. */
  ask(): void {
    clearTimeout(this.#timer);
    void this.#ask();
  }

  /** Says what was done. */
  say(notice: string): void {
    this.#set({ notice, done: notice });
  }

  async #ask(): Promise<void> {
    if (this.#view.project.state !== "open") return;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const { choice } = this.#view;
    this.#set({ isBusy: true });
    const start = performance.now();
    try {
      const packing = this.#engine.pack(request(choice), { signal });
      const ranking = choice.question.trim() === "" ? undefined : this.#engine.rank(choice.question, { limit: RANKED, signal });
      const [pack, ranked] = await Promise.all([packing, ranking]);
      const json = pack.toJSON();
      const shown = { choice, pack, json, rows: rowsOf(json), shares: sharesOf(json), ranking: ranked, milliseconds: performance.now() - start, made: this.#made };
      this.#made += 1;
      this.#set({ shown, isBusy: false, error: "", done: "", notice: `Pack of ${json.tokens.toLocaleString("en")} tokens from ${String(json.included.length)} files` });
    } catch (error) {
      if (signal.aborted) return;
      this.#set({ isBusy: false, error: sentenceOf(error) });
    }
  }

  #set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    for (const act of this.#listeners) act();
  }
}

function sentenceOf(error: unknown): string {
  const sentence = GraphicleError.from(error).message;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
