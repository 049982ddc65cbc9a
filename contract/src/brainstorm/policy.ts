import type { BoardPhase, BoardRole } from "./limits.ts";
import { boardRoles } from "./limits.ts";
import type { GrantTarget } from "./schemas.ts";

/** The fields of a person that the policies read. No administrative permission opens a board. */
export interface BoardViewer {
  id: string;
  departments: readonly { id: string }[];
}

/** The fields of a board that the policies read. */
export interface BoardParts {
  ownerId: string;
  grants: readonly { to: GrantTarget; role: BoardRole }[];
  isArchived: boolean;
  isLocked: boolean;
  phase: BoardPhase | null;
}

/** The strongest role that a person has on a board; null: they may not read it. */
export function roleOnBoard(
  viewer: BoardViewer,
  board: Pick<BoardParts, "ownerId" | "grants">,
): BoardRole | null {
  if (board.ownerId === viewer.id) return "facilitator";
  const roles = board.grants.filter(({ to }) => isMeant(viewer, to)).map(({ role }) => role);
  return boardRoles.findLast((role) => roles.includes(role)) ?? null;
}

function isMeant(viewer: BoardViewer, to: GrantTarget): boolean {
  if (to.kind === "everyone") return true;
  if (to.kind === "person") return to.id === viewer.id;
  return viewer.departments.some(({ id }) => id === to.id);
}

/** Shares, archives and hands over a board. */
export function canManageBoard(viewer: BoardViewer, board: Pick<BoardParts, "ownerId">): boolean {
  return board.ownerId === viewer.id;
}

/** Leads the workshop: phases, timer, lock, votes per person, summonses, the title. */
export function canLeadBoard(viewer: BoardViewer, board: BoardParts): boolean {
  return !board.isArchived && roleOnBoard(viewer, board) === "facilitator";
}

/** Takes part: writes private notes, votes, makes tasks and ideas of notes. */
export function canTakePart(viewer: BoardViewer, board: BoardParts): boolean {
  const role = roleOnBoard(viewer, board);
  return !board.isArchived && role !== null && role !== "reader";
}

/** Writes to the canvas. While notes are private, and while the board is locked, only facilitators do. */
export function canWriteCanvas(viewer: BoardViewer, board: BoardParts): boolean {
  if (!canTakePart(viewer, board)) return false;
  const isReserved = board.isLocked || board.phase === "collect";
  return !isReserved || roleOnBoard(viewer, board) === "facilitator";
}
