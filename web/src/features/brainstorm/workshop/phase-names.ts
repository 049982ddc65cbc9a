import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import type { PhaseNames } from "@atoll/contract/brainstorm/schemas";

/** The names that phases come with. */
export const phaseNames: Readonly<Record<BoardPhase, string>> = {
  collect: "Write",
  reveal: "Reveal",
  group: "Group",
  vote: "Vote",
  decide: "Decide",
};

/** The name of a phase on a board: a facilitator may have given it another one. */
export const phaseNameOn = (board: { session: { phaseNames: PhaseNames } }, phase: BoardPhase): string =>
  board.session.phaseNames[phase] ?? phaseNames[phase];
