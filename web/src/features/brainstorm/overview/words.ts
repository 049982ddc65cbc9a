import type { Board } from "@atoll/contract/brainstorm/schemas";
import { counted } from "../../../lib/counted.ts";

/** Sums up the results of a board: "20 notes, 42 votes, 2 tasks". */
export function outcomeOf({ noteCount, voteCount, taskCount, ideaCount }: Board): string {
  const parts = [
    counted(noteCount, "note"),
    ...(voteCount ? [counted(voteCount, "vote")] : []),
    ...(taskCount > 0 ? [counted(taskCount, "task")] : []),
    ...(ideaCount > 0 ? [counted(ideaCount, "idea")] : []),
  ];
  return parts.join(", ");
}
