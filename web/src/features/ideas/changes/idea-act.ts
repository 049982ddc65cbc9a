import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { IdeaDecision, IdeasChange } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";

/** A change of ideas on its way to the server. */
export type IdeaAct =
  /** A status with a reply, for one idea that had another status. */
  | ({ act: "decide"; seenStatus: IdeaStatus } & Required<
      Pick<IdeaDecision, "status" | "reply" | "targetOn">
    >)
  /** The same for one or several. `owner` is the person of `ownerId`, to be shown at once. */
  | { act: "change"; set: IdeasChange["set"]; owner?: Person | null };
