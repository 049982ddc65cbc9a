import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { AppError } from "../../platform/app-error.ts";
import { shareLoop } from "../../platform/share-loop.ts";

/** More rows than this are not read: hashing their passwords would take minutes. */
export const maxImportRows = 1000;
/** Blank rows cost as much to read as others. */
const maxRowsRead = 10_000;
/** A file is read in pieces of so many bytes, so small that others get their turn between two of them. */
const pieceBytes = 512;

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
export async function readImport(csv: string): Promise<ImportedRow[]> {
  const [heading, ...records] = await readRecords(csv);
  const headingCells = heading?.cells ?? [];
  const places = placesOf(headingCells);
  return records.map(({ cells, place }) => {
    const cell = (column: Column) => cells[places.get(column) ?? -1] ?? "";
    return {
      row: place - (heading?.place ?? 0),
      name: cell("name"),
      email: cell("email"),
      password: cell("password"),
      roles: list(cell("roles")),
      departments: list(cell("departments")),
      isTooLong: cells.slice(headingCells.length).some((extra) => extra.trim() !== ""),
    };
  });
}

interface FileRecord {
  /** Which row of the file it is, blank ones counted. */
  place: number;
  cells: string[];
}

/** Those with something in them, until there are more than an import takes. */
async function readRecords(csv: string): Promise<FileRecord[]> {
  const text = csv.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const firstLine = text.split("\n", 1)[0] ?? "";
  const count = (sign: string) => firstLine.split(sign).length;
  const found: FileRecord[] = [];
  let rowCount = 0;
  const parser = parse({
    delimiter: count(";") > count(",") ? ";" : ",",
    relax_column_count: true,
    skip_empty_lines: true,
    // Kept here: to hand each row on as the parser's output takes as long as to read it.
    on_record(cells: string[], { records, empty_lines }) {
      rowCount = records;
      if (cells.some((cell) => cell.trim() !== "")) found.push({ place: records + empty_lines, cells });
      return null;
    },
  });
  const isEnough = () => found.length > 1 + maxImportRows || rowCount > maxRowsRead;
  try {
    await pipeline(pieces(text, isEnough), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // An error behind the last row that is read is nobody's concern. Without its cause: the parser's error carries the
    // row, and with it a password, which no log may hold.
    if (!isEnough()) throw unreadable(`Line ${error.lines} cannot be read. Check its quotation marks.`);
  }
  if (found.length > 1 + maxImportRows) return found.slice(0, 2 + maxImportRows);
  if (rowCount > maxRowsRead) throw unreadable("Most rows of this file are blank. Take them out.");
  return found;
}

async function* pieces(text: string, isEnough: () => boolean): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const giveWay = shareLoop();
  for (let at = 0; at < bytes.length && !isEnough(); at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await giveWay();
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
