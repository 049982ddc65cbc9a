import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { Idea, ListedIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMemo } from "react";
import type { Unsettled } from "../../../capabilities/changes/change-queue.ts";
import {
  changeItem,
  findItem,
  type Group,
  type GroupRules,
  isWhole,
  withItem,
} from "../../../capabilities/grouped-list/grouped-list.ts";
import { withChanged } from "../../../capabilities/grouped-list/optimistic.ts";
import {
  type GroupedKind,
  hearGone,
  useGroupedList,
  useMoreOfGroup,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { call } from "../../../lib/server/api-client.ts";
import { applyAct } from "../changes/apply-act.ts";
import type { IdeaAct } from "../changes/idea-act.ts";
import { withNews, withVotes } from "./events.ts";
import { columnQuery, type ShownIdeas } from "./filter.ts";
import { seenInIdeas, usePending } from "./use-ideas.ts";

type BoardQuery = ReturnType<typeof columnQuery>;

/** The ideas of one status, those with the most votes first. */
export interface IdeaColumn extends Group<ListedIdea> {
  status: IdeaStatus;
}

/** A board as the cache holds it: what it was asked for, and as much of each column as has been scrolled to. */
export interface IdeaBoard {
  query: BoardQuery;
  groups: readonly IdeaColumn[];
}

const ideaBoards: GroupedKind<ListedIdea, IdeaColumn, IdeaBoard> = {
  queryKey: ["ideas", "list", "board"],
  rules: rulesOf,
  pageSize: 20,
  maxAtOnce: 100,
};

function rulesOf({ query, groups }: IdeaBoard): GroupRules<ListedIdea, IdeaColumn> {
  return {
    keyOf: ({ status }) => status,
    groupOf: ({ status }) => status,
    isShown: (idea) => groups.some(({ status }) => status === idea.status) && isLeft(query, idea),
    compare: (one, other) => other.voteCount - one.voteCount || (one.id < other.id ? 1 : -1),
  };
}

/** Whether the filter of a board leaves an idea: the same as the server decides it. */
function isLeft({ department, tag, title, since, until }: BoardQuery, idea: Idea): boolean {
  const isDecided = idea.status === "shipped" || idea.status === "declined";
  return (
    (department === "" || department.split(",").includes(idea.department?.id ?? "")) &&
    (tag === "" || idea.tags.includes(tag.toLowerCase())) &&
    idea.title.toLowerCase().includes(title.toLowerCase()) &&
    (since === undefined || !isDecided || idea.statusAt.slice(0, 10) >= since) &&
    (until === undefined || isDecided || idea.targetOn === null || idea.targetOn <= until)
  );
}

const boardKey = (statuses: readonly IdeaStatus[], query: BoardQuery) => [
  ...ideaBoards.queryKey,
  statuses.join(),
  query,
];

/** Ideas in columns by status with the viewer's own changes, kept equal to the server's while they are shown. */
export function useIdeaBoard(statuses: readonly IdeaStatus[], shown: ShownIdeas) {
  useKeptSeen(seenInIdeas);
  const query = columnQuery(shown);
  const list = useGroupedList(ideaBoards, {
    queryKey: boardKey(statuses, query),
    async fetch(limit, signal) {
      const [{ byStatus }, groups] = await Promise.all([
        call(routes.summariseIdeas, { query }, { signal }),
        Promise.all(
          statuses.map(async (status) => ({
            status,
            ...(await call(
              routes.listIdeas,
              { query: { ...query, status, order: "top", limit } },
              { signal },
            )),
          })),
        ),
      ]);
      const totalOf = ({ status, items, nextCursor }: Omit<IdeaColumn, "total">) =>
        nextCursor === null ? items.length : Math.max(items.length, byStatus[status] ?? 0);
      return { query, groups: groups.map((column) => ({ ...column, total: totalOf(column) })) };
    },
    on: boardEvents,
  });
  const { pending, viewer } = usePending();
  const { data } = list;
  const board = useMemo(() => data && withPending(data, pending, viewer), [data, pending, viewer]);
  return { ...list, board };
}

/** Pure: a board as it will be once the viewer's own changes have arrived. */
export function withPending(
  board: IdeaBoard,
  pending: readonly Unsettled<IdeaAct>[],
  viewer: Person,
): IdeaBoard {
  return pending.reduce(
    (before, { body: { about, change }, createdAt }) =>
      about.reduce(
        (cached, id) =>
          withChanged(cached, id, (idea) => applyAct(idea, change, viewer, createdAt), rulesOf(cached)),
        before,
      ),
    board,
  );
}

const changeOne = changeItem<ListedIdea, IdeaColumn, IdeaBoard>;

/** Handlers of a board. A vote changes a number and moves no card, so that nothing jumps away under a finger. */
export const boardEvents: LiveHandlers<IdeaBoard> = {
  "idea.changed"(board, { idea }) {
    const cached = findItem<ListedIdea>(board, idea.id);
    // The event lacks what is the viewer's own, and an idea that is not loaded was counted in an unknown column.
    if (!cached) {
      const isElsewhere = board.groups.every(isWhole) && !rulesOf(board).isShown({ ...idea, ...nothingOwn });
      return isElsewhere ? board : refetchSpread();
    }
    const next = withNews(cached, idea);
    const staysThere = next.status === cached.status && rulesOf(board).isShown(next);
    return staysThere
      ? changeOne(board, idea.id, () => next)
      : (withItem(board, next, rulesOf(board)) ?? refetchSpread());
  },
  "idea.gone": (board, { ideaId }) => hearGone(ideaBoards, "")(board, ideaId),
  "idea.scored": (board, { ideaId, ownScore }) => changeOne(board, ideaId, (idea) => ({ ...idea, ownScore })),
  "votes.changed": (board, { subject, ...news }) =>
    changeOne(board, subject.id, (idea) => withVotes(idea, news)),
  "votes.own": (board, { subject, isMine }) =>
    changeOne(board, subject.id, (idea) => ({ ...idea, hasVoted: isMine })),
  // A person who joins a department or leaves one reads other ideas.
  "viewer.changed": refetch,
};

const nothingOwn = { hasVoted: false, ownScore: null };

/** Loads more of one column. */
export function useMoreOfColumn({ groups, query }: IdeaBoard, status: IdeaStatus) {
  const key = boardKey(
    groups.map((column) => column.status),
    query,
  );
  return useMoreOfGroup(ideaBoards, key, status, ({ cursor, limit }) =>
    call(routes.listIdeas, {
      query: { ...query, status, order: "top", limit, ...(cursor !== null && { cursor }) },
    }),
  );
}
