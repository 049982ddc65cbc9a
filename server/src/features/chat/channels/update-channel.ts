import { orRefuse } from "../../../platform/database/or-refuse.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { accessManagedChannel } from "../access.ts";
import { holdMembers } from "../members/hold-members.ts";
import { type ActingViewer, recordChannelAct } from "../members/record-channel-act.ts";
import { refuseChannelLike, uniqueChannels } from "./refuse-channel-like.ts";

export interface ChannelChange {
  name?: string | undefined;
  topic?: string | undefined;
  description?: string | undefined;
  isOwnersOnly?: boolean | undefined;
}

/**
 * Renames a channel, or changes its topic, description, or who may write in it.
 * @throws {AppError} as `accessManagedChannel`; `channel_name_taken` and `name_looks_taken`, also by one that is archived:
 *   it may come back.
 */
export async function updateChannel(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  change: ChannelChange,
): Promise<void> {
  const { name, topic, description, isOwnersOnly } = change;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(topic === undefined ? {} : { topic }),
    ...(description === undefined ? {} : { description }),
    ...(isOwnersOnly === undefined ? {} : { is_owners_only: isOwnersOnly }),
  };
  await changeManaged(db, viewer, channelId, async (tx) => {
    if (Object.keys(values).length === 0) return;
    const before = await tx
      .selectFrom("channels")
      .select("name")
      .where("id", "=", channelId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (name !== undefined && name !== before?.name) await refuseChannelLike(tx, viewer.id, channelId, name);
    await orRefuse(
      tx.updateTable("channels").set(values).where("id", "=", channelId).execute(),
      uniqueChannels,
    );
    if (before === undefined || name === undefined || name === before.name) return;
    const names = { before: before.name, after: name };
    await recordChannelAct(tx, viewer, channelId, "channel.renamed", { names });
  });
}

/**
 * Archives a channel, or brings it back. Doing it twice changes nothing.
 * @throws {AppError} as `accessManagedChannel`.
 */
export async function archiveChannel(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  isArchived: boolean,
): Promise<void> {
  await changeManaged(db, viewer, channelId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("channels")
      .set({ archived_at: isArchived ? new Date() : null })
      .where("id", "=", channelId)
      .where("archived_at", isArchived ? "is" : "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordChannelAct(tx, viewer, channelId, isArchived ? "channel.archived" : "channel.unarchived");
  });
}

/** A change of the channel itself, by who is found to manage it in the same transaction. */
async function changeManaged(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  change: (tx: Database) => Promise<void>,
): Promise<void> {
  await changeAs(db, viewer, async (tx, manager) => {
    await holdMembers(tx, channelId, [manager.id]);
    await accessManagedChannel(tx, manager, channelId);
    await change(tx);
  });
}
