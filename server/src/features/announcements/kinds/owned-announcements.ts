import type { SliceOwnedKind } from "../../../slice.ts";
import { broadcastChange } from "../notifications/broadcast-change.ts";

/**
 * Hands over the drafts of somebody who leaves, which nobody else could see. A scheduled announcement needs its
 * author's permissions: at its time it becomes a draft again, and the heir is notified. Published ones keep their
 * author.
 */
export const ownedAnnouncements: SliceOwnedKind = {
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
    const rows = await tx
      .updateTable("announcements")
      .set({ author_id: toUserId })
      .where("author_id", "=", fromUserId)
      .where("status", "=", "DRAFT")
      .returning("id")
      .execute();
    return rows.map(({ id }) => id);
  },
  async broadcast(context, ids) {
    for (const announcementId of ids) await broadcastChange(context, { announcementId, before: [] });
  },
};
