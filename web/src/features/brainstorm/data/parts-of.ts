import type { BoardParts } from "@atoll/contract/brainstorm/policy";
import type { Board } from "@atoll/contract/brainstorm/schemas";

/** The parts of a board that its policies read. */
export function partsOf({ owner, grants, isArchived, session }: Board): BoardParts {
  return { ownerId: owner.id, grants, isArchived, isLocked: session.isLocked, phase: session.phase };
}
