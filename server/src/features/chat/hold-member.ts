import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/**
 * Holds a member and their channel until the transaction ends, so that two who change a channel's owners come one
 * after the other. The member first: see the locks in the migration.
 * @returns whether there is such a member.
 */
export async function holdMember(tx: Database, channelId: string, userId: string): Promise<boolean> {
  const member = await tx
    .selectFrom("channel_members")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await tx.selectFrom("channels").select("id").where("id", "=", channelId).forNoKeyUpdate().execute();
  return member !== undefined;
}

/**
 * To be called when the member is held.
 * @throws {AppError} `last_owner` when a channel with other members would be left without an owner.
 */
export async function assertNotLastOwner(tx: Database, channelId: string, userId: string): Promise<void> {
  const { own, owners, members } = await tx
    .selectFrom("channel_members")
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere("user_id", "=", userId)
        .filterWhere("is_owner", "=", true)
        .as("own"),
      eb.fn.countAll<number>().filterWhere("is_owner", "=", true).as("owners"),
      eb.fn.countAll<number>().as("members"),
    ])
    .where("channel_id", "=", channelId)
    .executeTakeFirstOrThrow();
  if (own === 1 && owners === 1 && members > 1) throw new AppError("last_owner");
}
