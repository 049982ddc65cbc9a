import type { ImportColumn, ImportRow } from "@atoll/contract/administration/import-routes";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";

/** The column with the problems of a row. A file that has it was created here. */
export const problemsHeading = "Atoll: what to fix";

/**
 * Returns the rows with problems as CSV, to be corrected in a spreadsheet and imported again: as they were written,
 * with the reasons in an additional column. Empty if there are none.
 */
export function wrongRows(
  columns: readonly ImportColumn[],
  rows: readonly { row: number; cells: readonly string[] }[],
  judged: readonly ImportRow[],
): string {
  const wrong = new Map(judged.flatMap((row) => (row.fate === "wrong" ? [[row.row, row] as const] : [])));
  if (wrong.size === 0) return "";
  // The problems of the previous attempt are removed.
  const kept = columns.flatMap(({ heading }, index) => (heading === problemsHeading ? [] : [index]));
  const lines = rows.flatMap(({ row, cells }) => {
    const one = wrong.get(row);
    return one ? [[...kept.map((index) => cells[index] ?? ""), one.reasons.join("; ")]] : [];
  });
  const heading = [...kept.map((index) => columns[index]?.heading ?? ""), problemsHeading];
  return csvBeginning + toCsv([heading, ...lines]);
}
