import { maxPassages, maxSummarised, maxTurns } from "@atoll/contract/ask-ai/limits";
import type { AskSummary, newTurnSchema } from "@atoll/contract/ask-ai/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { QuestionVector } from "../../platform/search/near-vectors.ts";
import type { HitReference } from "../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessChannel, accessThread } from "../chat/public.ts";
import { findPassages } from "../search/public.ts";
import { selectModel } from "./model/settings.ts";
import { selectTurns, type TurnRow } from "./queries.ts";

/** With fewer unread messages than this, the latest ones are summarised whether they were read or not. */
const leastUnread = 3;
const latest = 20;

/**
 * The messages that a summary is about, the newest first: the unread ones of a channel, or a thread.
 * @throws {AppError} `forbidden` without team chat; `channel_not_found`, `message_not_found`.
 */
async function findSummarised(
  db: Database,
  viewer: RequestViewer,
  { kind, id }: AskSummary,
): Promise<HitReference[]> {
  const ids = kind === "channel" ? await unreadOf(db, viewer, id) : await messagesOfThread(db, viewer, id);
  return ids.map((messageId) => ({ kind: "message", id: messageId }));
}

async function unreadOf(db: Database, viewer: RequestViewer, channelId: string): Promise<string[]> {
  const channel = await accessChannel(db, viewer, channelId);
  const { rows } = await sql<{ id: string; isUnread: boolean }>`
    SELECT id, seq > ${channel.last_read_seq} AS "isUnread" FROM messages
    WHERE channel_id = ${channelId} AND parent_id IS NULL AND deleted_at IS NULL AND content <> ''
    ORDER BY seq DESC LIMIT ${maxSummarised}`.execute(db);
  const unread = rows.filter(({ isUnread }) => isUnread);
  return (unread.length >= leastUnread ? unread : rows.slice(0, latest)).map(({ id }) => id);
}

async function messagesOfThread(db: Database, viewer: RequestViewer, messageId: string): Promise<string[]> {
  const thread = await accessThread(db, viewer, messageId);
  const { rows } = await sql<{ id: string }>`
    (SELECT id, seq FROM messages WHERE parent_id = ${thread.id} AND deleted_at IS NULL AND content <> ''
      ORDER BY seq DESC LIMIT ${maxSummarised - 1})
    UNION ALL SELECT id, seq FROM messages WHERE id = ${thread.id} AND content <> '' ORDER BY seq DESC`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The title of a conversation in the list: its first question, shortened. */
const titleLength = 200;

interface Asking extends z.output<typeof newTurnSchema> {
  conversationId: string;
}

/** The best passages for a question, in a transaction that sees one moment. */
export async function findAnswer(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { conversationId, question, scope, id, summary }: Asking,
  { asOf, vector }: { asOf: string; vector: QuestionVector | undefined },
): Promise<{ references: HitReference[]; isWeak: boolean }> {
  if (summary) return { references: await findSummarised(tx, viewer, summary), isWeak: false };
  const { rows } = await sql<{ question: string }>`SELECT t.question FROM ask_turns t
    JOIN ask_conversations c ON c.id = t.conversation_id AND c.user_id = ${viewer.id}
    WHERE t.conversation_id = ${conversationId} AND t.id <> ${id} ORDER BY t.asked_at DESC LIMIT 1`.execute(
    tx,
  );
  const earlier = rows.map((row) => row.question);
  return findPassages(context, tx, viewer, { question, earlier, scope, asOf, vector, count: maxPassages });
}

/**
 * Stores a question with its passages, once however often it is sent; the first one starts the conversation.
 * @throws {AppError} `conversation_not_found` for the id of another person's; `conversation_full`; `turn_id_taken`.
 */
export function storeTurn(
  db: Database,
  viewer: RequestViewer,
  asking: Asking,
  answer: { references: HitReference[]; isWeak: boolean },
): Promise<TurnRow> {
  const { conversationId, id, question, scope, summary, draft } = asking;
  const sent = {
    byId: viewer.id,
    hash: hashSent(conversationId, question, scope, summary ?? null, ...(draft ? [draft] : [])),
  };
  return transact(db, async (tx) => {
    await openConversation(tx, viewer.id, conversationId, question);
    const { is_on: isModelOn } = await selectModel(tx);
    const { row, isNew } = await createOnce(sent, {
      insert: () => insertTurn(tx, asking, sent, { ...answer, isModelOn }),
      find: () => tx.selectFrom("ask_turns").selectAll().where("id", "=", id).executeTakeFirst(),
      sentOf: (found) => ({
        // A conversation is one person's, and only theirs is open here.
        byId: found.conversation_id === conversationId ? viewer.id : "",
        hash: found.sent_hash,
      }),
      taken: "turn_id_taken",
    });
    if (isNew) await assertHasRoom(tx, conversationId);
    return row;
  });
}

/** Locks the conversation, so that two devices cannot both add the last question that it has room for. */
async function openConversation(tx: Database, userId: string, id: string, question: string): Promise<void> {
  const title = [...question.replace(/\s+/g, " ")].slice(0, titleLength).join("");
  const { rows } = await sql`INSERT INTO ask_conversations AS there (id, user_id, title)
    VALUES (${id}, ${userId}, ${title})
    ON CONFLICT (id) DO UPDATE SET at = clock_timestamp() WHERE there.user_id = ${userId}
    RETURNING id`.execute(tx);
  if (rows.length === 0) throw new AppError("conversation_not_found");
}

async function insertTurn(
  tx: Database,
  { id, conversationId, question, scope, summary, draft }: Asking,
  { hash }: Sent,
  { references, isWeak, isModelOn }: { references: HitReference[]; isWeak: boolean; isModelOn: boolean },
): Promise<boolean> {
  return insertNew(
    tx.insertInto("ask_turns").values({
      id,
      conversation_id: conversationId,
      question,
      scope: JSON.stringify(scope),
      summary: summary ? JSON.stringify(summary) : null,
      draft: draft ?? null,
      passages: JSON.stringify(references),
      is_weak: isWeak,
      sent_hash: hash,
      // Without a passage there is nothing to write about.
      answer_state: isModelOn && references.length > 0 ? "wanted" : null,
    }),
  );
}

async function assertHasRoom(tx: Database, conversationId: string): Promise<void> {
  const turns = await selectTurns(tx, conversationId);
  if (turns.length > maxTurns) throw new AppError("conversation_full");
}
