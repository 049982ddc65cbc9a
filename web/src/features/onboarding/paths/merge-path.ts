import type { OnboardingPath, PathItem } from "@atoll/contract/onboarding/path-schemas";
import { hashKey } from "@tanstack/react-query";

/** The editable part of a path. */
export type PathText = Pick<OnboardingPath, "name" | "summary" | "stages" | "items"> & {
  departmentIds: string[];
  roleIds: string[];
  ownerId: string;
};

export interface Conflict {
  /** Names of the fields that both have changed, for people. */
  what: string;
  mine: string;
  theirs: string;
}

/** Compares two parts of a path. The server may send the fields of an item in another order. */
export const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

/**
 * Brings two edits of the same path together, field by field and item by item. Where both changed the same, mine stays
 * and theirs is named, so that the person decides.
 * @param nameOf the name of a person, department or role.
 */
export function mergePaths(
  base: PathText,
  mine: PathText,
  theirs: PathText,
  nameOf: (id: string) => string,
): { merged: PathText; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  function choose<Value>(
    what: string,
    was: Value,
    own: Value,
    other: Value,
    say: (value: Value) => string,
  ): Value {
    if (isSame(own, other) || isSame(was, other)) return own;
    if (isSame(was, own)) return other;
    conflicts.push({ what, mine: say(own), theirs: say(other) });
    return own;
  }
  const text = (value: string) => value;
  const namesOf = (ids: readonly string[]) => ids.map(nameOf).join(", ") || "none";
  const names = (stages: PathText["stages"]) =>
    stages.map(({ name, day }) => `${name} (day ${day})`).join(", ");
  const merged: PathText = {
    name: choose("Name", base.name, mine.name, theirs.name, text),
    summary: choose("Summary", base.summary, mine.summary, theirs.summary, text),
    ownerId: choose("Lead", base.ownerId, mine.ownerId, theirs.ownerId, nameOf),
    departmentIds: choose(
      "Departments",
      base.departmentIds,
      mine.departmentIds,
      theirs.departmentIds,
      namesOf,
    ),
    roleIds: choose("Roles", base.roleIds, mine.roleIds, theirs.roleIds, namesOf),
    stages: choose("Parts", base.stages, mine.stages, theirs.stages, names),
    items: mergeItems(base.items, mine.items, theirs.items, conflicts),
  };
  return { merged, conflicts };
}

/** Mine in my order, then what they have added. What one deleted and the other changed stays. */
function mergeItems(
  base: readonly PathItem[],
  mine: readonly PathItem[],
  theirs: readonly PathItem[],
  conflicts: Conflict[],
): PathItem[] {
  const find = (items: readonly PathItem[], id: string) => items.find((item) => item.id === id);
  const say = (item: PathItem) => `${item.title || item.kind}, day ${item.day}`;
  const kept = mine.flatMap((own) => {
    const was = find(base, own.id);
    const other = find(theirs, own.id);
    if (!other) return was && isSame(was, own) ? [] : [own];
    if (!was || isSame(own, other) || isSame(was, other)) return [own];
    if (isSame(was, own)) return [other];
    conflicts.push({ what: was.title || "An item", mine: say(own), theirs: say(other) });
    return [own];
  });
  const added = theirs.filter((other) => {
    if (find(mine, other.id)) return false;
    const was = find(base, other.id);
    return !was || !isSame(was, other);
  });
  return [...kept, ...added];
}
