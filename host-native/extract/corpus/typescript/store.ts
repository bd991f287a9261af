/**
 * Keeps items in memory and reads them through.
 */
import defaultLogger, { Logger, createLogger as makeLogger } from "./logger";
import * as path from "node:path";
import type { Options } from "../options";
import "./register";
import fs = require("fs");
import { Injectable, Inject } from "@acme/di";

export { Logger } from "./logger";
export { serve as default, version } from "./server";
export * from "./types";
export * as codecs from "./codecs";

const log = makeLogger("store");
export const DEFAULT_SIZE = 128, MIN_SIZE = 1;
let registry: Registry | undefined;
const { join, resolve: absolute } = path;

export enum Mode {
    /** Refuses. */
    Strict,
    Lenient = 1 << 2,
    "read-only" = 4,
}

/** Where items come from. */
export interface Source<T extends Item = Item> extends Disposable, events.Emitter<T> {
    readonly name: string;
    retries?: number;
    limits: { size: number; check(item: T): boolean };
    /** Fetches one item. */
    fetch(id: string, options?: Options): Promise<T | undefined>;
    list: (prefix: string) => readonly T[];
    get size(): number;
    [key: string]: unknown;
    new (name: string): Source<T>;
}

export type Handler = (item: Item, mode: Mode) => void | Promise<void>;
type Named = { name: string; rename(to: string): Named } & Item;
type Key = keyof Item | "all";

export class Item {
    static count = 0;
    #dirty = false;
    private _title?: string;
    protected readonly tags: Set<Tag> = new Set();
    declare owner: Registry;
    onChange = (reason: string) => this.touch(reason);

    get title(): string {
        return this._title ?? this.defaultTitle();
    }
    set title(value: string) {
        this._title = value.trim();
        this.touch("title");
    }

    static create(name: string): Item {
        this.count++;
        const item = new Item();
        item.owner.add(item);
        return item;
    }

    touch(reason: string): this {
        this.#dirty = true;
        this.tags.forEach(tag => tag.refresh(reason));
        return this;
    }

    protected defaultTitle() {
        return String(this.tags.size);
    }
}

@Injectable({ scope: "root" })
export class Store<T extends Item> extends BaseStore<T> implements Source<T>, path.Like {
    private cache = new Map<string, T>();
    private readonly handlers: Handler[] = [];

    constructor(
        private readonly source: Source<T>,
        @Inject(LOGGER) protected logger: Logger = defaultLogger,
        size?: number,
        ...rest: Plugin[]
    ) {
        super(size);
        rest[0].install(this);
        for (const plugin of rest) plugin.install(this);
    }

    get(id: string): Promise<T>;
    get(id: string, fallback: T): Promise<T>;
    /** Returns an item. */
    @Memo()
    @Log
    async get(id: string, fallback?: T): Promise<T> {
        const known = this.cache.get(id);
        known?.touch("get");
        const item = await this.source.fetch(id);
        if (!item) {
            throw new NotFound(id);
        }
        item.touch("fetched").owner.add(item);
        (fallback as Item).touch("x");
        (<Item>fallback).title.trim();
        this.cache.set(id, item!);
        this.source.list(id)[0].touch("first");
        return item;
    }

    override dispose(): void {
        super.dispose();
        const self = this;
        this.handlers.map(this.run.bind(this));
        setTimeout(function () {
            self.flush();
            this.flush();
        }, 10);
        emitter.on("close", this.flush);
    }

    abstract flush(): void;

    private run(handler: Handler) {
        handler.call(null, this.cache);
        log.info("ran", handler);
    }
}

export default function open(options: Options): Store<Item> {
    const { source, onError, logger: { warn } } = options;
    onError(warn);
    warn("opening");
    source.fetch("a").then(item => item.touch("opened"));
    return new Store(source);
}
