import type { Database } from "../../tables.ts";
import { assertNotLastOwner, holdMember } from "./hold-member.ts";

/**
 * Takes a member out of a channel, by themselves or by somebody who may. The last owner has to stay as long as there
 * are others to hand over to. Somebody who is no member already is no error: two may have had the same idea.
 * @throws {AppError} `last_owner`.
 */
export async function removeMember(db: Database, channelId: string, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdMember(tx, channelId, userId))) return;
    await assertNotLastOwner(tx, channelId, userId);
    await tx
      .deleteFrom("channel_members")
      .where("channel_id", "=", channelId)
      .where("user_id", "=", userId)
      .execute();
  });
}
