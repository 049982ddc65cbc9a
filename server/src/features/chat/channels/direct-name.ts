import { createHash } from "node:crypto";

/**
 * Returns the name of the direct chat of these people, in any order. Two IDs fit into a name; for more people, it
 * contains their hash. Specification, sections 3 and 9.
 */
export function directName(personIds: readonly string[]): string {
  const ids = personIds.toSorted();
  if (ids.length === 2) return `DM-${ids.join("-")}`;
  return `DM-${createHash("sha256").update(ids.join(" ")).digest("hex")}`;
}
