import type { Channel } from "@atoll/contract/chat/schemas";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { selectChannel, selectChannels } from "./channel-queries.ts";
import { presentChannel } from "./present.ts";

type Viewer = PermissionHolder & { id: string };

/**
 * Returns one of a person's channels, including a direct chat without messages.
 * @throws {AppError} `channel_not_found` if they are not a member.
 */
export async function getChannel(db: Database, viewer: Viewer, channelId: string): Promise<Channel> {
  const row = await selectChannel(db, viewer.id, channelId).executeTakeFirst();
  if (!row) throw new AppError("channel_not_found");
  return presentChannel(row, viewer);
}

/** Returns the same, or undefined if it is not in their list. */
export async function findListedChannel(
  db: Database,
  viewer: Viewer,
  channelId: string,
): Promise<Channel | undefined> {
  const row = await selectChannels(db, viewer.id, channelId).executeTakeFirst();
  return row && presentChannel(row, viewer);
}
