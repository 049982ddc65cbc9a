import type { OwnedKind } from "../../../platform/kinds/ownership.ts";
import type { Database } from "../../../tables.ts";

/**
 * Hands over the drafts of somebody who leaves, which nobody else could see. A scheduled announcement needs its
 * author's permissions: at its time it becomes a draft again, and the heir is notified. Published ones keep their
 * author.
 */
export const ownedAnnouncements: OwnedKind<Database> = {
  kind: "drafts of announcements",
  async count(tx, userId) {
    const { count } = await tx
      .selectFrom("announcements")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("author_id", "=", userId)
      .where("status", "=", "DRAFT")
      .executeTakeFirstOrThrow();
    return count;
  },
  async handOver(tx, fromUserId, toUserId) {
    await tx
      .updateTable("announcements")
      .set({ author_id: toUserId })
      .where("author_id", "=", fromUserId)
      .where("status", "=", "DRAFT")
      .execute();
  },
};
