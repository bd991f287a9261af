// Owns the page's side of `@graphicle/wasm/worker`: one thing at a time is asked of the thread, and a thread that is lost
// is replaced and given back what it held. It owns no answer.

import { bytes } from "./bytes.js";
import { GraphicleError } from "./error.js";
import type { SnapshotInfo } from "./generated/info.js";
import type { PackRequest } from "./generated/options.js";
import type { Ranking } from "./generated/ranking.js";
import type { FromThread, Work, Works } from "./messages.js";
import { Pack } from "./pack.js";
import { platform, type Thread } from "./platform.js";
import { optionsObject, request, text } from "./request.js";
import { abortable, type AsyncOptions, onAbort } from "./signal.js";
import type { OpenOptions, Progress, RankOptions } from "./snapshot.js";

/** What is asked of a pack. */
export interface WorkerPackOptions extends PackRequest {
  /** Counts by the tokenizer that was loaded, instead of the estimate. */
  readonly exact?: boolean | undefined;
}

/** How long a ranking or a pack that nobody wants any more may go on before its thread is ended, milliseconds. */
const PATIENCE = 2000;

/** Something that waits for its turn. */
interface Job {
  readonly run: () => Promise<void>;
}

/** What was asked of the thread last. */
interface Asked {
  readonly id: number;
  readonly resolve: (done: Works[Work]["gives"]) => void;
  readonly reject: (error: GraphicleError) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** An engine on a thread of its own, with one snapshot. */
export class WorkerEngine {
  #thread: Thread | undefined;
  #asked: Asked | undefined;
  #id = 0;
  readonly #jobs: Job[] = [];
  #isAtWork = false;
  #isClosed = false;

  /** What the thread is to hold, and whether it does. */
  #file: Blob | string | undefined;
  #tokenizer: Blob | undefined;
  #holds = { file: false, tokenizer: false };

  private constructor() {
    this.#start();
  }

  /** Starts the thread; what it needs is loaded when it is first used. */
  static start(): WorkerEngine {
    return new WorkerEngine();
  }

