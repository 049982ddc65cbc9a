import { assertAsSeen } from "../../../platform/assert-not-changed.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/public.ts";
import { lockMembers } from "../members/lock-members.ts";
import { type ActingViewer, recordChannelAct } from "../members/record-channel-act.ts";
import { accessManagedChannel } from "../public.ts";
import { rejectLookalikeChannel, uniqueChannels } from "./reject-lookalike-channel.ts";

export interface ChannelChange {
  name?: string | undefined;
  topic?: string | undefined;
  description?: string | undefined;
  isOwnersOnly?: boolean | undefined;
  /** The values that the edit began with. */
  seen?: Partial<Record<"name" | "topic" | "description", string | undefined>> & {
    isOwnersOnly?: boolean | undefined;
  };
}

/**
 * Changes the name, topic or description of a channel, or who may write in it.
 * @throws {AppError} as `accessManagedChannel`; `channel_name_taken` and `name_looks_taken`, also for the name of an
 *   archived channel, which can be restored; `changed_meanwhile` where a field no longer has the value that was seen.
 */
export async function updateChannel(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  change: ChannelChange,
): Promise<void> {
  const { name, topic, description, isOwnersOnly, seen = {} } = change;
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
      .select(["name", "topic", "description", "is_owners_only as isOwnersOnly"])
      .where("id", "=", channelId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    assertAsSeen(before, seen);
    if (name !== undefined && name !== before?.name)
      await rejectLookalikeChannel(tx, viewer.id, channelId, name);
    await rejectViolation(
      tx.updateTable("channels").set(values).where("id", "=", channelId).execute(),
      uniqueChannels,
    );
    if (before === undefined || name === undefined || name === before.name) return;
    const names = { before: before.name, after: name };
    await recordChannelAct(tx, viewer, channelId, "channel.renamed", { names });
  });
}

/**
 * Archives or restores a channel. Idempotent.
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

/** Changes a channel's row after checking, in the same transaction, that the viewer manages it. */
async function changeManaged(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  change: (tx: Database) => Promise<void>,
): Promise<void> {
  await changeAs(db, viewer, async (tx, manager) => {
    await lockMembers(tx, channelId, [manager.id]);
    await accessManagedChannel(tx, manager, channelId);
    await change(tx);
  });
}
