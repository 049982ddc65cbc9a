import { ideaSearch } from "@atoll/contract/ideas/list-search";
import type { Idea, ListedIdea } from "@atoll/contract/ideas/schemas";
import { expect, test } from "vitest";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import { listEvents } from "./events.ts";
import { columnQuery } from "./filter.ts";
import { boardEvents, type IdeaBoard } from "./use-idea-board.ts";

type Cached = CachedPages<ListedIdea>;

function idea(more: Partial<ListedIdea> = {}): ListedIdea {
  const whole = { id: "a", title: "A bell", status: "new", tags: ["pier"], department: null };
  const counted = { version: 1, voteVersion: 1, voteCount: 0, hasVoted: false };
  return { ...whole, ...counted, ...more } as unknown as ListedIdea;
}
const holding = (...items: ListedIdea[]): Cached => ({
  pages: [{ items, nextCursor: null }],
  pageParams: [],
});
const itemsOf = (cached: Cached) => cached.pages.flatMap(({ items }) => items);

/** Applies events one after the other; "again" where one asks for a fetch. */
function applyAll(cached: Cached, events: readonly [name: string, payload: object][], search: object = {}) {
  const handlers = listEvents(ideaSearch.read({ ...search })) as Record<
    string,
    (cached: Cached, payload: object) => Cached | symbol
  >;
  let now = cached;
  for (const [name, payload] of events) {
    const next = handlers[name]?.(now, payload);
    if (typeof next !== "object") return "again";
    now = next;
  }
  return itemsOf(now);
}

const changed = (more: Partial<Idea>): [string, object] => [
  "idea.changed",
  { idea: idea(more as ListedIdea) },
];
const voted = (count: number, version: number): [string, object] => [
  "votes.changed",
  { subject: { kind: "idea", id: "a" }, count, version },
];

/** All orders of a few things. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    orders([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

test("keeps the newest state of an idea, for events in any order", () => {
  const events = [
    changed({ version: 2, title: "A loud bell", voteVersion: 1 }),
    changed({ version: 3, title: "Two bells", voteVersion: 2, voteCount: 4 }),
    voted(5, 3),
    voted(3, 1),
  ];
  for (const order of orders(events))
    expect(applyAll(holding(idea()), order)).toMatchObject([
      { title: "Two bells", version: 3, voteCount: 5, voteVersion: 3 },
    ]);
});

test("removes an idea that no longer matches a list, and fetches one that does", () => {
  const other = idea({ id: "b", title: "A bench" });
  const cached = holding(idea(), other);
  expect(applyAll(cached, [changed({ version: 2, status: "shipped" })])).toEqual([other]);
  expect(applyAll(cached, [changed({ version: 2, title: "Rope" })], { title: "be" })).toEqual([other]);
  expect(applyAll(cached, [changed({ version: 2, tags: [] })], { tag: "Pier" })).toEqual([other]);
  expect(applyAll(cached, [["idea.gone", { ideaId: "a" }]])).toEqual([other]);
  expect(applyAll(holding(other), [changed({ version: 2 })])).toBe("again");
  expect(applyAll(holding(other), [changed({ version: 2, status: "declined" })], { status: "new" })).toEqual([
    other,
  ]);
});

test("the viewer's own vote marks it, and changes the list of ideas that the viewer voted for", () => {
  const own: [string, object] = [
    "votes.own",
    { subject: { kind: "idea", id: "a" }, isMine: true, version: 2 },
  ];
  expect(applyAll(holding(idea()), [own])).toMatchObject([{ hasVoted: true, voteCount: 0 }]);
  expect(applyAll(holding(idea()), [own], { view: "voted" })).toBe("again");
  const question: [string, object] = ["votes.own", { subject: { kind: "question", id: "a" }, isMine: true }];
  expect(applyAll(holding(idea()), [question])).toMatchObject([{ hasVoted: false }]);
});

test("removes a moved idea from its column, and refetches the other column", () => {
  const hear = (board: IdeaBoard, next: ListedIdea) =>
    boardEvents["idea.changed"]?.(board, { idea: next }) as IdeaBoard | symbol | undefined;
  const column = (status: ListedIdea["status"], items: ListedIdea[], total = items.length) => ({
    status,
    items,
    total,
    nextCursor: total > items.length ? "next" : null,
  });
  const query = columnQuery(ideaSearch.read({ period: "all" }));
  const cached = idea({ status: "planned", voteCount: 2 });
  const liked = idea({ id: "b", status: "started", voteCount: 3 });
  const board = { query, groups: [column("planned", [cached]), column("started", [liked])] };
  const moved = { ...cached, version: 2, status: "started" as const };
  expect(hear(board, moved)).toEqual({
    query,
    groups: [column("planned", []), column("started", [liked, moved])],
  });
  expect(hear(board, { ...cached, version: 2, voteVersion: 2, voteCount: 9 })).toMatchObject({
    groups: [{ items: [{ voteCount: 9 }], total: 1 }, { total: 1 }],
  });
  expect(hear(board, { ...cached, version: 2, status: "declined" })).toMatchObject({
    groups: [{ items: [], total: 0 }, { total: 1 }],
  });
  expect(typeof hear(board, idea({ id: "c", status: "planned" }))).toBe("symbol");
  expect(hear(board, idea({ id: "c", status: "new" }))).toBe(board);
  const partly = { query, groups: [column("planned", [cached], 30), column("started", [liked])] };
  expect(typeof hear(partly, idea({ id: "c", status: "new" }))).toBe("symbol");
});

test("removes ideas expected after the board's quarters", () => {
  const query = columnQuery(ideaSearch.read({}), new Date("2026-11-29T12:00:00Z"));
  const cached = idea({ status: "planned", targetOn: "2027-03-01" });
  const board = {
    query,
    groups: [{ status: "planned" as const, items: [cached], total: 1, nextCursor: null }],
  };
  const hear = (targetOn: string) =>
    boardEvents["idea.changed"]?.(board, { idea: { ...cached, version: 2, targetOn } });
  expect(hear("2027-03-31")).toMatchObject({ groups: [{ total: 1, items: [{ targetOn: "2027-03-31" }] }] });
  expect(hear("2027-04-01")).toMatchObject({ groups: [{ total: 0, items: [] }] });
});
