import type { ActivityItem } from "@atoll/contract/dashboard/content-schemas";
import { activityItems, activityPerSource } from "@atoll/contract/dashboard/limits";
import type { SliceCard } from "../../slice.ts";

/** The card of recent activity in all slices, the newest first. Specification, sections 2 and 9 (Recent Activity). */
export const activityCard: SliceCard = {
  type: "activity",
  async read(context, viewer) {
    const { activity } = context.dashboardParts;
    const found = await Promise.all(activity.map((source) => source(context, viewer, activityPerSource)));
    return { type: "activity", items: newest(found.flat()) };
  },
};

function newest(items: readonly ActivityItem[]): ActivityItem[] {
  return items.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, activityItems);
}
