import { sql } from "kysely";
import type { Erasure, ErasureWork, TextColumn } from "../../../platform/kinds/erasure.ts";
import type { Database } from "../../../tables.ts";

const rowsAtOnce = 1000;

/** Tables whose texts stay, or are changed elsewhere. */
const otherTables = [
  // It has the names until the erasure is done.
  "erasures",
  // Their erasers know more than the column.
  ...["accounts", "profiles", "messages"],
  // Triggers and the eraser of the search make these from the others.
  ...["message_search", "search_entries", "search_words", "words_to_forget"],
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

/**
 * Replaces the names and addresses of a person in all texts of a table, also in those of others.
 * @returns how many rows had them.
 */
export async function sweepTable(
  { inTexts, id }: Erasure,
  { table, columns: all }: { table: string; columns: readonly TextColumn[] },
  work: ErasureWork<Database>,
): Promise<number> {
  const isWithMentions = all.some(({ name, type }) => name === "mentions" && type === "json");
  const columns = all.map((column) => ({ ...column, isWithMentions }));
  let count = 0;
  let after = start;
  for (;;) {
    work.signal.throwIfAborted();
    const replace = (names: Erasure["inTexts"]) =>
      work.part(async (tx) => {
        const values = columns.map((column) => sql`${sql.id(column.name)} = ${names.withoutIn(column)}`);
        const { rows } = await sql<{ count: number; last: string | null }>`WITH part AS MATERIALIZED (
            SELECT t.ctid AS place FROM ${sql.table(table)} t
            WHERE t.ctid > ${after}::tid AND ${names.areIn(columns)} LIMIT ${sql.lit(rowsAtOnce)} FOR UPDATE),
          changed AS (UPDATE ${sql.table(table)} t SET ${sql.join(values)} FROM part WHERE t.ctid = part.place)
          SELECT count(*)::int AS count, max(place)::text AS last FROM part`.execute(tx);
        return rows[0] ?? { count: 0, last: null };
      });
    const found = await replace(inTexts).catch((error: unknown) => {
      // Another one has this name already.
      if (isDuplicate(error)) return replace(inTexts.distinct(id.slice(-6)));
      throw error;
    });
    count += found.count;
    // Rows that others changed have moved: the table is done when all of it has none.
    if (found.last === null && after === start) return count;
    after = found.last ?? start;
  }
}

/** Before the first row of a table. */
const start = "(0,0)";

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
