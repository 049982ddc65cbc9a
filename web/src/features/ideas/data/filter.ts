import { type IdeaOrder, type IdeaScope, type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";

/** The lists to choose from, as the address names them. */
export const ideaViews = { top: "Top", newest: "Newest", mine: "Mine", voted: "Voted" } as const;
export type IdeaView = keyof typeof ideaViews;

/** The view and filters of a list of ideas. */
export interface ShownIdeas {
  view: IdeaView;
  statuses: readonly IdeaStatus[];
  departments: readonly string[];
  tag: string;
  title: string;
  /** For a board: everything, or what is due by the end of the next quarter or was shipped in this one. */
  period: "all" | "quarters";
}

/** Shipped ideas have a card of their own, so a list starts with all others. */
export const usualStatuses: readonly IdeaStatus[] = ideaStatuses.filter((status) => status !== "shipped");

/** The address of a list: a name is left out where it says what is usual. */
export interface IdeaSearch {
  view?: string | undefined;
  status?: string | undefined;
  department?: string | undefined;
  tag?: string | undefined;
  title?: string | undefined;
  period?: string | undefined;
  /** The ID of the open saved view. */
  saved?: string | undefined;
}

const isView = (value: unknown): value is IdeaView =>
  typeof value === "string" && Object.hasOwn(ideaViews, value);
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Pure: what an address asks for. What it says and nobody knows is passed over. */
export function readShownIdeas(search: Readonly<Record<string, unknown>>): ShownIdeas {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" ? value : "";
  };
  const named = text("status").split(",");
  const statuses = ideaStatuses.filter((status) => named.includes(status));
  return {
    view: isView(search.view) ? search.view : "top",
    statuses: text("status") === "" ? usualStatuses : statuses.length > 0 ? statuses : ideaStatuses,
    departments: text("department")
      .split(",")
      .filter((id) => anId.test(id)),
    tag: text("tag").trim(),
    title: text("title").trim(),
    period: text("period") === "all" ? "all" : "quarters",
  };
}

/** Pure: the address that asks for it. */
export function writeShownIdeas(shown: ShownIdeas): IdeaSearch {
  const { view, statuses, departments, tag, title, period } = shown;
  const isUsual = statuses.join() === usualStatuses.join();
  return {
    view: view === "top" ? undefined : view,
    status: isUsual ? undefined : isEvery(statuses) ? "all" : statuses.join(),
    department: departments.length > 0 ? departments.join() : undefined,
    tag: tag || undefined,
    title: title || undefined,
    period: period === "all" ? "all" : undefined,
  };
}

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
    order: view === "newest" || view === "mine" ? "newest" : "top",
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
