import pg from "pg";
import type { KeptInPart, Query } from "./table-rules.ts";

/** A column as the database has it. */
export interface ColumnShape {
  name: string;
  /** As PostgreSQL calls it: "timestamp with time zone". */
  type: string;
}

export interface TableShape {
  name: string;
  columns: ColumnShape[];
  /** The primary key, and whether a column of it is text. Empty if there is none. */
  key: { name: string; isText: boolean }[];
}

/** Values that every PostgreSQL writes and reads in the same way, and no limit of time for large tables. */
export const readableValues = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1`;

/** Reads the tables of Atoll, without those of extensions, and their columns, without computed ones, in order. */
export function readShapes(query: Query): Promise<TableShape[]> {
  return query<TableShape>(`
    SELECT c.relname AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1)) ORDER BY a.attnum)
        FILTER (WHERE a.attgenerated = '') AS columns,
      coalesce(json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0)
        ORDER BY array_position(i.indkey::int2[], a.attnum)) FILTER (WHERE a.attnum = ANY (i.indkey)), '[]') AS key
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.relname ORDER BY c.relname COLLATE "C"`);
}

/** The columns of one row whose value is the `null` of JSON, and not missing. */
const jsonNulls = "$jsonNull";

/**
 * Returns the query for the rows of a table as lines of JSON, in the order of the primary key. The same rows are the same
 * text in every database, so that hashes can be compared.
 */
export function selectLines(
  shape: TableShape,
  part?: Pick<KeptInPart, "where">,
  emptied: readonly string[] = [],
): string {
  const values = shape.columns.map(({ name, type }) => {
    const value = emptied.includes(name) ? "NULL" : encode(columnOf(name), type);
    return `${value} AS ${pg.escapeIdentifier(name)}`;
  });
  const lines = `SELECT ${withJsonNulls(shape, emptied)} AS line FROM (
    SELECT ${values.join(", ")} ${rowsOf(shape, part)}) r`;
  return shape.key.length > 0 ? lines : `SELECT line FROM (${lines}) l ORDER BY line COLLATE "C"`;
}

/**
 * Returns the query for the sizes of the same lines in bytes, in the same order. Texts are not read for it: escapes, which
 * can make a line six times as long, are not counted.
 */
function selectSizes(
  shape: TableShape,
  part: Pick<KeptInPart, "where"> | undefined,
  emptied: readonly string[],
): string {
  if (shape.key.length === 0)
    return `SELECT octet_length(line) AS size FROM (${selectLines(shape, part, emptied)}) l`;
  const sizes = shape.columns.map(({ name, type }) => {
    const size = emptied.includes(name) ? "0" : `coalesce(${sizeOf(columnOf(name), type)}, 0)`;
    return `${size} + ${name.length + mostPunctuation}`;
  });
  return `SELECT ${sizes.join(" + ")} AS size ${rowsOf(shape, part)}`;
}

const columnOf = (name: string): string => `t.${pg.escapeIdentifier(name)}`;

function rowsOf({ name, key }: TableShape, part: Pick<KeptInPart, "where"> | undefined): string {
  const order = key.map((column) => `${columnOf(column.name)}${column.isText ? ' COLLATE "C"' : ""}`);
  return `FROM public.${pg.escapeIdentifier(name)} t ${part?.where ? `WHERE ${part.where}` : ""}
    ${order.length > 0 ? `ORDER BY ${order.join(", ")}` : ""}`;
}

/** Quotes, colon and comma of a column, and `null`. */
const mostPunctuation = 8;

function sizeOf(column: string, type: string): string {
  if (["text", "character varying"].includes(type)) return `octet_length(${column})`;
  // As Base64.
  if (type === "bytea") return `octet_length(${column}) * 4 / 3`;
  return `octet_length(${column}::text)`;
}

/** Types whose values JSON has as they are, or as the text that PostgreSQL reads again. */
const plainTypes = new Set([
  ...[
    "boolean",
    "smallint",
    "integer",
    "real",
    "double precision",
    "text",
    "character varying",
    "uuid",
    "jsonb",
  ],
  ...["timestamp with time zone", "date", "text[]", "uuid[]", "integer[]", "smallint[]", "boolean[]"],
]);

function encode(column: string, type: string): string {
  if (plainTypes.has(type)) return column;
  // Programs lose digits of long numbers.
  if (type.endsWith("[]")) return `${column}::text[]`;
  return type === "bytea" ? `translate(encode(${column}, 'base64'), E'\\n', '')` : `${column}::text`;
}

function withJsonNulls({ columns }: TableShape, emptied: readonly string[]): string {
  const names = columns.filter(({ name, type }) => type === "jsonb" && !emptied.includes(name));
  if (names.length === 0) return "row_to_json(r)::text";
  const isNull = ({ name }: ColumnShape) => `r.${pg.escapeIdentifier(name)} = 'null'::jsonb`;
  const listed = names.map(
    (column) => `CASE WHEN ${isNull(column)} THEN ${pg.escapeLiteral(column.name)} END`,
  );
  return `CASE WHEN ${names.map(isNull).join(" OR ")}
    THEN left(row_to_json(r)::text, -1) || ',"${jsonNulls}":' || to_json(array_remove(ARRAY[${listed.join(", ")}], NULL))::text || '}'
    ELSE row_to_json(r)::text END`;
}

/** Returns the statement that inserts lines, which are its only parameter, as one array of JSON. */
export function insertLines({ name, columns }: Omit<TableShape, "key">): string {
  const names = columns.map((column) => pg.escapeIdentifier(column.name));
  const records = [
    ...columns.map((column) => `${pg.escapeIdentifier(column.name)} ${recordType(column.type)}`),
    `"${jsonNulls}" text[]`,
  ];
  return `INSERT INTO public.${pg.escapeIdentifier(name)} (${names.join(", ")}) OVERRIDING SYSTEM VALUE
    SELECT ${columns.map(decode).join(", ")} FROM json_to_recordset($1::json) AS r(${records.join(", ")})`;
}

function recordType(type: string): string {
  if (plainTypes.has(type)) return type;
  return type.endsWith("[]") ? "text[]" : "text";
}

function decode({ name, type }: ColumnShape): string {
  const value = `r.${pg.escapeIdentifier(name)}`;
  if (type === "jsonb")
    return `CASE WHEN ${pg.escapeLiteral(name)} = ANY (r."${jsonNulls}") THEN 'null'::jsonb ELSE ${value} END`;
  if (plainTypes.has(type)) return value;
  return type === "bytea" ? `decode(${value}, 'base64')` : `${value}::${type}`;
}

/** Returns whether a line has exactly the columns of its table. */
export function hasColumns(line: string, names: ReadonlySet<string>): boolean {
  const row: unknown = JSON.parse(line);
  if (typeof row !== "object" || row === null) return false;
  const given = Object.keys(row).filter((key) => key !== jsonNulls);
  return given.length === names.size && given.every((key) => names.has(key));
}

/** Rows in memory at once have about this many bytes, unless one alone has more. */
const bytesAtOnce = 1_000_000;
const mostAtOnce = 1_024;

/** Reads the lines of a table through a cursor, a few at a time, by their sizes, which a second cursor reads ahead. */
export async function* readLines(
  query: Query,
  shape: TableShape,
  part?: Pick<KeptInPart, "where">,
  emptied: readonly string[] = [],
): AsyncGenerator<string[]> {
  await query(`DECLARE archive_lines NO SCROLL CURSOR FOR ${selectLines(shape, part, emptied)}`);
  await query(`DECLARE archive_sizes NO SCROLL CURSOR FOR ${selectSizes(shape, part, emptied)}`);
  let sizes: number[] = [];
  for (let isEnd = false; ; ) {
    if (sizes.length < mostAtOnce && !isEnd) {
      const rows = await query<{ size: number }>(`FETCH ${mostAtOnce} FROM archive_sizes`);
      sizes.push(...rows.map(({ size }) => size));
      isEnd = rows.length < mostAtOnce;
    }
    if (sizes.length === 0) break;
    const count = countFitting(sizes);
    const rows = await query<{ line: string }>(`FETCH ${count} FROM archive_lines`);
    if (rows.length !== count) throw new Error(`${shape.name} has fewer rows than sizes`);
    yield rows.map(({ line }) => line);
    sizes = sizes.slice(count);
  }
  await query("CLOSE archive_lines");
  await query("CLOSE archive_sizes");
}

/** A power of two: few different statements, because the connection keeps each one prepared. */
function countFitting(sizes: readonly number[]): number {
  let [fitting, bytes] = [1, 0];
  for (const [index, size] of sizes.entries()) {
    bytes += size;
    const count = index + 1;
    if (bytes > bytesAtOnce || count > mostAtOnce) break;
    if (Number.isInteger(Math.log2(count))) fitting = count;
  }
  return fitting;
}
