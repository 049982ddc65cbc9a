import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { assertNotLastOwner, holdMember } from "./hold-member.ts";

/**
 * Makes a member an owner, or an owner an ordinary member. Doing it twice changes nothing.
 * @throws {AppError} `person_not_found` when they are no member; `last_owner`.
 */
export async function setOwner(
  db: Database,
  channelId: string,
  userId: string,
  isOwner: boolean,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdMember(tx, channelId, userId))) throw new AppError("person_not_found");
    if (!isOwner) await assertNotLastOwner(tx, channelId, userId);
    await tx
      .updateTable("channel_members")
      .set({ is_owner: isOwner })
      .where("channel_id", "=", channelId)
      .where("user_id", "=", userId)
      .execute();
  });
}
