import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { cx } from "../base/cx.ts";
import type { SortState } from "./use-table-rows.ts";

export interface Column<Row> {
  key: string;
  header: string;
  /** Stands in the head instead of the header, as a box that ticks all rows. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable: what its rows are compared by. */
  sortBy?: (row: Row) => string | number | null;
  /** Makes the column sortable where the rows come sorted from elsewhere. */
  isSortable?: boolean;
  /** Numbers stand at the right. */
  align?: "left" | "right";
  /** Marks the cell of a row as one that has to be put right. */
  isWrong?: (row: Row) => boolean;
  /** Keeps the header for assistive tech only; for row actions. */
  hideHeader?: boolean;
}

export interface TableRowsProps<Row> {
  /** The name of the table, for assistive tech. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort: SortState | undefined;
  onSort: (key: string) => void;
  isSelected?: (row: Row) => boolean;
  /** Marks one row as standing in a state, for the design-system page. */
  rowState?: (row: Row) => string | undefined;
  /** Stands below a row, from its second column on, as wide as there is room. */
  below?: ((row: Row) => ReactNode) | undefined;
  /** Below this width the table scrolls sideways inside its box: a CSS length. */
  minWidth?: string;
}

/** Heads and rows, as they are given; it scrolls sideways where it does not fit. */
export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, isSelected, rowState, below, minWidth } = props;
  return (
    // Positioned, so that hidden texts inside scroll with it and do not widen the page.
    <div className="relative overflow-x-auto">
      <table className="w-full border-separate border-spacing-0" style={{ minWidth }} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const more = below?.(row);
            const selected = isSelected ? isSelected(row) : undefined;
            return (
              <Fragment key={rowKey(row)}>
                <tr aria-selected={selected} data-state-demo={rowState?.(row)} className={rowLook}>
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      className={cx(
                        cellPadding,
                        "h-[46px]",
                        !more && "border-b group-last:border-b-0",
                        column.align === "right" && "text-right",
                        column.isWrong?.(row) && "bg-danger-soft text-danger-text",
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {more && (
                  <tr aria-selected={selected} className={rowLook}>
                    <td className="border-b group-last:border-b-0" />
                    <td
                      className="border-b pt-1.5 pr-4 pb-2.5 pl-3 group-last:border-b-0"
                      colSpan={columns.length - 1}
                    >
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const isSortable = column.isSortable || column.sortBy !== undefined;
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={isSortable ? (direction ?? "none") : undefined}
      className={cx(
        cellPadding,
        "h-[34px] whitespace-nowrap border-b bg-surface-sunken font-semibold text-2xs text-faint",
        column.align === "right" ? "text-right" : "text-left",
      )}
    >
      {column.head ??
        (isSortable ? (
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
        ))}
    </th>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: SortState | undefined;
  onSort: (key: string) => void;
}

const rowLook =
  "group bg-surface-raised transition-colors duration-fast hover:bg-surface-hover aria-selected:bg-surface-selected";
const cellPadding = "px-3 first:pl-4 last:pr-4";
