import type { SliceOwnedKind } from "../../slice.ts";
import { broadcastArticles } from "./ground/broadcast.ts";

/** Every article that somebody owns, whatever its state: without an owner nobody would be reminded to review it. */
export const ownedArticles: SliceOwnedKind = {
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
    const rows = await tx
      .updateTable("articles")
      .set({ owner_id: toUserId, stale_told_at: null })
      .where("owner_id", "=", fromUserId)
      .returning("id")
      .execute();
    return rows.map(({ id }) => id);
  },
  broadcast: (context, ids) => broadcastArticles(context, ids, []),
};
