import { useMemo, useState } from "react";
import { chosenPreferences } from "../../lib/preferences.ts";

export interface SortState {
  key: string;
  direction: "ascending" | "descending";
}

interface Options<Row> {
  columns: readonly { key: string; sortBy?: (row: Row) => string | number | null }[];
  rows: readonly Row[];
  pageSize?: number;
  initialSort?: SortState;
}

/** The rows of a table as they stand on the current page, sorted; the page is always one that exists. */
export function useTableRows<Row>({ columns, rows, pageSize = 10, initialSort }: Options<Row>) {
  const [sort, setSort] = useState(initialSort);
  const [wantedPage, setWantedPage] = useState(1);
  const read = columns.find((column) => column.key === sort?.key)?.sortBy;
  const direction = sort?.direction;
  const sorted = useMemo(
    () => (read && direction ? [...rows].sort((a, b) => compare(read(a), read(b), direction)) : rows),
    [rows, read, direction],
  );
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  // Clamped when shown, so that rows which vanish never leave an empty page behind.
  const page = clampPage(wantedPage, pageCount);
  const firstIndex = (page - 1) * pageSize;

  function sortBy(key: string) {
    const flipped = sort?.key === key && sort.direction === "ascending";
    setSort({ key, direction: flipped ? "descending" : "ascending" });
    setWantedPage(1);
  }
  return {
    visible: sorted.slice(firstIndex, firstIndex + pageSize),
    sort,
    sortBy,
    page,
    pageCount,
    firstIndex,
    setPage: (next: number) => setWantedPage(clampPage(next, pageCount)),
  };
}

function clampPage(page: number, pageCount: number): number {
  return Math.min(Math.max(1, page), pageCount);
}

type Comparable = string | number | null;

/** Words as people order them, numbers by size; what is missing comes last in both directions. */
function compare(a: Comparable, b: Comparable, direction: SortState["direction"]): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), chosenPreferences().language, {
          numeric: true,
          sensitivity: "base",
        });
  return direction === "ascending" ? order : -order;
}
