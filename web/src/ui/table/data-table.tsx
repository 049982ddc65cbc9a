import type { ReactNode } from "react";
import { Pager } from "./pager.tsx";
import { type Column, TableRows } from "./table-rows.tsx";
import { type SortState, useTableRows } from "./use-table-rows.ts";

export type { Column } from "./table-rows.tsx";

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
  /** Stands below a row, as wide as there is room. */
  below?: (row: Row) => ReactNode;
  /** Marks one row as standing in a state, for the design-system page. */
  rowState?: (row: Row) => string | undefined;
}

/** Rows that can be sorted by their heads and come in pages of ten (specification, sortable paginated table). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isSelected, rowState, below, empty } = props;
  const { visible, sort, sortBy, page, pageCount, firstIndex, setPage } = useTableRows(props);
  return (
    <div className="overflow-hidden rounded-md border bg-surface-raised">
      <TableRows
        {...{ label, columns, rowKey, isSelected, rowState, below, sort }}
        rows={visible}
        onSort={sortBy}
      />
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
