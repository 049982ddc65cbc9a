import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Database, Tables } from "../../tables.ts";

const batchSize = 500;

/** Number of indexed things of a kind. */
export interface Reindexed {
  kind: string;
  count: number;
}

/**
 * Rebuilds the whole index while servers are running or stopped: in batches, each in its own transaction, so that
 * nobody waits for it. Concurrent changes update the index themselves.
 */
export async function reindex(db: Database, onKind: (done: Reindexed) => void): Promise<void> {
  onKind({ kind: "message", count: await reindexMessages(db) });
  const { rows } = await sql<{ kind: string }>`
    SELECT substr(viewname, 8) AS kind FROM pg_views
    WHERE schemaname = current_schema() AND viewname LIKE 'search\\_%' ORDER BY 1`.execute(db);
  const kinds = rows.map(({ kind }) => kind);
  await sql`DELETE FROM search_entries WHERE kind <> ALL(${kinds}::text[])`.execute(db);
  for (const kind of kinds) onKind({ kind, count: await reindexKind(db, kind) });
}

/** Rebuilds the index on one connection, in its transaction. */
export async function reindexOn(client: pg.Client, onKind: (done: Reindexed) => void): Promise<void> {
  const connection = { query: client.query.bind(client), release: () => {} };
  const pool = { connect: async () => connection, end: async () => {} };
  // The connection is ended by its owner.
  await reindex(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }), onKind);
}

const beforeAll = "00000000-0000-0000-0000-000000000000";

async function reindexMessages(db: Database): Promise<number> {
  await sql`DELETE FROM message_search s WHERE NOT EXISTS (SELECT FROM messages m WHERE m.id = s.message_id)`.execute(
    db,
  );
  let count = 0;
  for (let last = beforeAll; ; ) {
    const { rows } = await sql<{ last: string | null; count: number }>`
      SELECT search_index_messages(${last}::uuid, ${batchSize}) AS last,
        (SELECT count(*) FROM (SELECT FROM messages WHERE id > ${last}::uuid LIMIT ${batchSize}) m) AS count`.execute(
      db,
    );
    const next = rows[0]?.last ?? null;
    if (next === null) return count;
    count += rows[0]?.count ?? 0;
    last = next;
  }
}

async function reindexKind(db: Database, kind: string): Promise<number> {
  const view = sql.id(`search_${kind}`);
  await sql`DELETE FROM search_entries e WHERE e.kind = ${kind}
    AND NOT EXISTS (SELECT FROM ${view} v WHERE v.id = e.id)`.execute(db);
  let count = 0;
  for (let last = beforeAll; ; ) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${view} WHERE id > ${last}::uuid ORDER BY id LIMIT ${batchSize}`.execute(db);
    const next = rows.at(-1);
    if (!next) return count;
    const ids = rows.map(({ id }) => id);
    await sql`SELECT search_index(${kind}, ${ids}::uuid[])`.execute(db);
    count += ids.length;
    last = next.id;
  }
}
