import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { closeImportedChannels, deleteImportedChannel, deleteImportedMessages } from "../../chat/public.ts";
import { holdRunner, type ImportRow, lockAtStep, pauseImport } from "./import-row.ts";
import { addLines } from "./lines.ts";

const messagesAtOnce = 300;
const messageKinds = sql`('message', 'part', 'placeholder')`;

/** SQL: the messages that an import made. */
const madeMessages = (importId: string) => sql`(SELECT i.target_id FROM import_items i
  WHERE i.import_id = ${importId} AND i.kind IN ${messageKinds})`;

/**
 * Asserts that nobody has built on an import: written in its channels, replied to its messages, edited, reacted to,
 * pinned or saved them.
 * @throws {AppError} `import_built_on`, with the numbers.
 */
export async function assertNothingBuilt(tx: Database, { id, started_at }: ImportRow): Promise<void> {
  const number = async (query: RawBuilder<{ count: number }>) =>
    (await query.execute(tx)).rows[0]?.count ?? 0;
  const made = madeMessages(id);
  const isOther = sql`NOT EXISTS (SELECT FROM import_items o WHERE o.target_id = m.id AND o.import_id = ${id})`;
  const messages = await number(sql`SELECT count(*) AS count FROM (
    SELECT m.id FROM messages m WHERE m.channel_id IN (
      SELECT i.target_id FROM import_items i WHERE i.import_id = ${id} AND i.kind = 'channel') AND ${isOther}
    UNION SELECT m.id FROM messages m WHERE m.parent_id IN ${made} AND ${isOther}) m`);
  const marks = await number(sql`SELECT count(DISTINCT message_id) AS count FROM (
    SELECT r.message_id FROM message_reactions r WHERE r.created_at > ${started_at} AND r.message_id IN ${made}
    UNION SELECT s.message_id FROM saved_messages s WHERE s.message_id IN ${made}
    UNION SELECT m.id FROM messages m
      WHERE (m.pinned_at > ${started_at} OR m.edited_at > ${started_at}) AND m.id IN ${made}) m`);
  if (messages + marks === 0) return;
  throw new AppError("import_built_on", { figures: { messages: String(messages), marks: String(marks) } });
}

/** Archives the channels that the import made, so that nobody writes in them while they go. */
export async function closeChannels(tx: Database, importId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT target_id AS id FROM import_items
    WHERE import_id = ${importId} AND kind = 'channel'`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await closeImportedChannels(tx, ids);
}

/**
 * Takes back a part of an import: messages first, then channels, then people. What
 * somebody builds on in the meantime stays, with a line in the report.
 */
export async function undoBatch(db: Database, row: ImportRow): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockAtStep(tx, row);
    if (!locked) return;
    if (!(await holdRunner(tx, locked)))
      return pauseImport(tx, locked, "The person who started it may not run imports any more, or has left.");
    const isMore =
      (await undoMessages(tx, locked)) || (await undoChannels(tx, locked)) || (await undoPeople(tx, locked));
    if (!isMore) await finishUndo(tx, locked);
    await tx
      .updateTable("imports")
      .set({ step: row.step + 1, failures: 0, worked_at: sql<Date>`now()` })
      .where("id", "=", row.id)
      .execute();
  });
}

async function undoMessages(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string; channel_id: string | null }>`
    SELECT i.target_id, m.channel_id FROM import_items i LEFT JOIN messages m ON m.id = i.target_id
    WHERE i.import_id = ${id} AND i.kind IN ${messageKinds} ORDER BY i.kind, i.target_id LIMIT ${messagesAtOnce}`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  const ids = rows.map(({ target_id }) => target_id);
  const channelIds = rows.flatMap(({ channel_id }) => channel_id ?? []);
  const keptIds = await deleteImportedMessages(tx, id, ids, channelIds);
  await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ANY(${ids}::uuid[])`.execute(tx);
  await addLines(
    tx,
    id,
    "undoing",
    keptIds.map((detail) => ({ kind: "kept", detail })),
  );
  return true;
}

async function undoChannels(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`SELECT target_id FROM import_items
    WHERE import_id = ${id} AND kind = 'channel' ORDER BY target_id LIMIT 20`.execute(tx);
  if (rows.length === 0) return false;
  for (const { target_id: channelId } of rows) {
    if (!(await deleteImportedChannel(tx, channelId)))
      await addLines(tx, id, "undoing", [{ kind: "kept", detail: channelId }]);
    await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ${channelId}`.execute(tx);
  }
  return true;
}

async function undoPeople(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`SELECT target_id FROM import_items
    WHERE import_id = ${id} AND kind = 'person' ORDER BY target_id LIMIT 50`.execute(tx);
  if (rows.length === 0) return false;
  for (const { target_id: personId } of rows) {
    await sql`SAVEPOINT person`.execute(tx);
    try {
      await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ${personId}`.execute(tx);
      await sql`DELETE FROM profiles p WHERE p.id = ${personId} AND p.former_since IS NOT NULL
        AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = p.id)`.execute(tx);
    } catch (error) {
      // Another import has messages of theirs.
      if (!(error instanceof pg.DatabaseError) || error.code !== "23503") throw error;
      await sql`ROLLBACK TO SAVEPOINT person`.execute(tx);
      await sql`UPDATE import_items SET kind = 'kept person' WHERE import_id = ${id} AND target_id = ${personId}`.execute(
        tx,
      );
      await addLines(tx, id, "undoing", [{ kind: "kept", detail: personId }]);
    }
    await sql`RELEASE SAVEPOINT person`.execute(tx);
  }
  return true;
}

async function finishUndo(tx: Database, { id, name, run_by, created_by }: ImportRow): Promise<void> {
  await tx
    .updateTable("imports")
    .set({
      state: "undone",
      finished_at: sql<Date>`now()`,
      next_unit: 0,
      next_record: 0,
      failure: null,
      made: "{}",
    })
    .where("id", "=", id)
    .execute();
  await sql`UPDATE import_places SET counts = '{}', numbered_from = NULL WHERE import_id = ${id}`.execute(tx);
  const actor = await tx
    .selectFrom("profiles")
    .select(["id", "name"])
    .where("id", "=", run_by ?? created_by)
    .executeTakeFirst();
  await recordAct(tx, { action: "import.undone", actor, address: "", subject: { type: "import", id, name } });
}
