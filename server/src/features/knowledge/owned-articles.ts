import type { OwnedKind } from "../../platform/kinds/ownership.ts";
import type { Database } from "../../tables.ts";

/** Every article that somebody owns, whatever its state: without an owner nobody would be reminded to review it. */
export const ownedArticles: OwnedKind<Database> = {
  kind: "pages of the knowledge base",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("articles")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("owner_id", "=", userId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    await tx
      .updateTable("articles")
      .set({ owner_id: toUserId, stale_told_at: null })
      .where("owner_id", "=", fromUserId)
      .execute();
  },
};
