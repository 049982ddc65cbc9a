import { randomInt } from "node:crypto";
import { type ImportField, maxImportColumns } from "@atoll/contract/administration/import-fields";
import type { ImportColumn } from "@atoll/contract/administration/import-routes";
import { isEmailAddress } from "@atoll/contract/email";
import { withoutApostrophe } from "../../../platform/csv.ts";
import { type FileRecord, readRecords, unreadable } from "../../../platform/read-records.ts";
import { headingKey, recogniseColumns } from "./recognise-columns.ts";
import { problemsHeading } from "./wrong-rows.ts";

/** None of these letters and digits looks like another. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** Returns a password of 16 letters and digits, 80 bits, in groups that can be read out. */
function firstPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

/** A row of the file, as it was written. */
export interface ImportedRow {
  /** As a spreadsheet counts it. */
  row: number;
  name: string;
  email: string;
  password: string;
  /** Lists, as the cells contain them. */
  roles: string;
  departments: string;
  /** True if the row has more cells than the heading, so that columns do not match. */
  isTooLong: boolean;
  cells: readonly string[];
}

export interface ReadImport {
  columns: ImportColumn[];
  /** Why the columns are not clear; there are no rows then. */
  columnProblem: string;
  delimiter: string;
  /** One more than `maxImportRows` if there are too many. */
  rows: ImportedRow[];
  /** True if the file has no passwords, so that each person gets a generated one. */
  isPasswordGenerated: boolean;
}

/** Characters shown of a cell, to recognise its column. */
const sampleLength = 80;

/**
 * Parses a CSV file as spreadsheets write it: with usual headings in any order, or none if the first row has an email
 * address; separated by commas, semicolons, tabs or bars. Unrelated columns are ignored.
 * @param chosen the columns, if the importer has chosen them.
 * @throws {AppError} `csv_unreadable`.
 */
export async function readImport(csv: string, chosen?: readonly ImportField[]): Promise<ReadImport> {
  const { delimiter, records } = await readRecords(csv);
  const [first] = records;
  const width = first?.cells.length ?? 0;
  // Name and email need separate cells.
  if (!first || width < 2) throw unreadable("It has fewer than two columns.");
  if (width > maxImportColumns) throw unreadable(`It has more than ${maxImportColumns} columns.`);
  const hasHeading = !first.cells.some((cell) => isEmailAddress(cell.trim()));
  const headings = first.cells.map((cell, index) => (hasHeading ? cell.trim() : "") || `Column ${index + 1}`);
  const fields = chosen
    ? headings.map((_, index): ImportField => chosen[index] ?? "none")
    : recogniseColumns(headings);
  const below = hasHeading ? records.slice(1) : records;
  const columns = headings.map((heading, index) => {
    const field = fields[index] ?? "none";
    return {
      position: index + 1,
      heading,
      field,
      sample: field === "password" ? "" : sampleOf(below, index),
    };
  });
  const columnProblem = problemOf(fields);
  const isPasswordGenerated = !fields.includes("password");
  if (columnProblem) return { columns, columnProblem, delimiter, rows: [], isPasswordGenerated };
  const read = hasHeading && isWrittenByUs(headings) ? withoutApostrophe : (cell: string) => cell;
  const rows = below.map((record) => rowOf(record, fields, read));
  return { columns, columnProblem, delimiter, rows, isPasswordGenerated };
}

function rowOf({ place, cells }: FileRecord, fields: readonly ImportField[], read: (cell: string) => string) {
  const cell = (field: ImportField) => {
    const at = fields.indexOf(field);
    return at < 0 ? "" : read(cells[at] ?? "");
  };
  const parts = [cell("firstName"), cell("lastName")].map((part) => part.trim()).filter(Boolean);
  return {
    row: place,
    name: fields.includes("name") ? cell("name") : parts.join(" "),
    email: cell("email"),
    password: fields.includes("password") ? cell("password") : firstPassword(),
    roles: cell("roles"),
    departments: cell("departments"),
    isTooLong: cells.slice(fields.length).some((extra) => extra.trim() !== ""),
    cells: cells.map(read),
  };
}

const fieldNames: Record<ImportField, string> = {
  name: "full name",
  firstName: "first name",
  lastName: "last name",
  email: "email",
  password: "password",
  roles: "roles",
  departments: "departments",
  none: "nothing",
};

function problemOf(fields: readonly ImportField[]): string {
  const twice = fields.find((field, index) => field !== "none" && fields.indexOf(field) !== index);
  if (twice) return `There are two columns for the ${fieldNames[twice]}.`;
  const hasName = fields.includes("name") || (fields.includes("firstName") && fields.includes("lastName"));
  if (!hasName) return "There is no column for the name.";
  return fields.includes("email") ? "" : "There is no column for the email.";
}

function sampleOf(records: readonly FileRecord[], index: number): string {
  const cell = records.find(({ cells }) => (cells[index] ?? "").trim() !== "")?.cells[index] ?? "";
  return cell.trim().slice(0, sampleLength);
}

function isWrittenByUs(headings: readonly string[]): boolean {
  return headings.some((heading) => headingKey(heading) === headingKey(problemsHeading));
}
