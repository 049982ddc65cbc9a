import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** What a file needs to be shown, given out and found in storage. */
const columns = [
  "f.id",
  "f.bucket",
  "f.key",
  "f.filename",
  "f.original_name",
  "f.mime_type",
  "f.size_bytes",
  "f.width",
  "f.height",
  "f.preview",
  "f.has_thumbnail",
] as const;

/**
 * Those of these files that a person may read: of messages in channels that they are a member of, and their own
 * that are not sent yet. What was in a deleted message is nobody's any more.
 */
export function selectReadable(db: Database, userId: string, ids: readonly string[]) {
  return db
    .selectFrom("attachments as f")
    .leftJoin("messages as x", "x.id", "f.message_id")
    .select(columns)
    .where(sql<boolean>`f.id = ANY(${ids}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("f.message_id", "is", null),
          eb("f.owner_id", "=", userId),
          eb("f.created_at", ">", new Date(0)),
        ]),
        eb.exists(
          eb
            .selectFrom("channel_members as m")
            .select("m.user_id")
            .whereRef("m.channel_id", "=", "x.channel_id")
            .where("m.user_id", "=", userId),
        ),
      ]),
    )
    .execute();
}

export type StoredFileRow = Awaited<ReturnType<typeof selectReadable>>[number];
