import type { ImportColumn, ImportRow } from "@atoll/contract/administration/import-routes";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";

/** The column that says what is wrong with a row. A file that has it was written here. */
export const problemsHeading = "Atoll: what to fix";

/**
 * The rows that are wrong as CSV, to be mended in a spreadsheet and imported again: as they were written, and beside
 * them the reasons. Empty when none is wrong.
 */
export function wrongRows(
  columns: readonly ImportColumn[],
  rows: readonly { row: number; cells: readonly string[] }[],
  judged: readonly ImportRow[],
): string {
  const wrong = new Map(judged.flatMap((row) => (row.fate === "wrong" ? [[row.row, row] as const] : [])));
  if (wrong.size === 0) return "";
  // What was wrong the last time is not what is wrong now.
  const kept = columns.flatMap(({ heading }, index) => (heading === problemsHeading ? [] : [index]));
  const lines = rows.flatMap(({ row, cells }) => {
    const one = wrong.get(row);
    return one ? [[...kept.map((index) => cells[index] ?? ""), one.reasons.join("; ")]] : [];
  });
  const heading = [...kept.map((index) => columns[index]?.heading ?? ""), problemsHeading];
  return csvBeginning + toCsv([heading, ...lines]);
}

/** A cell without the apostrophe that `toCsv` puts before what a spreadsheet would take for a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "");
}
