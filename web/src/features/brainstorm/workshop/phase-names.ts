import type { BoardPhase } from "@atoll/contract/brainstorm/limits";

export const phaseNames: Readonly<Record<BoardPhase, string>> = {
  collect: "Write",
  reveal: "Reveal",
  group: "Group",
  vote: "Vote",
  decide: "Decide",
};
