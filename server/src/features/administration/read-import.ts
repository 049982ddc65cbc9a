import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { AppError } from "../../platform/app-error.ts";

/** More rows than this are not read: hashing their passwords would take minutes. */
export const maxImportRows = 1000;

/** A row of the file, as it was written. Rows are counted from 1, the heading aside; blank ones count and are left out. */
export interface ImportedRow {
  row: number;
  name: string;
  email: string;
  password: string;
  roles: string[];
  departments: string[];
  /** It has more cells than the heading, so that nothing is where it should be. */
  isTooLong: boolean;
}

const columns = ["name", "email", "password", "roles", "departments"] as const;
type Column = (typeof columns)[number];

/**
 * Reads a CSV file as spreadsheets write it: a heading in any case and order, cells parted by commas or
 * semicolons, lists of roles and departments by semicolons or bars. Columns of other names are passed over.
 * @returns at most one row more than `maxImportRows`, which tells that there are too many.
 * @throws {AppError} `csv_unreadable`.
 */
export function readImport(csv: string): ImportedRow[] {
  const [heading = [], ...records] = parseCells(csv);
  const places = placesOf(heading);
  const rows = records.map((cells, index) => {
    const cell = (column: Column) => cells[places.get(column) ?? -1] ?? "";
    return {
      row: index + 1,
      name: cell("name"),
      email: cell("email"),
      password: cell("password"),
      roles: list(cell("roles")),
      departments: list(cell("departments")),
      isTooLong: cells.slice(heading.length).some((extra) => extra.trim() !== ""),
      isBlank: cells.every((one) => one.trim() === ""),
    };
  });
  return rows.filter(({ isBlank }) => !isBlank).slice(0, maxImportRows + 1);
}

function parseCells(csv: string): string[][] {
  const text = csv.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const firstLine = text.split("\n", 1)[0] ?? "";
  const count = (sign: string) => firstLine.split(sign).length;
  try {
    return parse(text, { delimiter: count(";") > count(",") ? ";" : ",", relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Without its cause: the parser's error carries the row, and with it a password, which no log may hold.
    throw unreadable(`Line ${error.lines} cannot be read. Check its quotation marks.`);
  }
}

function placesOf(heading: readonly string[]): Map<Column, number> {
  const names = heading.map((name) => name.trim().toLowerCase());
  const places = new Map<Column, number>();
  for (const column of columns) {
    const place = names.indexOf(column);
    if (place !== names.lastIndexOf(column)) throw unreadable(`There are two columns named ${column}.`);
    if (place >= 0) places.set(column, place);
  }
  for (const column of ["name", "email", "password"] as const) {
    if (!places.has(column)) throw unreadable(`There is no column named ${column}.`);
  }
  return places;
}

function list(cell: string): string[] {
  const names = cell.split(/[;|]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

function unreadable(message: string): AppError {
  return new AppError("csv_unreadable", { fields: [{ path: "csv", message }] });
}
