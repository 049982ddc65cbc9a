import type { Idea, ListedIdea } from "@atoll/contract/ideas/schemas";
import { expect, test } from "vitest";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import { columnEvents, listEvents } from "./events.ts";
import { readShownIdeas } from "./filter.ts";

type Held = CachedPages<ListedIdea>;

function idea(more: Partial<ListedIdea> = {}): ListedIdea {
  const whole = { id: "a", title: "A bell", status: "new", tags: ["pier"], department: null };
  const counted = { version: 1, voteVersion: 1, voteCount: 0, hasVoted: false };
  return { ...whole, ...counted, ...more } as unknown as ListedIdea;
}
const holding = (...items: ListedIdea[]): Held => ({ pages: [{ items, nextCursor: null }], pageParams: [] });
const itemsOf = (held: Held) => held.pages.flatMap(({ items }) => items);

/** Applies events one after the other; "again" where one asks for a fetch. */
function applyAll(held: Held, events: readonly [name: string, payload: object][], search: object = {}) {
  const handlers = listEvents(readShownIdeas({ ...search })) as Record<
    string,
    (held: Held, payload: object) => Held | symbol
  >;
  let now = held;
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

test("an idea ends as the newest of its events, in whatever order they come", () => {
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

test("an idea leaves a list that it does not fit any more, and one that fits and is not there is fetched", () => {
  const other = idea({ id: "b", title: "A bench" });
  const held = holding(idea(), other);
  expect(applyAll(held, [changed({ version: 2, status: "shipped" })])).toEqual([other]);
  expect(applyAll(held, [changed({ version: 2, title: "Rope" })], { title: "be" })).toEqual([other]);
  expect(applyAll(held, [changed({ version: 2, tags: [] })], { tag: "Pier" })).toEqual([other]);
  expect(applyAll(held, [["idea.gone", { ideaId: "a" }]])).toEqual([other]);
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

test("a column loses what moves on, and fetches what comes to its status", () => {
  const handler = columnEvents("planned")["idea.changed"];
  const held = holding(idea({ status: "planned" }));
  const moved = handler?.(held, { idea: idea({ version: 2, status: "started" }) });
  expect(moved).toEqual(holding());
  expect(typeof handler?.(held, { idea: idea({ id: "b", status: "planned" }) })).toBe("symbol");
  expect(handler?.(held, { idea: idea({ id: "b", status: "new" }) })).toBe(held);
});
