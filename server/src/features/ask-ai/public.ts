import type { Selectable } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database, Tables } from "../../tables.ts";

export type ConversationRow = Selectable<Tables["ask_conversations"]>;

/**
 * Refuses a question for another person's conversation before anything is read for it. One that is not there is started.
 * @throws {AppError} `conversation_not_found`.
 */
export async function assertMayAskIn(db: Database, userId: string, id: string): Promise<void> {
  const row = await db
    .selectFrom("ask_conversations")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row && row.user_id !== userId) throw new AppError("conversation_not_found");
}

/**
 * Loads a conversation of this person.
 * @throws {AppError} `conversation_not_found` when there is none, also when it is another person's.
 */
export async function accessConversation(db: Database, userId: string, id: string): Promise<ConversationRow> {
  const row = await db
    .selectFrom("ask_conversations")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) throw new AppError("conversation_not_found");
  return row;
}
