// Owns laying areas out in a rectangle, so that each is as near to a square as may be (squarified treemaps: Bruls, Huizing,
// van Wijk, 2000). It owns no drawing.

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a rectangle for each value, in their order; their areas are as the values are. */
export function squarified(values: readonly number[], within: Rectangle): Rectangle[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const order = values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  const placed = values.map((): Rectangle => ({ x: within.x, y: within.y, width: 0, height: 0 }));
  if (total <= 0) return placed;
  const scale = (within.width * within.height) / total;
  let free = within;
  let at = 0;
  while (at < order.length) {
    const side = Math.min(free.width, free.height);
    let end = at + 1;
    while (end < order.length && worst(areas(at, end + 1), side) <= worst(areas(at, end), side)) end += 1;
    free = lay(at, end);
    at = end;
  }
  return placed;

  function areas(from: number, to: number): number[] {
    return order.slice(from, to).map((own) => (values[own] ?? 0) * scale);
  }

  /** Lays a row along the shorter side, and returns what is free behind it. */
  function lay(from: number, to: number): Rectangle {
    const row = areas(from, to);
    const area = row.reduce((sum, own) => sum + own, 0);
    const isTall = free.width >= free.height;
    const thickness = area === 0 ? 0 : area / Math.min(free.width, free.height);
    let along = isTall ? free.y : free.x;
    for (const [n, own] of row.entries()) {
      const length = thickness === 0 ? 0 : own / thickness;
      placed[order[from + n] ?? 0] = isTall
        ? { x: free.x, y: along, width: thickness, height: length }
        : { x: along, y: free.y, width: length, height: thickness };
      along += length;
    }
    return isTall
      ? { ...free, x: free.x + thickness, width: Math.max(0, free.width - thickness) }
      : { ...free, y: free.y + thickness, height: Math.max(0, free.height - thickness) };
  }
}

/** How far the worst of a row is from a square. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((all, own) => all + own, 0);
  if (sum === 0 || side === 0) return Infinity;
  const least = Math.min(...row);
  const most = Math.max(...row);
  return Math.max((side * side * most) / (sum * sum), least === 0 ? Infinity : (sum * sum) / (side * side * least));
}
