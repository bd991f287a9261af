// Owns the snapshot as users hold it: opening, asking, closing. It owns no answer.

/// <reference lib="esnext.disposable" preserve="true" />

import { abortable, type AsyncOptions } from "./generated/signal.cjs";
import { asked, askedAsync } from "./answer.cjs";
import { bytes, path } from "./arguments.cjs";
import type { BackendSnapshot, BackendTokenizer } from "./backend.cjs";
import { GraphicleError } from "./generated/error.cjs";
import type { SnapshotInfo } from "./generated/info.cjs";
import type { Ranking } from "./generated/ranking.cjs";
import type { PackRequest } from "./generated/options.cjs";
import { optionsObject, request, text } from "./generated/request.cjs";
import { backend } from "./load.cjs";
import { Pack } from "./generated/pack.cjs";
import { Tokenizer } from "./tokenizer.cjs";

/** What a ranking is asked for with. */
export interface RankOptions {
  /** How many files are told of; 50 where there is none. */
  readonly limit?: number | null | undefined;
}

/** What is asked of a pack: every option of the command line. */
export interface PackOptions extends PackRequest {
  /** Counts tokens exactly, instead of the estimate. */
  readonly tokenizer?: Tokenizer | null | undefined;
}

/** A project's snapshot, which answers questions. */
export class Snapshot {
  #snapshot: BackendSnapshot | undefined;

  private constructor(snapshot: BackendSnapshot) {
    this.#snapshot = snapshot;
  }

  /** Opens the bytes of an exported file, or of a snapshot. They are copied. */
  static open(file: Uint8Array | ArrayBufferLike): Snapshot {
    return new Snapshot(asked(() => backend().open(bytes(file))));
  }

  /** As {@link open}, off the main thread but for the copy. */
  static async openAsync(file: Uint8Array | ArrayBufferLike, options: AsyncOptions = {}): Promise<Snapshot> {
    const { signal } = options;
    return new Snapshot(await askedAsync(() => abortable(signal, () => backend().openAsync(bytes(file), signal))));
  }

  /**
   * Opens an exported file, or a snapshot. A snapshot in the data folder is mapped; any other file is read into memory,
   * so that nothing that happens to it later matters.
   */
  static openFile(file: string | URL): Snapshot {
    return new Snapshot(asked(() => backend().openFile(path(file))));
  }

  /** As {@link openFile}, off the main thread. */
  static async openFileAsync(file: string | URL, options: AsyncOptions = {}): Promise<Snapshot> {
    const { signal } = options;
    return new Snapshot(await askedAsync(() => abortable(signal, () => backend().openFileAsync(path(file), signal))));
  }

  /**
   * Opens the last synced snapshot of a project: by its id or the id's first digits, its key, or a folder in it. Nothing
   * is synced. The snapshot is mapped, and stays as it is when the project is synced again.
   */
  static openProject(project: string): Snapshot {
    return new Snapshot(asked(() => backend().openProject(text(project, "a project"))));
  }

  /** As {@link openProject}, off the main thread. */
  static async openProjectAsync(project: string, options: AsyncOptions = {}): Promise<Snapshot> {
    const { signal } = options;
    const opened = askedAsync(() =>
      abortable(signal, () => backend().openProjectAsync(text(project, "a project"), signal)),
    );
    return new Snapshot(await opened);
  }

  /** Returns what is known of the snapshot. */
  info(): SnapshotInfo {
    return JSON.parse(asked(() => this.#opened().info())) as SnapshotInfo;
  }

  /** Ranks the project's files for a question. */
  rank(question: string, options?: RankOptions): Ranking {
    return JSON.parse(asked(() => this.#opened().rank(rankRequest(question, options)))) as Ranking;
  }

  /** As {@link rank}, off the main thread. */
  async rankAsync(question: string, options?: RankOptions & AsyncOptions): Promise<Ranking> {
    const ranking = askedAsync(() => {
      const { signal, ...rest } = optionsObject(options);
      const asJson = rankRequest(question, rest);
      return abortable(signal, () => this.#opened().rankAsync(asJson, signal));
    });
    return JSON.parse(await ranking) as Ranking;
  }

  /** Builds a pack; without a question, an overview of the repository. */
  pack(options?: PackOptions): Pack {
    const parts = asked(() => {
      const { json, counter } = packRequest(optionsObject(options));
      return this.#opened().pack(json, counter);
    });
    return Pack.of(parts);
  }

  /** As {@link pack}, off the main thread. */
  async packAsync(options?: PackOptions, { signal }: AsyncOptions = {}): Promise<Pack> {
    const parts = askedAsync(() => {
      const { json, counter } = packRequest(optionsObject(options));
      return abortable(signal, () => this.#opened().packAsync(json, counter, signal));
    });
    return Pack.of(await parts);
  }

  /**
   * Gives up the snapshot's memory, as soon as what is being answered from it is answered. Anything that is asked of it
   * afterwards fails with the code "CLOSED"; closing twice is fine.
   */
  close(): void {
    this.#snapshot?.close();
    this.#snapshot = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #opened(): BackendSnapshot {
    if (this.#snapshot === undefined) {
      throw new GraphicleError("CLOSED", "the snapshot was closed; open it again before you use it");
    }
    return this.#snapshot;
  }
}

function rankRequest(question: string, options: RankOptions | undefined): string {
  return request({ ...optionsObject(options), question });
}

function packRequest(options: PackOptions): { json: string; counter: BackendTokenizer | undefined } {
  const { tokenizer, ...fields } = options;
  if (tokenizer === undefined || tokenizer === null) return { json: request(fields), counter: undefined };
  if (!(tokenizer instanceof Tokenizer)) {
    throw new GraphicleError("BAD_OPTION", "tokenizer is a Tokenizer; make one with Tokenizer.fromJSON");
  }
  return { json: request(fields), counter: tokenizer.counter() };
}
