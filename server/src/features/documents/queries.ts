import type { Subject } from "@atoll/contract/comments/schemas";
import { type Selectable, sql } from "kysely";
import type { Database, Tables } from "../../tables.ts";

type Row = Selectable<Tables["documents"]>;
/** A draft without its text. */
export type DocumentRow = Omit<Row, "snapshot" | "held_until"> & { is_held: boolean };

const head = [
  "epoch",
  "subject_kind",
  "subject_id",
  "schema_version",
  "sequence",
  "snapshot_sequence",
  "size_bytes",
  "created_at",
  "changed_at",
] as const;

/** SQL: its writers wait. By the clock, since a lock may have been waited for. */
const isHeld = sql<boolean>`coalesce(held_until > clock_timestamp(), false)`.as("is_held");

/** The draft of a thing, if one is open. */
export function findDocument(db: Database, subject: Subject): Promise<DocumentRow | undefined> {
  return db
    .selectFrom("documents")
    .select([...head, isHeld])
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .executeTakeFirst();
}

/** More pages than anybody opens of one draft. */
const mostOwnClients = 2_000;

/** The draft of this epoch, if it has not ended. */
export function findHead(db: Database, epoch: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom("documents")
    .select([...head, isHeld])
    .where("epoch", "=", epoch)
    .executeTakeFirst();
}

/** The pages in which a person typed into a draft. */
export async function findOwnClients(db: Database, epoch: string, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("document_clients")
    .select("client_id")
    .where("user_id", "=", userId)
    .where("epoch", "=", epoch)
    .limit(mostOwnClients)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** The same, locked until the transaction ends: nobody writes to it or ends it before. */
export function lockDocument(tx: Database, epoch: string): Promise<DocumentRow | undefined> {
  return tx
    .selectFrom("documents")
    .select([...head, isHeld])
    .where("epoch", "=", epoch)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates that together are the whole document, the snapshot first. */
export async function findWhole(
  db: Database,
  epoch: string,
): Promise<{ updates: Buffer[]; sequence: number }> {
  // One statement: between two of them the updates could become part of the snapshot.
  const { rows } = await sql<{ content: Buffer; sequence: number }>`
    SELECT snapshot AS content, snapshot_sequence AS sequence FROM documents WHERE epoch = ${epoch}
    UNION ALL SELECT content, sequence FROM document_updates WHERE epoch = ${epoch}
    ORDER BY sequence`.execute(db);
  return { updates: rows.map(({ content }) => content), sequence: rows.at(-1)?.sequence ?? 0 };
}

/** Updates after one, the oldest first, until they are `maxBytes` together. */
export async function findSince(
  db: Database,
  epoch: string,
  since: number,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<{ content: Buffer; sequence: number }[]> {
  const { rows } = await sql<{ content: Buffer; sequence: number }>`
    SELECT content, sequence FROM (
      SELECT content, sequence, sum(length(content)) OVER (ORDER BY sequence) - length(content) AS before
      FROM document_updates WHERE epoch = ${epoch} AND sequence > ${since}) u
    WHERE before < ${maxBytes} ORDER BY sequence`.execute(db);
  return rows;
}

/** A publication takes less, and ends it itself. */
const heldMs = 25_000;

/** Has the writers of a draft wait, so that it can be read and published as it is. */
export async function holdWriters(db: Database, epoch: string): Promise<void> {
  await db
    .updateTable("documents")
    .set({ held_until: sql<Date>`clock_timestamp() + ${sql.lit(`${heldMs} milliseconds`)}::interval` })
    .where("epoch", "=", epoch)
    .execute();
}

/** Lets the writers of a draft go on. */
export async function releaseWriters(db: Database, subject: Subject): Promise<void> {
  await db
    .updateTable("documents")
    .set({ held_until: null })
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .where("held_until", "is not", null)
    .execute();
}
