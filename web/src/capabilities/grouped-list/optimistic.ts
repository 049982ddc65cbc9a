import {
  changeItem,
  findItem,
  type Group,
  type Grouped,
  type GroupRules,
  putAt,
  putIn,
  takeOut,
  type Versioned,
} from "./grouped-list.ts";

// Applies the viewer's own pending changes to a list, without asking the server. Where the result cannot be known, an
// item is shown at its likeliest place until the response corrects it.

/** Returns the list with one item changed, in the group and at the place that follow from it. */
export function withChanged<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  id: string,
  change: (item: Item) => Item,
  rules: GroupRules<Item, G>,
): List {
  const item = findItem<Item>(list, id);
  if (!item) return list;
  const changed = change(item);
  if (rules.isShown(changed) === false) return takeOut(list, id, rules);
  if (rules.groupOf(item) === rules.groupOf(changed) && isSamePlace(item, changed, rules))
    return changeItem<Item, G, List>(list, id, () => changed);
  return putAnyway(takeOut(list, id, rules), changed, rules);
}

/** Returns the list with an item that the viewer has just created. */
export function withNew<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  item: Item,
  rules: GroupRules<Item, G>,
): List {
  if (findItem<Item>(list, item.id) || rules.isShown(item) === false) return list;
  return putAnyway(list, item, rules);
}

/** Returns the list with items at a place that the viewer chose, in the order in which they are named. */
export function withMoved<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  ids: readonly string[],
  place: { after: string | null; before: string | null },
  change: (item: Item) => Item,
  rules: GroupRules<Item, G>,
): List {
  const items = ids.flatMap((id) => findItem<Item>(list, id) ?? []);
  const [first] = items;
  if (!first) return list;
  const key = rules.groupOf(change(first));
  const without = items.reduce((cached, { id }) => takeOut(cached, id, rules), list);
  const there = without.groups.find((group) => rules.keyOf(group) === key)?.items ?? [];
  const behind = there.findIndex(({ id }) => id === place.after);
  const ahead = there.findIndex(({ id }) => id === place.before);
  const index = behind >= 0 ? behind + 1 : ahead >= 0 ? ahead : there.length;
  return items.reduce((cached, item, at) => {
    const group = cached.groups.find((one) => rules.keyOf(one) === key);
    return group ? putAt(cached, group, change(item), index + at) : cached;
  }, without);
}

function isSamePlace<Item, G>(item: Item, changed: Item, rules: GroupRules<Item, G>): boolean {
  const order = rules.compare(item, changed);
  return order === 0 || order === undefined;
}

/** At the end of what is loaded of its group, when its place is not. */
function putAnyway<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  item: Item,
  rules: GroupRules<Item, G>,
): List {
  const put = putIn(list, item, rules);
  if (put) return put;
  const group = list.groups.find((one) => rules.keyOf(one) === rules.groupOf(item));
  return group ? putAt(list, group, item, group.items.length) : list;
}
