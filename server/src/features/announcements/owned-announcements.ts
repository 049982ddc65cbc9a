import type { OwnedKind } from "../../platform/ownership.ts";
import type { Database } from "../../tables.ts";

/**
 * The drafts of somebody who leaves, which nobody else might see any more. What is scheduled is left to its author's
 * rights: it becomes a draft again at its time, and its heir is told. What was published keeps its author.
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
