import { callReader, type Mention } from "@atoll/contract/mentions";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { isReadableByName } from "./readable.ts";

/** The people that a browser says are mentioned. Called before a transaction: it takes a connection. */
export async function findMentioned({ viewers }: Pick<SliceContext, "viewers">, ids: readonly string[]) {
  const found = await Promise.all([...new Set(ids)].map((id) => viewers.ofUser(id)));
  return found.filter((one) => one !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Those of them whose name is in the text and who may read the question. Mentioning somebody else has no effect and is no
 * error, so that nobody finds out by it who may read what.
 */
export async function resolveMentions(
  tx: Database,
  questionId: string,
  content: string,
  mentioned: readonly Mention[],
): Promise<Mention[]> {
  const isCalled = callReader(content);
  const named = mentioned.filter(({ name }) => isCalled(name));
  if (named.length === 0) return [];
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM unnest(${named.map(({ id }) => id)}::uuid[]) AS person (id)
    WHERE ${isReadableByName(sql`person.id`, sql`${questionId}::uuid`)}`.execute(tx);
  const readers = new Set(rows.map(({ id }) => id));
  return named.flatMap(({ id, name }) => (readers.has(id) ? [{ id, name }] : []));
}
