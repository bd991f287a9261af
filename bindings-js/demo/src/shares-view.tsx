// Owns the picture of where the tokens went, and the table that says the same. It owns no figure.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { FileActions } from "./file-actions.tsx";
import { type Choice, SECTION_WORDS, shortNumber } from "./options.ts";
import type { Session, Shown } from "./session.ts";
import type { SectionShare } from "./shares.ts";
import { type Rectangle, squarified } from "./treemap.ts";

/** A cell below so many square pixels is put together with others. */
const LEAST_AREA = 110;
/** Height of a section's name, pixels. */
const NAME = 18;
/** Rows of the table that are shown. */
const ROWS = 200;

/** A part of the picture: a file, or what is put together. */
interface Cell extends Rectangle {
  readonly section: string;
  readonly label: string;
  readonly path: string | undefined;
  readonly tokens: number;
  readonly chunk: number;
}

export function Shares({ session, shown, choice, show }: { session: Session; shown: Shown; choice: Choice; show: (chunk: number) => void }) {
  const [isTable, setTable] = useState(false);
  return (
    <div class="shares">
      <div class="legend">
        <h2>Where the tokens went</h2>
        <ul>
          {shown.shares.map(({ name, tokens }) => (
            <li key={name}><span class={`key is-${name}`} aria-hidden="true" />{SECTION_WORDS[name] ?? name} {shortNumber(tokens)}</li>
          ))}
        </ul>
        <button type="button" aria-pressed={isTable} onClick={() => {
          setTable(!isTable);
        }}>Table</button>
      </div>
      {isTable ? <Table session={session} shown={shown} choice={choice} show={show} /> : <Picture shown={shown} show={show} />}
    </div>
  );
}

function Picture({ shown, show }: { shown: Shown; show: (chunk: number) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  const { names, cells } = size.width === 0 ? { names: [], cells: [] } : cellsOf(shown.shares, size);
  const [at, setAt] = useState(0);
  const focused = Math.min(at, cells.length - 1);
  return (
    <div
      ref={place}
      class="treemap"
      role="group"
      aria-label="Tokens by section and file; arrow keys go from one to the next"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -cells.length, End: cells.length }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const next = Math.min(cells.length - 1, Math.max(0, focused + step));
        setAt(next);
        place.current?.querySelectorAll("button")[next]?.focus();
      }}
    >
      {names.map(({ section, x, y, width, height }) => (
        <div key={section} class={`block is-${section}`} style={{ left: `${String(x)}px`, top: `${String(y)}px`, width: `${String(width)}px`, height: `${String(height)}px` }} aria-hidden="true">
          {width > 60 && height > NAME && (SECTION_WORDS[section] ?? section)}
        </div>
      ))}
      {cells.map(({ section, label, tokens, chunk, x, y, width, height }, n) => (
        <button
          key={`${section} ${label}`}
          type="button"
          class={`cell is-${section}`}
          style={{ left: `${String(x)}px`, top: `${String(y)}px`, width: `${String(width)}px`, height: `${String(height)}px` }}
          tabIndex={n === focused ? 0 : -1}
          data-tokens={tokens}
          title={`${label}: ${tokens.toLocaleString("en")} tokens`}
          aria-label={`${SECTION_WORDS[section] ?? section}, ${label}, ${tokens.toLocaleString("en")} tokens`}
          onClick={() => {
            setAt(n);
            show(chunk);
          }}
        >
          {width > 46 && height > 15 && <span>{label.split("/").at(-1)}</span>}
        </button>
      ))}
    </div>
  );
}

/** Lays the sections out, and in each its files; what would be too small to see is one cell. */
function cellsOf(shares: readonly SectionShare[], { width, height }: { width: number; height: number }): { names: (Rectangle & { section: string })[]; cells: Cell[] } {
  const blocks = squarified(shares.map(({ tokens }) => tokens), { x: 0, y: 0, width, height });
  const total = shares.reduce((sum, { tokens }) => sum + tokens, 0);
  const names: (Rectangle & { section: string })[] = [];
  const cells: Cell[] = [];
  for (const [n, share] of shares.entries()) {
    const block = blocks[n];
    if (block === undefined || share.tokens === 0) continue;
    names.push({ section: share.name, ...block });
    const head = block.height > NAME * 2 ? NAME : 0;
    const inside = { x: block.x, y: block.y + head, width: block.width, height: block.height - head };
    const least = (total * LEAST_AREA) / (width * height);
    const large = share.files.filter(({ tokens }) => tokens >= least);
    const small = share.files.slice(large.length);
    const parts = [
      ...large.map(({ path, tokens, chunk }) => ({ label: path, path, tokens, chunk })),
      ...(small.length === 0 ? [] : [{
        label: `${String(small.length)} ${small.length === 1 ? "small file" : "small files"}`,
        path: undefined,
        tokens: small.reduce((sum, { tokens }) => sum + tokens, 0),
        chunk: Math.min(...small.map(({ chunk }) => chunk)),
      }]),
      ...(share.own === 0 ? [] : [{ label: share.files.length === 0 ? SECTION_WORDS[share.name] ?? share.name : "headings and lists", path: undefined, tokens: share.own, chunk: share.chunk }]),
    ];
    const placed = squarified(parts.map(({ tokens }) => tokens), inside);
    for (const [at, part] of parts.entries()) {
      const rectangle = placed[at];
      if (rectangle !== undefined) cells.push({ section: share.name, ...part, ...rectangle });
    }
  }
  return { names, cells };
}

function Table({ session, shown, choice, show }: { session: Session; shown: Shown; choice: Choice; show: (chunk: number) => void }) {
  const files = shown.shares.flatMap(({ name, files: own }) => own.map((file) => ({ section: name, ...file })));
  const rows = files.sort((a, b) => b.tokens - a.tokens).slice(0, ROWS);
  const more = files.length - rows.length;
  return (
    <div class="table" tabIndex={0} role="region" aria-label="Tokens by file">
      <table>
        <thead><tr><th scope="col">File</th><th scope="col">Section</th><th scope="col">Tokens</th><th scope="col"><span class="unseen">Choose</span></th></tr></thead>
        <tbody>
          {rows.map(({ section, path, tokens, chunk }) => (
            <tr key={`${section} ${path}`}>
              <td><button type="button" class="link" onClick={() => {
                show(chunk);
              }}><code>{path}</code></button></td>
              <td>{SECTION_WORDS[section] ?? section}</td>
              <td class="number">{tokens.toLocaleString("en")}</td>
              <td><FileActions session={session} choice={choice} path={path} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {more.toLocaleString("en")} smaller ones</p>}
    </div>
  );
}
