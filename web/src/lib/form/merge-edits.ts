/** Fields by name. A field that holds others, such as the data of a card, counts as each of them: `data.value`. */
export type Fields = Readonly<Record<string, unknown>>;

/** Both sides of a field that two people changed to different values. */
export interface Clash {
  name: string;
  theirs: unknown;
}

/** Returns the names of all fields of a form. */
export function fieldNames(values: Fields): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isGroup(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  );
}

/** Returns the value of a field by its name. */
export function valueAt(values: Fields, name: string): unknown {
  const at = name.indexOf(".");
  if (at < 0) return values[name];
  const group = values[name.slice(0, at)];
  return isGroup(group) ? group[name.slice(at + 1)] : undefined;
}

/** Compares two values of a field. People are the same when their IDs are: their names and pictures are no part of an edit. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || written(one) === written(other);
}

/**
 * Brings an edit together with what others have stored since it began.
 * @param base the stored values that the edit was compared with last.
 * @param sent the values of the form's own saves, whose answers may have been lost.
 * @returns the fields to take over, because only others changed them; and those that both changed.
 */
export function mergeEdits(
  base: Fields,
  own: Fields,
  stored: Fields,
  sent: readonly Fields[] = [],
): { taken: string[]; clashes: Clash[] } {
  const taken: string[] = [];
  const clashes: Clash[] = [];
  for (const name of fieldNames(stored)) {
    const theirs = valueAt(stored, name);
    const mine = valueAt(own, name);
    if (
      [base, ...sent].some((known) => isSameValue(valueAt(known, name), theirs)) ||
      isSameValue(mine, theirs)
    )
      continue;
    if (isSameValue(valueAt(base, name), mine)) taken.push(name);
    else clashes.push({ name, theirs });
  }
  return { taken, clashes };
}

function isGroup(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("id" in value);
}

function written(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    // The server may send the parts of a thing in another order.
    return isPerson(part) ? part.id : Object.fromEntries(Object.entries(part).sort(byName));
  });
}

const isPerson = (part: object): part is { id: string } =>
  "id" in part && "email" in part && "avatar" in part;

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
