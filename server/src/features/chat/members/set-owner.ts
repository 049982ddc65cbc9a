import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { accessManagedChannel } from "../access.ts";
import { assertNotLastOwner, holdMembers } from "./hold-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/**
 * Makes a member an owner, or an owner an ordinary member. Doing it twice changes nothing.
 * @throws {AppError} as `accessManagedChannel`; `person_not_found` when they are no member; `last_owner`.
 */
export async function setOwner(
  db: Database,
  viewer: ActingViewer,
  { channelId, personId }: { channelId: string; personId: string },
  isOwner: boolean,
): Promise<void> {
  await changeAs(db, viewer, async (tx, manager) => {
    const held = await holdMembers(tx, channelId, [manager.id, personId]);
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
