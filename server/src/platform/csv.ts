import { stringify } from "csv-stringify/sync";

/** The byte order mark at the start of a file, so that spreadsheets read it as UTF-8. */
export const csvBeginning = "\uFEFF";

/**
 * Formats rows as CSV. A cell that a spreadsheet would read as a formula gets a leading apostrophe, because cells
 * contain text from people.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true },
  );
}
