import type { ActivityItem, FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { activityItems } from "@atoll/contract/dashboard/limits";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";

/** A person's dashboard: how it is arranged, and what stands on it. */
export interface Dashboard {
  layout: DashboardLayout;
  contents: FilledCard[];
}

/** Cards as they stand, and their order where there is one column. */
export interface Arrangement {
  cards: DashboardCard[];
  phoneOrder: string[];
}

/** Events of dashboards themselves. The areas handle the events of the things on them. */
export const dashboardHandlers: LiveHandlers<Dashboard> = {
  "dashboard.arranged": (dashboard, { layout }) => {
    return isFilled(dashboard, layout) ? withLayout(dashboard, layout) : refetch();
  },
  "dashboards.changed": refetchSpread,
};

/** The dashboard as it was arranged last: what was heard late is not newer. */
export function withLayout(dashboard: Dashboard, layout: DashboardLayout): Dashboard {
  const isLate = layout.isOwn && dashboard.layout.isOwn && layout.version < dashboard.layout.version;
  return isLate ? dashboard : { ...dashboard, layout };
}

/** Returns whether the data of every card is present, so that nothing has to be fetched. */
export function isFilled(dashboard: Dashboard, { cards }: Pick<DashboardLayout, "cards">): boolean {
  return cards.every((card) => isKnown(dashboard, card));
}

/** The settings of a card that determine its data. */
function isKnown({ layout, contents }: Dashboard, card: DashboardCard): boolean {
  const before = layout.cards.find(({ id }) => id === card.id);
  return (
    contents.some(({ cardId }) => cardId === card.id) &&
    before?.type === card.type &&
    JSON.stringify(before.options) === JSON.stringify(card.options)
  );
}

/** One thing more that somebody did; the same once only. */
export function withActivity(dashboard: Dashboard, item: ActivityItem): Dashboard {
  return changeActivity(dashboard, (items) => {
    const others = items.filter(({ id }) => id !== item.id);
    return [item, ...others]
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, activityItems);
  });
}

export function hasActivity(dashboard: Dashboard, id: string): boolean {
  return dashboard.contents.some(
    ({ content }) => content?.type === "activity" && content.items.some((item) => item.id === id),
  );
}

export function changeActivity(
  dashboard: Dashboard,
  change: (items: ActivityItem[]) => ActivityItem[],
): Dashboard {
  const contents = dashboard.contents.map((filled) =>
    filled.content?.type === "activity"
      ? { ...filled, content: { ...filled.content, items: change(filled.content.items) } }
      : filled,
  );
  return { ...dashboard, contents };
}
