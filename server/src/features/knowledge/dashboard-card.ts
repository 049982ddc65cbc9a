import { cardItems } from "@atoll/contract/dashboard/limits";
import type { SliceCard } from "../../slice.ts";
import { presentArticles } from "./model/present.ts";
import { countStaleOf, findObligations, findStaleOf } from "./overview.ts";

/** Reads which pages the viewer has to confirm, and which of their own are due for review. */
export const knowledgeCard: SliceCard = {
  type: "knowledge",
  async read({ db, people }, viewer) {
    const [obligations, stale, toReviewCount] = await Promise.all([
      findObligations({ db, people }, viewer),
      findStaleOf(db, viewer, cardItems),
      countStaleOf(db, viewer),
    ]);
    const open = obligations.filter(({ state }) => state !== "done");
    return {
      type: "knowledge",
      toRead: open.slice(0, cardItems),
      toReadCount: open.length,
      toReview: await presentArticles(people, stale),
      toReviewCount,
    };
  },
};
