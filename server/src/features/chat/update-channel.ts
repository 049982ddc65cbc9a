import type { Database } from "../../tables.ts";
import { orNameTaken } from "./create-channel.ts";

export interface ChannelChange {
  name?: string | undefined;
  topic?: string | undefined;
  description?: string | undefined;
  isOwnersOnly?: boolean | undefined;
}

/**
 * Renames a channel, or changes its topic, description, or who may write in it.
 * @throws {AppError} `channel_name_taken`, also by one that is archived: it may come back.
 */
export async function updateChannel(db: Database, channelId: string, change: ChannelChange): Promise<void> {
  const { name, topic, description, isOwnersOnly } = change;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(topic === undefined ? {} : { topic }),
    ...(description === undefined ? {} : { description }),
    ...(isOwnersOnly === undefined ? {} : { is_owners_only: isOwnersOnly }),
  };
  if (Object.keys(values).length === 0) return;
  await orNameTaken(db.updateTable("channels").set(values).where("id", "=", channelId).execute());
}

/** Archives a channel, or brings it back. Doing it twice changes nothing. */
export async function archiveChannel(db: Database, channelId: string, isArchived: boolean): Promise<void> {
  await db
    .updateTable("channels")
    .set({ archived_at: isArchived ? new Date() : null })
    .where("id", "=", channelId)
    .where("archived_at", isArchived ? "is" : "is not", null)
    .execute();
}
