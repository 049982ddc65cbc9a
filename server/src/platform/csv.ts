import { stringify } from "csv-stringify/sync";

/** Stands at the beginning of a file, so that spreadsheets read what follows as UTF-8. */
export const csvBeginning = "\uFEFF";

/**
 * Rows as CSV. What a spreadsheet would take for a formula is written with a leading apostrophe: what stands in the cells
 * comes from people.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true },
  );
}