  /**
   * Opens an exported file: its bytes, a file of a page, or an address. The one that was open before is closed; where the
   * new one cannot be opened, it is there again when something is asked of it.
   */
  async open(file: Uint8Array | ArrayBufferLike | Blob | string | URL, options: OpenOptions = {}): Promise<SnapshotInfo> {
    const { signal, onProgress } = options;
    const source = sourceOf(file);
    return this.#queued(signal, async () => {
      this.#holds.file = false;
      const info = await this.#ask("open", { file: source }, onProgress, signal);
      this.#file = source;
      this.#holds.file = true;
      return info;
    });
  }

  /** Loads the content of a `tokenizer.json`, which counts where `exact` is asked for. Another snapshot leaves it there. */
  async loadTokenizer(json: Uint8Array | ArrayBufferLike | Blob, options: AsyncOptions = {}): Promise<{ label: string }> {
    const own = blobOfBytes(json);
    return this.#queued(options.signal, async () => {
      await this.#restored("file");
      const loaded = await this.#ask("tokenizer", { json: own });
      this.#tokenizer = own;
      this.#holds.tokenizer = true;
      return loaded;
    });
  }

  /** Gives up the tokenizer. */
  async forgetTokenizer(): Promise<void> {
    await this.#queued(undefined, async () => {
      this.#tokenizer = undefined;
      this.#holds.tokenizer = false;
      await this.#ask("forget", null);
    });
  }

  /** Ranks the project's files for a question. */
  async rank(question: string, options: RankOptions & AsyncOptions = {}): Promise<Ranking> {
    const { signal, limit } = options;
    const asks = { question: text(question, "a question"), limit: limit ?? undefined };
    return this.#queued(signal, async () => {
      await this.#restored("all");
      return this.#ask("rank", asks, undefined, signal);
    });
  }

  /** Builds a pack; without a question, an overview of the repository. */
  async pack(options: WorkerPackOptions = {}, { signal }: AsyncOptions = {}): Promise<Pack> {
    const { exact, ...fields } = optionsObject(options);
    // What cannot cross is refused here.
    const asks = { options: JSON.parse(request(fields)) as PackRequest, exact: exact === true };
    return this.#queued(signal, async () => {
      await this.#restored("all");
      return Pack.of(await this.#ask("pack", asks, undefined, signal));
    });
  }

  /** Ends the thread. Whatever waits is rejected with the code "CLOSED", and what is asked later too. */
  close(): void {
    this.#isClosed = true;
    this.#lose(new GraphicleError("CLOSED", "the engine was closed; start another one"));
  }

  /** Does this work when what came before it is done. */
  async #queued<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return abortable(signal, () => new Promise<T>((resolve, reject) => {
      const run = async (): Promise<void> => {
        // The caller has gone: nothing is begun for it.
        if (signal?.aborted === true) return;
        try {
          resolve(await work());
        } catch (error) {
          reject(GraphicleError.from(error));
        }
      };
      this.#jobs.push({ run });
      void this.#workOn();
    }));
  }

  async #workOn(): Promise<void> {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) await job.run();
    this.#isAtWork = false;
  }

  /** Gives the thread what it is to hold: everything, or all but the tokenizer. */
  async #restored(what: "all" | "file"): Promise<void> {
    if (this.#file !== undefined && !this.#holds.file) {
      await this.#ask("open", { file: this.#file });
      this.#holds.file = true;
    }
    if (what === "all" && this.#tokenizer !== undefined && !this.#holds.tokenizer) {
      await this.#ask("tokenizer", { json: this.#tokenizer });
      this.#holds.tokenizer = true;
    }
  }

  async #ask<W extends Work>(
    work: W,
    asks: Works[W]["asks"],
    onProgress?: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<Works[W]["gives"]> {
    if (this.#isClosed) throw new GraphicleError("CLOSED", "the engine was closed; start another one");
    const thread = this.#thread ?? this.#start();
    this.#id += 1;
    const id = this.#id;
    const answered = new Promise<Works[W]["gives"]>((resolve, reject) => {
      this.#asked = { id, resolve, reject, onProgress };
    });
    thread.post({ id, work, asks });
    const forget = signal === undefined ? undefined : onAbort(signal, () => {
      this.#stop(thread, id);
    });
    return answered.finally(forget);
  }

  /** Ends what nobody waits for any more: an opening between two of its steps, anything else with its thread. */
  #stop(thread: Thread, id: number): void {
    thread.post({ id, work: "stop" });
    setTimeout(() => {
      if (this.#asked?.id === id) this.#lose(new GraphicleError("ABORTED", "the caller's signal aborted it"));
    }, PATIENCE);
  }

  #start(): Thread {
    const thread = platform().startThread();
    this.#thread = thread;
    thread.onMessage((message) => {
      if (thread === this.#thread) this.#hear(message as FromThread);
    });
    thread.onEnd((error) => {
      if (thread === this.#thread) this.#lose(GraphicleError.from(error));
    });
    return thread;
  }

  #hear(message: FromThread): void {
    const asked = this.#asked;
    if (asked?.id !== message.id) return;
    if ("progress" in message) {
      asked.onProgress?.(message.progress);
      return;
    }
    this.#asked = undefined;
    if ("done" in message) {
      asked.resolve(message.done);
      return;
    }
    const { code, message: sentence } = message.failed;
    const error = new GraphicleError(code, sentence);
    asked.reject(error);
    // Its engine has stopped, or has no memory: the next one is fresh.
    if (code === "INTERNAL") this.#lose(error);
  }

  /** Ends the thread and rejects what it was asked. */
  #lose(error: GraphicleError): void {
    const asked = this.#asked;
    this.#asked = undefined;
    this.#thread?.end();
    this.#thread = undefined;
    this.#holds = { file: false, tokenizer: false };
    asked?.reject(error);
  }
}

function sourceOf(file: Uint8Array | ArrayBufferLike | Blob | string | URL): Blob | string {
  if (file instanceof URL) return file.href;
  if (typeof file !== "string") return blobOfBytes(file);
  // The thread has an address of its own, which is not the page's.
  const base = typeof document === "undefined" ? undefined : document.baseURI;
  try {
    return new URL(file, base).href;
  } catch (error) {
    throw new GraphicleError("BAD_OPTION", `${file} is no address; give a URL, or the file's bytes`, { cause: error });
  }
}

function blobOfBytes(file: Uint8Array | ArrayBufferLike | Blob): Blob {
  return file instanceof Blob ? file : new Blob([bytes(file) as Uint8Array<ArrayBuffer>]);
}
