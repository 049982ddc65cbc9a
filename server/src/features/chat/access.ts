import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { assertMayChat } from "./policy.ts";

type ChatViewer = PermissionHolder & { id: string };

/**
 * A channel that the viewer is a member of, with the number of its last change.
 * @throws {AppError} `forbidden` without team chat; `channel_not_found` when there is none, or it is not theirs.
 */
export async function accessChannel(db: Database, viewer: ChatViewer, channelId: string) {
  assertMayChat(viewer);
  const row = await db
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select(["c.id", "c.type", "c.head", "c.member_count", "m.last_read_seq"])
    .where("m.channel_id", "=", channelId)
    .where("m.user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("channel_not_found");
  return row;
}

/**
 * A message in a channel that the viewer is a member of.
 * @throws {AppError} `forbidden` without team chat; `message_not_found` when there is none, or it is not theirs to see.
 */
export async function accessMessage(db: Database, viewer: ChatViewer, messageId: string) {
  assertMayChat(viewer);
  const row = await db
    .selectFrom("messages as x")
    .innerJoin("channel_members as m", "m.channel_id", "x.channel_id")
    .select(["x.id", "x.channel_id", "x.author_id", "x.deleted_at"])
    .where("x.id", "=", messageId)
    .where("m.user_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("message_not_found");
  return row;
}
