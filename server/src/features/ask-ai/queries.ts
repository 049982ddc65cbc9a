import { sql } from "kysely";
import { exactInstant, type PlaceInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";

/** The questions of a conversation, the first asked first. A conversation holds few. */
export function selectTurns(db: Database, conversationId: string) {
  return db
    .selectFrom("ask_turns")
    .selectAll()
    .where("conversation_id", "=", conversationId)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
}

/** One question of a conversation. */
export function selectTurn(db: Database, conversationId: string, id: string) {
  return db
    .selectFrom("ask_turns")
    .selectAll()
    .where("id", "=", id)
    .where("conversation_id", "=", conversationId)
    .executeTakeFirst();
}

/** A question that its asker has shared, with who asked it. */
export function selectSharedTurn(db: Database, id: string) {
  return db
    .selectFrom("ask_turns as t")
    .innerJoin("ask_conversations as c", "c.id", "t.conversation_id")
    .selectAll("t")
    .select("c.user_id")
    .where("t.id", "=", id)
    .where("t.shared_at", "is not", null)
    .executeTakeFirst();
}

export type TurnRow = Awaited<ReturnType<typeof selectTurns>>[number];

/** A person's conversations behind a place, the last asked first. */
export function selectConversations(
  db: Database,
  userId: string,
  after: PlaceInTime | undefined,
  count: number,
) {
  return db
    .selectFrom("ask_conversations")
    .selectAll()
    .select(exactInstant("at").as("exact_at"))
    .where("user_id", "=", userId)
    .$if(after !== undefined, (select) =>
      select.where(sql<boolean>`(at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(count)
    .execute();
}
