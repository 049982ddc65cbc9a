import type { Subject } from "@atoll/contract/comments/schemas";
import type { UnplacedText } from "@atoll/contract/documents/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../tables.ts";
import type { RemovedWords } from "./find-unseen.ts";
import type { DocumentRow } from "./queries.ts";

/** Texts of one person and thing. Further ones become lines of the newest, which is then kept for its whole time again. */
const mostTexts = 100;
/** Together they have at most so many characters; the oldest go first. A whole document has fewer than half. */
const mostLength = 1_000_000;
const keptDays = 90;

/**
 * Keeps the words that an update removes although its sender had not seen them, for their authors: one text for each.
 * @param row the draft, locked.
 */
export async function keepUnplaced(
  tx: Database,
  row: DocumentRow,
  removed: readonly RemovedWords[],
): Promise<void> {
  const clients = [...new Set(removed.map(({ client }) => client))];
  if (clients.length === 0) return;
  const owners = await tx
    .selectFrom("document_clients")
    .select(["client_id", "user_id"])
    .where("epoch", "=", row.epoch)
    .where(sql<boolean>`client_id = ANY(${clients}::bigint[])`)
    .execute();
  const authors = new Map(owners.map(({ client_id, user_id }) => [client_id, user_id]));
  for (const [author, words] of Map.groupBy(removed, ({ client }) => authors.get(client))) {
    const text = author === undefined ? "" : textOf(words);
    if (author === undefined || text.trim() === "") continue;
    await keep(tx, author, { kind: row.subject_kind, id: row.subject_id }, text);
  }
}

/** The words of one author, a line for each place. Places of which others deleted nothing unseen are left out. */
function textOf(words: readonly RemovedWords[]): string {
  return [...Map.groupBy(words, ({ place }) => place).values()]
    .filter((group) => group.some(({ isUnseen }) => isUnseen))
    .map((group) => group.map(({ text }) => text).join(""))
    .filter((line) => line.trim() !== "")
    .join("\n")
    .replaceAll("\0", "")
    .toWellFormed();
}

async function keep(tx: Database, userId: string, subject: Subject, text: string): Promise<void> {
  const own = sql`user_id = ${userId} AND subject_id = ${subject.id} AND subject_kind = ${subject.kind}`;
  const { numAffectedRows } = await sql`UPDATE unplaced_texts
    SET text = text || E'\n' || ${text}, created_at = now()
    WHERE id = (SELECT id FROM unplaced_texts WHERE ${own} ORDER BY created_at DESC, id DESC LIMIT 1)
      AND (SELECT count(*) FROM unplaced_texts WHERE ${own}) >= ${mostTexts}
      AND length(text) < ${mostLength / 2}`.execute(tx);
  if (!numAffectedRows)
    await tx
      .insertInto("unplaced_texts")
      .values({ id: uuidv7(), user_id: userId, subject_kind: subject.kind, subject_id: subject.id, text })
      .execute();
  await sql`DELETE FROM unplaced_texts WHERE id IN (
    SELECT id FROM (
      SELECT id, sum(length(text)) OVER (ORDER BY created_at DESC, id DESC) AS total
      FROM unplaced_texts WHERE ${own}) t
    WHERE total > ${mostLength})`.execute(tx);
}

/** The kept words of a person in the drafts of a thing, the oldest first. */
export async function listUnplaced(db: Database, subject: Subject, userId: string): Promise<UnplacedText[]> {
  const rows = await db
    .selectFrom("unplaced_texts")
    .select(["id", "text", "created_at"])
    .where("user_id", "=", userId)
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, text, created_at }) => ({ id, text, at: created_at.toISOString() }));
}

/** Returns whether words of a person in the drafts of a thing are kept. */
export async function hasUnplaced(db: Database, subject: Subject, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM unplaced_texts WHERE user_id = ${userId}
    AND subject_id = ${subject.id} AND subject_kind = ${subject.kind} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function discardUnplaced(
  db: Database,
  subject: Subject,
  userId: string,
  textId: string,
): Promise<void> {
  await db
    .deleteFrom("unplaced_texts")
    .where("id", "=", textId)
    .where("user_id", "=", userId)
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .execute();
}

/** Deletes words that their authors did nothing about for 90 days. */
export async function deleteExpiredTexts(db: Database): Promise<void> {
  await sql`DELETE FROM unplaced_texts
    WHERE created_at < now() - ${sql.lit(`${keptDays} days`)}::interval`.execute(db);
}
