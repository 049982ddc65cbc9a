import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { IdeaDecision, IdeasChange } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";

/** A change of ideas on its way to the server. */
export type IdeaAct =
  /** A status with a reply, for one idea that had another status. */
  | ({ act: "decide"; seenStatus: IdeaStatus } & Required<
      Pick<IdeaDecision, "status" | "reply" | "targetOn">
    >)
  /** The same for one or several. `owner` is the person of `ownerId`, to be shown at once. */
  | { act: "change"; set: IdeasChange["set"]; owner?: Person | null };

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
