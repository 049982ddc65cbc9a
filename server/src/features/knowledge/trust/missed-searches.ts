import { minMissingSearchers } from "@atoll/contract/knowledge/limits";
import { sql } from "kysely";
import { fold } from "../../../platform/search/fold.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/** Searches per week that are counted. Keeps a flood of words from filling the table. */
const maxPerWeek = 20_000;

/**
 * Counts a person who searched for these words and found nothing. Who it was is kept as a keyed digest that differs with
 * every word, so that nobody's searches can be put together.
 * @returns how many people searched for them lately; null below the least number that is shown.
 */
export async function noteMissedSearch(
  { db, seals }: Pick<SliceContext, "db" | "seals">,
  userId: string,
  typed: string,
): Promise<number | null> {
  const words = fold(typed).trim();
  if (words.length < 2) return null;
  const searcher = Buffer.from(seals.seal("missed search", `${words}\0${userId}`));
  await sql`INSERT INTO missed_searches (words, week, searcher)
    SELECT ${words}, date_trunc('week', now() AT TIME ZONE 'UTC')::date, ${searcher}
    WHERE (SELECT count(*) FROM (SELECT FROM missed_searches
      WHERE week = date_trunc('week', now() AT TIME ZONE 'UTC')::date LIMIT ${sql.lit(maxPerWeek)}) counted)
      < ${sql.lit(maxPerWeek)}
    ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{
    people: number;
  }>`SELECT count(DISTINCT searcher) AS people FROM missed_searches
    WHERE ${isLately} AND words = ${words}`.execute(db);
  const people = rows[0]?.people ?? 0;
  return people >= minMissingSearchers ? people : null;
}

/** SQL: this week or the one before. */
const isLately = sql`week >= date_trunc('week', now() AT TIME ZONE 'UTC')::date - 7`;

/** Recent searches of enough people without results, the most frequent first. */
export async function findMissing(db: Database): Promise<{ words: string; people: number }[]> {
  const { rows } = await sql<{ words: string; people: number }>`
    SELECT words, count(DISTINCT searcher) AS people FROM missed_searches WHERE ${isLately}
    GROUP BY words HAVING count(DISTINCT searcher) >= ${sql.lit(minMissingSearchers)}
    ORDER BY people DESC, words LIMIT 8`.execute(db);
  return rows;
}
