import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { accessChannel, accessManagedChannel } from "../access.ts";
import { assertMembersChange } from "./add-members.ts";
import { assertNotLastOwner, lockMembers } from "./lock-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/**
 * Removes a member from a channel. The last owner stays as long as there are other members. Does nothing for a person
 * who is not a member, because two requests may coincide.
 * @throws {AppError} as `accessManagedChannel`; `department_channel`, `last_owner`.
 */
export async function removeMember(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  userId: string,
): Promise<void> {
  await changeAs(db, viewer, async (tx, remover) => {
    const held = await lockMembers(tx, channelId, [remover.id, userId]);
    assertMembersChange(await accessManagedChannel(tx, remover, channelId));
    if (held.has(userId)) await deleteMember(tx, viewer, channelId, userId);
  });
}

/**
 * Removes the viewer from a channel.
 * @throws {AppError} as `accessChannel`; `direct_channel`, `department_channel`, `last_owner`.
 */
export async function leaveChannel(db: Database, viewer: ActingViewer, channelId: string): Promise<void> {
  await changeAs(db, viewer, async (tx, leaver) => {
    await lockMembers(tx, channelId, [leaver.id]);
    assertMembersChange(await accessChannel(tx, leaver, channelId));
    await deleteMember(tx, viewer, channelId, leaver.id);
  });
}

async function deleteMember(
  tx: Database,
  actor: ActingViewer,
  channelId: string,
  userId: string,
): Promise<void> {
  await assertNotLastOwner(tx, channelId, userId);
  await tx
    .deleteFrom("channel_members")
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .execute();
  await recordChannelAct(tx, actor, channelId, "channel.left", { personIds: [userId] });
}
