import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Group,
  type Grouped,
  type GroupRules,
  withItem,
  withoutItem,
  withPage,
} from "./grouped-list.ts";
import { withChanged, withMoved, withNew } from "./optimistic.ts";

interface Item {
  id: string;
  version: number;
  group: string;
  rank: number;
  waits: number;
}
interface Column extends Group<Item> {
  key: string;
}
type List = Grouped<Column>;

const rules: GroupRules<Item, Column> = {
  keyOf: ({ key }) => key,
  groupOf: ({ group }) => group,
  isShown: ({ rank }) => rank >= 0,
  compare: (one, other) => one.rank - other.rank || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
};
/** The same without empty groups, in the order of their names. */
const dynamic: GroupRules<Item, Column> = {
  ...rules,
  addGroup: (groups, key, item) =>
    [...groups, { key: key ?? "", items: [item], total: 1, nextCursor: null }].toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    ),
};

const item = (id: string, group: string, rank: number, more: Partial<Item> = {}): Item => ({
  ...{ id, group, rank, version: 2, waits: 0 },
  ...more,
});
const keys = ["a", "b", "c"];

/** Returns a fresh fetch with at most `limit` items in each group. */
function fetchList(items: readonly Item[], limit: number, isDynamic = false): List {
  const groups = keys.map((key) => {
    const all = items.filter((one) => one.group === key && one.rank >= 0).toSorted(rules.compare as never);
    const nextCursor = all.length > limit ? String(limit) : null;
    return { key, items: all.slice(0, limit), total: all.length, nextCursor };
  });
  return { groups: isDynamic ? groups.filter(({ total }) => total > 0) : groups };
}
const shape = ({ groups }: List) =>
  groups.map(({ key, items, total }) => `${key} ${total}: ${items.map(({ id }) => id).join()}`);

const anItem = fc.record({
  id: fc.constantFrom("1", "2", "3", "4", "5", "6"),
  group: fc.constantFrom(...keys),
  rank: fc.integer({ min: -1, max: 6 }),
});
const changes = fc.array(fc.record({ item: anItem, isGone: fc.boolean() }), { maxLength: 12 });

test("a list after any events equals a refetch, or requests one", () => {
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 4 }), fc.boolean(), (steps, limit, isDynamic) => {
      const here = isDynamic ? dynamic : rules;
      const stored = new Map<string, Item>();
      let version = 1;
      let list = fetchList([], limit, isDynamic);
      for (const { item: next, isGone } of steps) {
        version += 1;
        const before = stored.get(next.id);
        if (isGone) stored.delete(next.id);
        else stored.set(next.id, { ...next, version: before ? version : 1, waits: 0 });
        const sent = stored.get(next.id);
        const heard = sent ? withItem(list, sent, here) : withoutItem(list, next.id, here);
        const fresh = fetchList([...stored.values()], limit, isDynamic);
        // The loaded list may have more items than a fresh page, but never another order or count.
        if (heard) {
          expect(heard.groups.map(({ key, total }) => [key, total])).toEqual(
            fresh.groups.map(({ key, total }) => [key, total]),
          );
          const all = fetchList([...stored.values()], 99, isDynamic);
          for (const [at, group] of heard.groups.entries())
            expect(group.items).toEqual(all.groups[at]?.items.slice(0, group.items.length));
        }
        list = heard ?? fresh;
      }
    }),
    { numRuns: 300 },
  );
});

test("replaces an item of the same version, because counts change without a new one", () => {
  const list = fetchList([item("1", "a", 1, { waits: 1 })], 5);
  const heard = withItem(list, item("1", "a", 1), rules);
  expect(heard?.groups[0]?.items[0]?.waits).toBe(0);
  expect(withItem(list, item("1", "b", 1, { version: 1 }), rules)).toBe(list);
});

test("adds the next page of a group once", () => {
  const all = [1, 2, 3].map((rank) => item(String(rank), "a", rank));
  const list = fetchList(all, 2);
  const page = { items: all.slice(1), nextCursor: null };
  const more = withPage(list, { key: "a", cursor: "2" }, page, rules);
  expect(shape(more)[0]).toBe("a 3: 1,2,3");
  expect(withPage(more, { key: "a", cursor: "2" }, page, rules)).toEqual(more);
});

test("shows the viewer's own changes at the likeliest place, and never twice", () => {
  const list = fetchList([item("1", "a", 1), item("2", "a", 2), item("3", "b", 3)], 2);
  const moved = withMoved(
    list,
    ["3", "1"],
    { after: "2", before: null },
    (one) => ({ ...one, group: "a" }),
    rules,
  );
  expect(shape(moved)).toEqual(["a 3: 2,3,1", "b 0: ", "c 0: "]);
  expect(shape(withChanged(list, "1", (one) => ({ ...one, group: "b" }), rules))).toEqual([
    "a 1: 2",
    "b 2: 1,3",
    "c 0: ",
  ]);
  expect(shape(withChanged(list, "1", (one) => ({ ...one, rank: -1 }), rules))[0]).toBe("a 1: 2");
  const added = withNew(list, item("9", "c", 9, { version: 0 }), rules);
  expect(shape(added)[2]).toBe("c 1: 9");
  expect(withNew(added, item("9", "c", 9), rules)).toBe(added);
  const alone = fetchList([item("1", "a", 1)], 2, true);
  expect(shape(withChanged(alone, "1", (one) => ({ ...one, group: "c" }), dynamic))).toEqual(["c 1: 1"]);
});
