import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { AppError } from "./app-error.ts";
import { shareLoop } from "./turns/share-loop.ts";

/** More rows than this are not read: hashing their passwords would take minutes. */
export const maxImportRows = 1000;
/** Blank rows cost as much to read as others. */
const maxRowsRead = 10_000;
/** Bytes per step, few enough that other requests are served in between. */
const pieceBytes = 512;

const delimiters = [",", ";", "\t", "|"] as const;

export interface FileRecord {
  /** Which row of a spreadsheet it is, from 1, blank ones counted. */
  place: number;
  cells: string[];
}

export interface FileRecords {
  delimiter: string;
  /** Those with something in them, until there are more than an import takes. */
  records: FileRecord[];
}

/**
 * Parses CSV as spreadsheets write it, with the delimiter of its first line.
 * @throws {AppError} `csv_unreadable`.
 */
export async function readRecords(csv: string, mostRows = maxImportRows): Promise<FileRecords> {
  const whole = csv.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  // Spreadsheets write what parts the cells into a line of its own, and do not count it.
  const said = /^"?sep=([,;\t|])"?\n/i.exec(whole);
  const text = said ? whole.slice(said[0].length) : whole;
  const delimiter = said?.[1] ?? delimiterOf(text);
  const found: FileRecord[] = [];
  let rowCount = 0;
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    // Collected here, because passing each row on as the parser's output takes as long as parsing it.
    on_record(cells: string[], { records, empty_lines }) {
      rowCount = records;
      if (cells.some((cell) => cell.trim() !== "")) found.push({ place: records + empty_lines, cells });
      return null;
    },
  });
  const isEnough = () => found.length > 1 + mostRows || rowCount > maxRowsRead;
  try {
    await pipeline(pieces(text, isEnough), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // An error after the last row that is read does not matter. The cause is left out: the parser's error contains the
    // row with a password, which must not be logged.
    if (!isEnough()) throw unreadable(`Line ${error.lines} cannot be read. Check its quotation marks.`);
  }
  if (found.length > 1 + mostRows) return { delimiter, records: found.slice(0, 2 + mostRows) };
  if (rowCount > maxRowsRead) throw unreadable("Most rows of this file are blank. Take them out.");
  return { delimiter, records: found };
}

/** @returns an error that says why the file cannot be read. */
export function unreadable(message: string): AppError {
  return new AppError("csv_unreadable", { fields: [{ path: "csv", message }] });
}

/**
 * Returns the delimiter that is most frequent in the first row with text, outside of quotation marks. A heading in
 * quotation marks may break its line.
 */
function delimiterOf(text: string): string {
  const beginning = text
    .trimStart()
    .slice(0, maxHeading)
    .replaceAll(/"[^"]*"/g, "");
  const line = /[^\n]*/.exec(beginning)?.[0] ?? "";
  const count = (sign: string) => line.split(sign).length;
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Characters of the first row that are looked at. */
const maxHeading = 20_000;

async function* pieces(text: string, isEnough: () => boolean): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const yieldToLoop = shareLoop();
  for (let at = 0; at < bytes.length && !isEnough(); at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await yieldToLoop();
  }
}
