import type { ArticleReader } from "@atoll/contract/knowledge/schemas";
import { sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { personIn, presentRead } from "../model/present.ts";
import { hasConfirmed, lastRead, type ReadColumns } from "../model/queries.ts";
import { isActivePerson, isReachedBy } from "../model/readable.ts";

/** How many of those an article is for have confirmed what of it has to be read. */
export async function countConfirmed(
  db: Database,
  articleId: string,
): Promise<{ count: number; of: number }> {
  const { rows } = await sql<{ count: number; of: number }>`
    SELECT count(*) FILTER (WHERE ${hasConfirmed(sql`p.id`)}) AS count, count(*) AS of
    FROM articles a JOIN accounts p ON ${isActivePerson} AND ${isReachedBy(sql`p.id`)}
    WHERE a.id = ${articleId}`.execute(db);
  return rows[0] ?? { count: 0, of: 0 };
}

/** How many people an article is for. */
export async function countReaders(db: Database, articleId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM articles a JOIN accounts p ON ${isActivePerson} AND ${isReachedBy(sql`p.id`)}
    WHERE a.id = ${articleId}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface ReaderRow {
  id: string;
  name_key: string;
  read: ReadColumns | null;
  confirmed: ReadColumns | null;
  is_open: boolean;
}

/** A page of those an article is for, by name, with what each has read and confirmed. */
export async function listReaders(
  { db, people }: { db: Database; people: People },
  articleId: string,
  { only, ...page }: { only: "all" | "open"; cursor?: string | undefined; limit: number },
): Promise<{ items: ArticleReader[]; nextCursor: string | null }> {
  const isOpen = sql<boolean>`(a.must_read_version IS NOT NULL AND NOT ${hasConfirmed(sql`p.id`)})`;
  const { rows, nextCursor } = await fetchPage(
    page,
    placeByName,
    async (after, count) => {
      const behind = after
        ? sql`AND (${byName("n.name_key")}, p.id) > (${after[0]}, ${after[1]}::uuid)`
        : sql``;
      const { rows } = await sql<ReaderRow>`
        SELECT p.id, n.name_key, ${lastRead(sql`p.id`, "read")} AS read,
          ${lastRead(sql`p.id`, "confirmed")} AS confirmed, ${isOpen} AS is_open
        FROM articles a JOIN accounts p ON ${isActivePerson} AND ${isReachedBy(sql`p.id`)}
        JOIN profiles n ON n.id = p.id
        WHERE a.id = ${articleId} ${only === "open" ? sql`AND ${isOpen}` : sql``} ${behind}
        ORDER BY ${byName("n.name_key")}, p.id LIMIT ${count}`.execute(db);
      return rows;
    },
    (row) => [row.name_key, row.id],
  );
  const known = await people.of(rows.map(({ id }) => id));
  return {
    items: rows.map((row) => ({
      person: personIn(known, row.id),
      read: presentRead(row.read),
      confirmed: presentRead(row.confirmed),
      isOpen: row.is_open,
    })),
    nextCursor,
  };
}
