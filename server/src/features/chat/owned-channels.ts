import type { OwnedKind } from "../../platform/ownership.ts";
import type { Database } from "../../tables.ts";

/** The channels that somebody made. A direct chat belongs to both of its people and is not handed over. */
export const ownedChannels: OwnedKind<Database> = {
  kind: "channels",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("channels")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("created_by", "=", userId)
      .where("type", "!=", "DIRECT")
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    await tx
      .updateTable("channels")
      .set({ created_by: toUserId })
      .where("created_by", "=", fromUserId)
      .where("type", "!=", "DIRECT")
      .execute();
  },
};
