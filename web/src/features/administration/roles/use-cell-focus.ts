import { type KeyboardEvent, useRef, useState } from "react";

const steps: Record<string, readonly [column: number, row: number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Makes a table of checkboxes a single tab stop, with arrow keys to move. `cell(column, row)` returns the props of
 * each.
 */
export function useCellFocus(columns: readonly string[], rows: readonly string[]) {
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState({ column: "", row: "" });
  // The previous cell may have been filtered out.
  const column = columns.includes(active.column) ? active.column : columns[0];
  const row = rows.includes(active.row) ? active.row : rows[0];

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset.cell) return;
    event.preventDefault();
    const next = {
      column: neighbour(columns, column, step[0]),
      row: neighbour(rows, row, step[1]),
    };
    setActive(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.column} ${next.row}"]`)?.focus();
  }
  return {
    table: { ref: table, onKeyDown },
    cell: (itsColumn: string, itsRow: string) => ({
      "data-cell": `${itsColumn} ${itsRow}`,
      tabIndex: itsColumn === column && itsRow === row ? 0 : -1,
      onFocus: () => setActive({ column: itsColumn, row: itsRow }),
    }),
  };
}

function neighbour(list: readonly string[], current: string | undefined, step: number): string {
  const index = Math.min(Math.max(0, list.indexOf(current ?? "") + step), list.length - 1);
  return list[index] ?? "";
}
