import type { DiagramTable } from "@atoll/contract/cards/import-routes";

export const tableWidth = 220;
export const headHeight = 32;
export const rowHeight = 24;
/** Columns of a table that are drawn; the others are counted. */
export const shownColumns = 12;
const gapX = 72;
const gapY = 28;
/** The height of one stack of tables; a taller one continues in a second stack. */
const tallest = 1_600;

export interface Placed {
  table: DiagramTable;
  x: number;
  y: number;
  height: number;
}

export interface Line {
  from: Placed;
  to: Placed;
  path: string;
}

export interface Diagram {
  placed: Placed[];
  lines: Line[];
  width: number;
  height: number;
}

/**
 * Places tables to the right of those that they refer to, near them, and draws a line for each reference. Takes time in
 * proportion to tables and references.
 */
export function layoutDiagram(tables: readonly DiagramTable[]): Diagram {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const layers = layersOf(tables, byName);
  const placed = new Map<string, Placed>();
  let x = 0;
  let height = 0;
  for (const layer of layers) {
    const wanted = layer
      .map((table) => ({ table, at: middleOf(table, placed) }))
      .toSorted((a, b) => a.at - b.at || a.table.name.localeCompare(b.table.name));
    let y = 0;
    for (const { table } of wanted) {
      const own = heightOf(table);
      if (y > 0 && y + own > tallest) {
        x += tableWidth + gapX;
        y = 0;
      }
      placed.set(table.cardId, { table, x, y, height: own });
      y += own + gapY;
      height = Math.max(height, y - gapY);
    }
    x += tableWidth + gapX;
  }
  const all = [...placed.values()];
  return { placed: all, lines: linesOf(all, byName, placed), width: Math.max(0, x - gapX), height };
}

function heightOf({ columns }: DiagramTable): number {
  const rows = Math.min(columns.length, shownColumns) + (columns.length > shownColumns ? 1 : 0);
  return headHeight + rows * rowHeight;
}

type ByName = ReadonlyMap<string, DiagramTable>;

function referred(table: DiagramTable, byName: ByName): DiagramTable[] {
  const names = new Set(table.columns.flatMap(({ refersTo }) => refersTo ?? []));
  return [...names].flatMap((name) => (name === table.name ? [] : (byName.get(name) ?? [])));
}

/** Tables that refer to nothing come first, each other one behind all that it refers to; a circle ends where it began. */
function layersOf(tables: readonly DiagramTable[], byName: ByName): DiagramTable[][] {
  const depths = new Map<DiagramTable, number>();
  const open = new Set<DiagramTable>();
  const depthOf = (table: DiagramTable): number => {
    const known = depths.get(table);
    if (known !== undefined || open.has(table)) return known ?? -1;
    open.add(table);
    const depth = 1 + Math.max(-1, ...referred(table, byName).map(depthOf));
    open.delete(table);
    depths.set(table, depth);
    return depth;
  };
  const layers: DiagramTable[][] = [];
  for (const table of tables) {
    const depth = depthOf(table);
    layers[depth] ??= [];
    layers[depth]?.push(table);
  }
  return layers.filter((layer) => layer !== undefined);
}

/** The height at which the tables that this one refers to stand. */
function middleOf(table: DiagramTable, placed: ReadonlyMap<string, Placed>): number {
  const names = new Set(table.columns.flatMap(({ refersTo }) => refersTo ?? []));
  const found = [...placed.values()].filter((one) => names.has(one.table.name));
  return found.length === 0
    ? Number.MAX_SAFE_INTEGER
    : found.reduce((sum, { y }) => sum + y, 0) / found.length;
}

function linesOf(all: readonly Placed[], byName: ByName, placed: ReadonlyMap<string, Placed>): Line[] {
  return all.flatMap((from) =>
    from.table.columns.flatMap(({ refersTo }, index) => {
      const target = refersTo === null ? undefined : byName.get(refersTo);
      const to = target && placed.get(target.cardId);
      return to ? [{ from, to, path: pathOf(from, index, to) }] : [];
    }),
  );
}

/** From a column to the head of the table that it refers to, around the outside where they stand in one stack. */
function pathOf(from: Placed, index: number, to: Placed): string {
  const row = Math.min(index, shownColumns);
  const y1 = from.y + headHeight + (row + 0.5) * rowHeight;
  const y2 = to.y + headHeight / 2;
  if (to.x < from.x) {
    const [x1, x2] = [from.x, to.x + tableWidth];
    const middle = x1 - gapX / 2;
    return `M${x1} ${y1}H${middle}V${y2}H${x2}`;
  }
  const edge = Math.max(from.x, to.x) + tableWidth;
  const out = edge + gapX / 3;
  return `M${from.x + tableWidth} ${y1}H${out}V${y2}H${to.x + tableWidth}`;
}
