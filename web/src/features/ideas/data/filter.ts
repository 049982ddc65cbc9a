import { type IdeaOrder, type IdeaScope, type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";
import { ideaSearch } from "@atoll/contract/ideas/list-search";
import type { SearchValues } from "@atoll/contract/list-search";

/** The view and filters of a list of ideas. */
export type ShownIdeas = SearchValues<typeof ideaSearch>;

/** The lists to choose from. */
export const ideaViews: readonly { value: ShownIdeas["view"]; label: string }[] = [
  { value: "top", label: "Top" },
  { value: "trending", label: "Trending" },
  { value: "newest", label: "Newest" },
  { value: "mine", label: "Mine" },
  { value: "voted", label: "Voted" },
];

/** A list without filters. */
export const usualIdeas: ShownIdeas = ideaSearch.read({});

export const isEvery = (statuses: readonly IdeaStatus[]): boolean =>
  statuses.length === 0 || statuses.length === ideaStatuses.length;

/** As the route takes it. */
export interface IdeaQuery {
  order: IdeaOrder;
  scope: IdeaScope;
  status: string;
  department: string;
  tag: string;
  title: string;
  since?: string;
  until?: string;
}

export function queryOf({ view, statuses, departments, tag, title }: ShownIdeas): IdeaQuery {
  return {
    order: view === "trending" ? view : view === "newest" || view === "mine" ? "newest" : "top",
    scope: view === "mine" || view === "voted" ? view : "all",
    status: isEvery(statuses) ? "" : statuses.join(),
    department: departments.join(),
    tag,
    title,
  };
}

/** The same for a column of a board: one order for everyone, and only the quarters that it is about. */
export function columnQuery(shown: ShownIdeas, now = new Date()): Omit<IdeaQuery, "status" | "order"> {
  const { scope, department, tag, title } = queryOf({ ...shown, view: "top" });
  return { scope, department, tag, title, ...(shown.period === "quarters" ? quartersAround(now) : {}) };
}

/** Pure: the first day of this quarter and the last day of the next one. */
export function quartersAround(now: Date): { since: string; until: string } {
  const [year, month] = [now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    since: day(new Date(Date.UTC(year, month, 1))),
    until: day(new Date(Date.UTC(year, month + 6, 0))),
  };
}
