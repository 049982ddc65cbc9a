import { createHash } from "node:crypto";

/**
 * The name of the direct chat of these people, in whatever order they are given. Two ids fit into a name; of more there
 * is only room for what they hash to. Specification, sections 3 and 9.
 */
export function directName(personIds: readonly string[]): string {
  const ids = personIds.toSorted();
  if (ids.length === 2) return `DM-${ids.join("-")}`;
  return `DM-${createHash("sha256").update(ids.join(" ")).digest("hex")}`;
}
