import { isSame } from "../../../platform/changes/field.ts";

type ByKey<Value> = Readonly<Record<string, Value>>;

/** Reduces two records to the keys whose values differ. */
export function trimByKey<Value>(before: ByKey<Value>, after: ByKey<Value>) {
  const keys = keysOf(before, after).filter((key) => !isSame(before[key], after[key]));
  const pick = (all: ByKey<Value>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
  return { before: pick(before), after: pick(after) };
}

/**
 * Undoes a change of a record key by key, for keys that nobody has changed since.
 * @param isForced restores a key whatever its value is now.
 * @returns the record after the undo, or undefined when nothing is left to undo.
 */
export function undoByKey<Value>(
  now: ByKey<Value>,
  { before, after }: { before: ByKey<Value>; after: ByKey<Value> },
  isForced: (key: string) => boolean = () => false,
): Record<string, Value> | undefined {
  const next = { ...now };
  for (const key of keysOf(before, after)) {
    const isChanged = !isSame(before[key], after[key]);
    if (!isForced(key) && !(isChanged && isSame(now[key], after[key]))) continue;
    const value = before[key];
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return isSame(next, now) ? undefined : next;
}

function keysOf(...records: ByKey<unknown>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}
