/** Returns the fields that differ, before and after, in the form of the audit log; undefined if there are none. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  // Lists are compared by their contents.
  const differing = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old.get(key)),
  );
  if (differing.length === 0) return undefined;
  return {
    before: Object.fromEntries(differing.map(([key]) => [key, old.get(key)])),
    after: Object.fromEntries(differing),
  };
}
