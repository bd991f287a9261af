// Owns showing the pack's text: only the rows that can be seen are in the document, so that a pack of any size scrolls. It owns
// no text.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { highlighted } from "./highlight.ts";
import { chunkAt, type ChunkRows, numbered, type Rows } from "./rows.ts";
import type { Shown } from "./session.ts";

/** Height of a row, pixels; style.css has the same. */
const ROW = 20;
/** Rows beyond the edges. */
const BEYOND = 30;
/** Browsers lay out no higher than this, pixels: beyond, the bar moves by more than a row. */
const MOST_HEIGHT = 8_000_000;
/** Letters of a line that are shown. */
const MOST_LETTERS = 2000;

export function PackView({ shown, target }: { shown: Shown; target: { chunk: number } | undefined }) {
  const { rows } = shown;
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [seen, setSeen] = useState(40);
  const height = Math.min(rows.count * ROW, MOST_HEIGHT);
  const room = (): number => Math.max(1, height - (box.current?.clientHeight ?? 0));
  const last = Math.max(0, rows.count - seen);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSeen(Math.ceil(element.clientHeight / ROW));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    if (target === undefined || box.current === null) return;
    const row = Math.min(rows.chunks[target.chunk]?.start ?? 0, last);
    box.current.scrollTop = height < MOST_HEIGHT ? row * ROW : (row / Math.max(1, last)) * room();
    setFirst(row);
    box.current.scrollIntoView({ block: "nearest" });
    box.current.focus({ preventScroll: true });
  }, [target]);
  useEffect(() => {
    if (first > last) setFirst(last);
  }, [rows]);

  const scroll = (): void => {
    const top = box.current?.scrollTop ?? 0;
    setFirst(Math.min(last, height < MOST_HEIGHT ? Math.floor(top / ROW) : Math.round((top / room()) * last)));
  };
  const from = Math.max(0, Math.min(first, last) - BEYOND);
  const to = Math.min(rows.count, first + seen + BEYOND);
  const offset = height < MOST_HEIGHT ? from * ROW : (box.current?.scrollTop ?? 0) - (first - from) * ROW;
  return (
    <div ref={box} class="pack" tabIndex={0} role="region" aria-label={`The pack's text, ${rows.count.toLocaleString("en")} lines`} onScroll={scroll}>
      <div class="height" style={{ height: `${String(height)}px` }}>
        <div class="rows" style={{ transform: `translateY(${String(Math.max(0, offset))}px)` }}>{linesOf(rows, from, to)}</div>
      </div>
    </div>
  );
}

function linesOf(rows: Rows, from: number, to: number) {
  const lines = [];
  for (let row = from, at = chunkAt(rows, from); row < to && at < rows.chunks.length; at += 1) {
    const chunk = rows.chunks[at];
    if (chunk === undefined) break;
    const end = Math.min(to, chunk.start + chunk.lines.length);
    for (; row < end; row += 1) lines.push(<Line key={row} chunk={chunk} at={row - chunk.start} />);
  }
  return lines;
}

function Line({ chunk, at }: { chunk: ChunkRows; at: number }) {
  const line = chunk.lines[at] ?? "";
  const [start, end] = chunk.code;
  if (at < start || at >= end) {
    const isHead = /^(?:#{1,3} |<file |<section )/u.test(line);
    return <div class={isHead ? "line head" : "line words"}>{shortened(line)}</div>;
  }
  const { number, text } = numbered(line);
  const html = text.length > MOST_LETTERS ? undefined : highlighted(chunk)?.[at - start];
  return (
    <div class="line code">
      {number !== "" && <span class="number">{number}</span>}
      {html === undefined ? <span>{shortened(text)}</span> : <span dangerouslySetInnerHTML={{ __html: html }} />}
    </div>
  );
}

function shortened(line: string): string {
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS)} … ${(line.length - MOST_LETTERS).toLocaleString("en")} more letters`;
}
