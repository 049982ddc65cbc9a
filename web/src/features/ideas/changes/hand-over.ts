import type { Person } from "@atoll/contract/people/schemas";
import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import type { IdeaAct } from "./idea-act.ts";

/** Pure: the change that gives ideas an owner, or leaves them without one. */
export function handOver(
  ideas: readonly { id: string; title: string }[],
  owner: Person | null,
): PendingChange<IdeaAct> {
  const [first] = ideas;
  const title = ideas.length === 1 && first ? `“${first.title}”` : `${ideas.length} ideas`;
  return {
    about: ideas.map(({ id }) => id),
    title,
    said: owner ? `${authorName(owner)} is now the owner of ${title}` : `${title} without an owner now`,
    change: { act: "change", set: { ownerId: owner?.id ?? null }, owner },
  };
}
