import type { Draft } from "@atoll/contract/chat/draft-schema";
import { sql } from "kysely";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Database } from "../../../tables.ts";
import { chatterRoom } from "../rooms.ts";

/** Keeps what a person began to write in a place, or throws it away when it is empty; their other devices are told. */
export async function saveDraft(
  { db, realtime }: { db: Database; realtime: Realtime },
  userId: string,
  draft: { channelId: string; parentId: string | null; content: string },
): Promise<void> {
  const { channelId, parentId, content } = draft;
  const at = content === "" ? await remove(db, userId, draft) : await write(db, userId, draft);
  if (!at) return;
  const sent: Draft = { channelId, parentId, content, updatedAt: at.toISOString() };
  realtime.send(chatterRoom(userId), "draft.changed", { draft: sent });
}

async function write(
  db: Database,
  userId: string,
  { channelId, parentId, content }: { channelId: string; parentId: string | null; content: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ updated_at: Date }>`
    INSERT INTO drafts (user_id, channel_id, parent_id, content)
    VALUES (${userId}, ${channelId}, ${parentId}, ${content})
    ON CONFLICT (user_id, channel_id, parent_id) DO UPDATE
      SET content = excluded.content, updated_at = excluded.updated_at
      WHERE drafts.content <> excluded.content
    RETURNING updated_at`.execute(db);
  return rows[0]?.updated_at;
}

async function remove(
  db: Database,
  userId: string,
  { channelId, parentId }: { channelId: string; parentId: string | null },
): Promise<Date | undefined> {
  const removed = await db
    .deleteFrom("drafts")
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .where("parent_id", "is not distinct from", parentId)
    .returning(sql<Date>`clock_timestamp()`.as("at"))
    .executeTakeFirst();
  return removed?.at;
}
