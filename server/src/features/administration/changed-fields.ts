/**
 * The fields that differ, before and after, as the audit log keeps them. Undefined: none does.
 */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  // Lists are compared by what is in them.
  const differing = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(old.get(key)),
  );
  if (differing.length === 0) return undefined;
  return {
    before: Object.fromEntries(differing.map(([key]) => [key, old.get(key)])),
    after: Object.fromEntries(differing),
  };
}
