import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Erasure, ErasureWork, TextColumn } from "../../../platform/kinds/erasure.ts";
import type { Database } from "../../../tables.ts";
import { raisedVersions } from "./erase-rows.ts";

const rowsAtOnce = 500;
/** A page has 8 kB. */
const pagesAtOnce = 4000;

/** Tables whose texts stay, or are changed elsewhere. */
const otherTables = [
  // It has the names until the erasure is done.
  "erasures",
  // Their erasers know more than the column.
  ...["accounts", "profiles", "messages", "files"],
  // Triggers and the eraser of the search make these from the others.
  ...["message_search", "search_entries", "search_words", "words_to_forget"],
  // The name of the company, and the address of its logo.
  "company",
  // The text of a file is that of the file, which belongs to somebody else.
  "file_texts",
  // It is only added to. Its readers see no names of people who were erased.
  "audit_log",
  // Legal holds keep what was said as it was.
  ...["legal_holds", "legal_hold_acts", "held_messages"],
  "migrations",
];

/** Lists all tables with texts, with these columns. */
export async function tablesWithTexts(db: Database): Promise<{ table: string; columns: TextColumn[] }[]> {
  const { rows } = await sql<{ table: string; columns: TextColumn[] }>`
    SELECT c.table_name AS "table", json_agg(json_build_object('name', c.column_name, 'type',
      CASE c.udt_name WHEN 'text' THEN 'text' WHEN '_text' THEN 'list' ELSE 'json' END) ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.udt_name IN ('text', '_text', 'jsonb') AND c.table_name <> ALL (${otherTables}::text[])
    GROUP BY c.table_name ORDER BY c.table_name`.execute(db);
  return rows;
}

/** Recent searches of colleagues. They are deleted: two of them could become the same. */
const searches = ["recent_searches", "missed_searches"];

/**
 * Replaces the names and addresses of a person in all texts of a table, also in those of others. It looks for rows in a few
 * pages of the table at a time, without a lock, and changes what it found if that is still so.
 * @returns how many rows had them.
 */
export async function sweepTable(
  { inTexts }: Erasure,
  { table, columns: all }: { table: string; columns: readonly TextColumn[] },
  work: ErasureWork<Database>,
): Promise<number> {
  const isWithMentions = all.some(({ name, type }) => name === "mentions" && type === "json");
  const columns = all.map((column) => ({ ...column, isWithMentions }));
  const name = sql.table(table);
  const pages = await work.read(async (tx) => {
    const { rows } = await sql<{ pages: number }>`SELECT (pg_relation_size(${table}::regclass)
      / current_setting('block_size')::int)::int AS pages`.execute(tx);
    return rows[0]?.pages ?? 0;
  });
  if (pages === 0) return 0;
  const replaceIn = (places: readonly string[], names: Erasure["inTexts"]) =>
    work.part(async (tx) => {
      const isFound = sql<boolean>`t.ctid = ANY (${[...places]}::tid[]) AND ${names.areIn(columns)}`;
      const values = [
        ...columns.map((column) => sql`${sql.id(column.name)} = ${names.withoutIn(column)}`),
        ...raisedVersions(table),
      ];
      const { numAffectedRows = 0n } = await (searches.includes(table)
        ? sql`DELETE FROM ${name} t WHERE ${isFound}`
        : sql`UPDATE ${name} t SET ${sql.join(values)} WHERE ${isFound}`
      ).execute(tx);
      return Number(numAffectedRows);
    });
  const pass = async (): Promise<{ found: number; changed: number }> => {
    const sum = { found: 0, changed: 0 };
    for (let page = 0; page <= pages; page += pagesAtOnce) {
      work.signal.throwIfAborted();
      // The last part has no end: the table may have grown.
      const end = page + pagesAtOnce > pages ? sql`` : sql`AND t.ctid < ${`(${page + pagesAtOnce},0)`}::tid`;
      const { rows } = await work.read((tx) =>
        sql<{ place: string }>`SELECT t.ctid::text AS place FROM ${name} t
          WHERE t.ctid >= ${`(${page},0)`}::tid ${end} AND ${inTexts.areIn(columns)}`.execute(tx),
      );
      const places = rows.map(({ place }) => place);
      sum.found += places.length;
      for (let at = 0; at < places.length; at += rowsAtOnce)
        sum.changed += await replace(places.slice(at, at + rowsAtOnce), inTexts, replaceIn);
    }
    return sum;
  };
  let count = 0;
  // Rows that others changed have moved, and may have been passed over.
  for (;;) {
    const { found, changed } = await pass();
    count += changed;
    if (found === 0) return count;
  }
}

/** Replaces names in these rows. Where the value is there already or becomes too long, in one after the other. */
async function replace(
  places: readonly string[],
  names: Erasure["inTexts"],
  replaceIn: (places: readonly string[], names: Erasure["inTexts"]) => Promise<number>,
): Promise<number> {
  try {
    return await replaceIn(places, names);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  let count = 0;
  for (const place of places) {
    const mark = uuidv7().slice(-3);
    const attempts = [names, names.distinct(mark), names.distinct(mark, true)];
    for (const [index, attempt] of attempts.entries()) {
      try {
        count += await replaceIn([place], attempt);
        break;
      } catch (error) {
        if (!isRefused(error) || index === attempts.length - 1) throw error;
      }
    }
  }
  return count;
}

/** Another row has this value already, or it is too long. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "23505" || error.code === "23514");
