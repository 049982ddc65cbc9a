import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { accessManagedChannel } from "../access.ts";
import { assertNotLastOwner, lockMembers } from "./lock-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/**
 * Makes a member an owner, or an owner a regular member. Idempotent.
 * @throws {AppError} as `accessManagedChannel`; `person_not_found` if they are not a member; `last_owner`.
 */
export async function setOwner(
  db: Database,
  viewer: ActingViewer,
  { channelId, personId }: { channelId: string; personId: string },
  isOwner: boolean,
): Promise<void> {
  await changeAs(db, viewer, async (tx, manager) => {
    const held = await lockMembers(tx, channelId, [manager.id, personId]);
    await accessManagedChannel(tx, manager, channelId);
    if (!held.has(personId)) throw new AppError("person_not_found");
    if (!isOwner) await assertNotLastOwner(tx, channelId, personId);
    const { numUpdatedRows } = await tx
      .updateTable("channel_members")
      .set({ is_owner: isOwner })
      .where("channel_id", "=", channelId)
      .where("user_id", "=", personId)
      .where("is_owner", "!=", isOwner)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const action = isOwner ? "channel.owner-added" : "channel.owner-removed";
    await recordChannelAct(tx, viewer, channelId, action, { personIds: [personId] });
  });
}
