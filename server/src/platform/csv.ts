import { stringify } from "csv-stringify/sync";

/** The byte order mark at the start of a file, so that spreadsheets read it as UTF-8. */
export const csvBeginning = "\uFEFF";

/**
 * Formats rows as CSV. A cell that a spreadsheet would read as a formula gets a leading apostrophe, because cells
 * contain text from people; so does one that begins like a cell with such an apostrophe, so that `withoutApostrophe`
 * gives each cell back as it was. A plain number is no formula.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(rows.map((row) => row.map((cell) => (typeof cell === "string" ? guarded(cell) : cell))));
}

/** Returns a cell without the apostrophe that `toCsv` puts before what a spreadsheet would read as a formula. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[+-]?\d{1,20}(?:\.\d{1,20})?$/;

const guarded = (cell: string) => (formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell);
