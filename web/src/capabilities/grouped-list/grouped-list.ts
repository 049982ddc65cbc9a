/** An item of a list; of two states of it, the one with the higher version is the newer. */
export interface Versioned {
  id: string;
  version: number;
}

/** A group of items, loaded from its start as far as someone has scrolled. */
export interface Group<Item> {
  items: Item[];
  /** How many there are, loaded or not. */
  total: number;
  nextCursor: string | null;
}

/** Items in groups, as the query cache holds them. */
export interface Grouped<G> {
  groups: readonly G[];
}

/** Where items belong: the area's part of a grouped list. Each is pure. */
export interface GroupRules<Item, G> {
  keyOf(group: G): string | null;
  groupOf(item: Item): string | null;
  /** Whether the filter leaves the item; undefined when that cannot be known here. */
  isShown(item: Item): boolean | undefined;
  /** Below zero when the first comes first, as the server sorts; undefined when that cannot be known here. */
  compare(one: Item, other: Item): number | undefined;
  /**
   * Returns the groups with a new one for this item, for lists that show only groups with items. Undefined when its place
   * cannot be known here. Left out: the groups are fixed, and an item of another group is not shown.
   */
  addGroup?(groups: readonly G[], key: string | null, item: Item): readonly G[] | undefined;
}

export function isWhole({ items, total, nextCursor }: Group<unknown>): boolean {
  return nextCursor === null && items.length >= total;
}

export function findItem<Item extends Versioned>(list: Grouped<Group<Item>>, id: string): Item | undefined {
  for (const { items } of list.groups) {
    const item = items.find((one) => one.id === id);
    if (item) return item;
  }
  return undefined;
}

/** Returns the list after the server sent an item; undefined when the list has to be fetched. */
export function withItem<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  item: Item,
  rules: GroupRules<Item, G>,
): List | undefined {
  const cached = findItem<Item>(list, item.id);
  // States of the same version may differ in a count that follows from other objects: the later one is right.
  if (cached && cached.version > item.version) return list;
  // It may have been counted in a part that is not loaded, and that may have been any group.
  if (!cached && item.version !== 1 && !list.groups.every(isWhole)) return undefined;
  const isShown = rules.isShown(item);
  if (isShown === undefined) return undefined;
  const without = takeOut(list, item.id, rules);
  return isShown ? putIn(without, item, rules) : without;
}

/** Returns the list without an item that is gone; undefined when the list has to be fetched. */
export function withoutItem<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  id: string,
  rules: GroupRules<Item, G>,
): List | undefined {
  if (findItem<Item>(list, id)) return takeOut(list, id, rules);
  return list.groups.every(isWhole) ? list : undefined;
}

/** Returns the list with the next page of one group, if that is still the next one. */
export function withPage<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  { key, cursor }: { key: string | null; cursor: string | null },
  page: { items: Item[]; nextCursor: string | null },
  rules: GroupRules<Item, G>,
): List {
  return mapGroups<Item, G, List>(list, (group) => {
    if (rules.keyOf(group) !== key || group.nextCursor !== cursor) return group;
    const cached = new Set(group.items.map(({ id }) => id));
    const items = [...group.items, ...page.items.filter(({ id }) => !cached.has(id))];
    return { ...group, items, nextCursor: page.nextCursor, total: Math.max(group.total, items.length) };
  });
}

/** Whether an item is in a group where it no longer belongs although it has not changed: a date has come. */
export function hasMisplaced<Item extends Versioned, G extends Group<Item>>(
  list: Grouped<G>,
  rules: GroupRules<Item, G>,
): boolean {
  return list.groups.some((group) => {
    const key = rules.keyOf(group);
    return group.items.some((item) => rules.groupOf(item) !== key || rules.isShown(item) === false);
  });
}

export function takeOut<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  id: string,
  rules: GroupRules<Item, G>,
): List {
  const without = mapGroups<Item, G, List>(list, (group) => {
    const items = group.items.filter((one) => one.id !== id);
    return items.length === group.items.length ? group : { ...group, items, total: group.total - 1 };
  });
  return rules.addGroup ? { ...without, groups: without.groups.filter(({ total }) => total > 0) } : without;
}

/** Undefined when its place is not loaded. */
export function putIn<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  item: Item,
  rules: GroupRules<Item, G>,
): List | undefined {
  const key = rules.groupOf(item);
  const group = list.groups.find((one) => rules.keyOf(one) === key);
  if (!group) {
    if (!rules.addGroup) return list;
    const groups = rules.addGroup(list.groups, key, item);
    return groups && { ...list, groups };
  }
  const orders = group.items.map((other) => rules.compare(item, other));
  if (orders.includes(undefined)) return undefined;
  const index = orders.findIndex((order) => order !== undefined && order < 0);
  if (index < 0 && !isWhole(group)) return undefined;
  return putAt(list, group, item, index < 0 ? group.items.length : index);
}

/** Returns the list with one item changed at its place. */
export function changeItem<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  id: string,
  change: (item: Item) => Item,
): List {
  if (!findItem<Item>(list, id)) return list;
  return mapGroups<Item, G, List>(list, (group) =>
    group.items.some((one) => one.id === id)
      ? { ...group, items: group.items.map((one) => (one.id === id ? change(one) : one)) }
      : group,
  );
}

export function putAt<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  group: G,
  item: Item,
  index: number,
): List {
  return mapGroups<Item, G, List>(list, (one) =>
    one === group ? { ...one, items: one.items.toSpliced(index, 0, item), total: one.total + 1 } : one,
  );
}

function mapGroups<Item extends Versioned, G extends Group<Item>, List extends Grouped<G>>(
  list: List,
  change: (group: G) => G,
): List {
  return { ...list, groups: list.groups.map(change) };
}
