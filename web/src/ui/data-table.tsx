import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Pager } from "./pager.tsx";
import { type SortState, useTableRows } from "./use-table-rows.ts";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable: what its rows are compared by. */
  sortBy?: (row: Row) => string | number | null;
  /** Numbers stand at the right. */
  align?: "left" | "right";
  /** Keeps the header for assistive tech only; for row actions. */
  hideHeader?: boolean;
}

export interface DataTableProps<Row> {
  /** The name of the table, for assistive tech. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  pageSize?: number;
  initialSort?: SortState;
  isSelected?: (row: Row) => boolean;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  /** Marks one row as standing in a state, for the design-system page. */
  rowState?: (row: Row) => string | undefined;
}

/** Rows that can be sorted by their heads and come in pages of ten (specification, sortable paginated table). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isSelected, rowState, empty } = props;
  const { visible, sort, sortBy, page, pageCount, firstIndex, setPage } = useTableRows(props);
  return (
    <div className="overflow-hidden rounded-md border bg-surface-raised">
      {/* Positioned, so that hidden texts inside scroll with it and do not widen the page. */}
      <div className="relative overflow-x-auto">
        <table className="w-full border-separate border-spacing-0" aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <tr
                key={rowKey(row)}
                aria-selected={isSelected ? isSelected(row) : undefined}
                data-state-demo={rowState?.(row)}
                className="group bg-surface-raised transition-colors duration-fast hover:bg-surface-hover aria-selected:bg-surface-selected"
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={cx(
                      cellPadding,
                      "h-[46px] border-b group-last:border-b-0",
                      column.align === "right" && "text-right",
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && empty}
      {pageCount > 1 && (
        <Pager
          page={page}
          pageCount={pageCount}
          from={firstIndex + 1}
          to={firstIndex + visible.length}
          total={rows.length}
          onPageChange={setPage}
        />
      )}
    </div>
  );
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={column.sortBy ? (direction ?? "none") : undefined}
      className={cx(
        cellPadding,
        "h-[34px] whitespace-nowrap border-b bg-surface-sunken font-semibold text-2xs text-faint",
        column.align === "right" ? "text-right" : "text-left",
      )}
    >
      {column.sortBy ? (
        <button
          type="button"
          className={cx(
            "group -mx-1 inline-flex items-center gap-1 rounded-xs px-1 py-1 max-md:min-h-9 hover:text-text",
            column.align === "right" && "flex-row-reverse",
          )}
          onClick={() => onSort(column.key)}
        >
          {column.header}
          <Arrow
            className={cx(
              "size-3 stroke-2",
              !direction && "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
            )}
          />
        </button>
      ) : (
        <span className={column.hideHeader ? "sr-only" : undefined}>{column.header}</span>
      )}
    </th>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: SortState | undefined;
  onSort: (key: string) => void;
}

const cellPadding = "px-3 first:pl-4 last:pr-4";
