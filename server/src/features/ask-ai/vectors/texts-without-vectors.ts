import { searchKinds } from "@atoll/contract/search/limits";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** A text that can be found and has no vector of a model yet. */
export interface SourceText {
  kind: string;
  id: string;
  /** Null where it is not a message. */
  channelId: string | null;
  title: string;
  body: string;
  /** Names the text as the index had it: a vector is stored only if it is still the same. */
  hash: string;
}

/** Names have no meaning to compare. Messages have an index of their own. */
const entryKinds = searchKinds.filter((kind) => !["message", "channel", "person"].includes(kind));

/** SQL: what a text is recognised by. */
export const entryHash = sql<string>`md5(e.title || ' ' || e.folded)`;
export const messageHash = sql<string>`md5(e.folded)`;

/** Some texts that have no vector of this model, in no order; none where all have. */
export async function selectTextsWithoutVectors(
  db: Database,
  model: string,
  count: number,
): Promise<SourceText[]> {
  const { rows: missing } = await sql<SourceText>`
    SELECT e.kind, e.id, NULL AS "channelId", e.title, e.folded AS body, ${entryHash} AS hash FROM search_entries e
    WHERE e.kind = ANY(${entryKinds}::text[]) AND (e.title <> '' OR e.folded <> '') AND NOT EXISTS (
      SELECT FROM ask_vectors v WHERE v.entry_id = e.id AND v.kind = e.kind AND v.model = ${model})
    LIMIT ${count}`.execute(db);
  const texts = await asWritten(db, missing);
  if (missing.length >= count) return texts;
  const { rows: messages } = await sql<SourceText>`
    SELECT 'message' AS kind, m.id, m.channel_id AS "channelId", '' AS title, m.content AS body, ${messageHash} AS hash
    FROM message_search e JOIN messages m ON m.id = e.message_id
    WHERE m.content ~ '[[:alnum:]]' AND NOT EXISTS (
      SELECT FROM ask_vectors v WHERE v.message_id = e.message_id AND v.model = ${model})
    LIMIT ${count - missing.length}`.execute(db);
  return [...texts, ...messages];
}

/** How many texts can have a vector, and how many have one of this model. */
export async function countVectors(db: Database, model: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    SELECT (SELECT count(*) FROM ask_vectors WHERE model = ${model} AND part = 0)::int AS done,
      ((SELECT count(*) FROM search_entries e WHERE e.kind = ANY(${entryKinds}::text[]) AND (e.title <> '' OR e.folded <> ''))
        + (SELECT count(*) FROM messages m JOIN message_search e ON e.message_id = m.id WHERE m.content ~ '[[:alnum:]]'))::int AS total`.execute(
    db,
  );
  return rows[0] ?? { done: 0, total: 0 };
}

/** The texts as people wrote them; as the index has them where they are no longer there. */
async function asWritten(db: Database, missing: readonly SourceText[]): Promise<SourceText[]> {
  const written = new Map<string, { title: string; body: string | null }>();
  for (const [kind, ofKind] of Map.groupBy(missing, (one) => one.kind)) {
    const ids = ofKind.map(({ id }) => id);
    const { rows } = await sql<{ id: string; title: string; body: string | null }>`
      SELECT id, title, body FROM ${sql.table(`search_${kind}`)} WHERE id = ANY(${ids}::uuid[])`.execute(db);
    for (const row of rows) written.set(`${kind}/${row.id}`, row);
  }
  return missing.map((text) => {
    const found = written.get(`${text.kind}/${text.id}`);
    return found ? { ...text, title: found.title, body: found.body ?? "" } : text;
  });
}
