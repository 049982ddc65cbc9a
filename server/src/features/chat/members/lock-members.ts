import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";

/**
 * Locks members and their channel until the transaction ends, so that changes of a channel's people and owners run one
 * after the other, and a viewer who was found to own it still does when the change is made. Members are locked first,
 * in one order: see the locks in the migration.
 * @param userIds the person who makes the change, and the people affected.
 * @returns those of them who are members.
 */
export async function lockMembers(
  tx: Database,
  channelId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM channel_members
    WHERE channel_id = ${channelId} AND user_id = ANY(${[...userIds]}::uuid[])
    ORDER BY user_id FOR UPDATE`.execute(tx);
  await tx.selectFrom("channels").select("id").where("id", "=", channelId).forNoKeyUpdate().execute();
  return new Set(rows.map((row) => row.user_id));
}

/**
 * Asserts that a channel with other members keeps an owner. The member must be locked.
 * @throws {AppError} `last_owner`.
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
