import { leaderAwaySeconds } from "@atoll/contract/brainstorm/limits";
import type {
  Board,
  BoardNote,
  BoardVersion,
  BoardVotes,
  NoteReactions,
  OpenBoard,
  PrivateNote,
} from "@atoll/contract/brainstorm/schemas";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";

/** An opened board in the query cache. */
export interface CachedBoard {
  board: OpenBoard;
  /** Offset of the server's clock from this machine's, in milliseconds. */
  clockOffsetMs: number;
}

/** Applies events to an opened board. */
export function boardEvents(boardId: string): LiveHandlers<CachedBoard> {
  return {
    "board.changed"(cached, { board }) {
      if (board.id !== boardId || board.version <= cached.board.version) return cached;
      // Other rights are another role: the server says which.
      if (areSharesDifferent(cached.board, board)) return refetch();
      return {
        ...cached,
        board: { ...cached.board, ...board, leadFreeAt: leadFreeAfter(cached.board, board) },
      };
    },
    "board.gone": (cached, gone) => (gone.boardId === boardId ? refetch() : cached),
    "board.starred": (cached, { boardId: id, isStarred }) =>
      id === boardId ? { ...cached, board: { ...cached.board, isStarred } } : cached,
    "board-writers.changed": (cached, { boardId: id, writers }) =>
      id === boardId ? { ...cached, board: { ...cached.board, writers } } : cached,
    "viewer.changed": refetch,
  };
}

/** The facilitator who started the phase, or locked the board, was there then; the page asks when that time is over. */
function leadFreeAfter(before: OpenBoard, after: Board): string | null {
  if (!isHeld(after)) return null;
  if (before.leadFreeAt !== null) return before.leadFreeAt;
  return new Date(Date.parse(after.changedAt) + leaderAwaySeconds * 1000).toISOString();
}

const isHeld = ({ session }: Pick<OpenBoard, "session">): boolean =>
  session.phase !== null || session.isLocked;

function areSharesDifferent(before: OpenBoard, after: Pick<OpenBoard, "owner" | "grants">): boolean {
  const keyOf = ({ owner, grants }: Pick<OpenBoard, "owner" | "grants">) =>
    JSON.stringify([owner.id, grants.map(({ to, role }) => [to, role])]);
  return keyOf(before) !== keyOf(after);
}

/** Applies events to the viewer's votes and to the totals. */
export function voteEvents(boardId: string): LiveHandlers<BoardVotes> {
  return {
    "board-votes.cast"(cached, { boardId: id, round, own }) {
      if (id !== boardId) return cached;
      return round === cached.round ? { ...cached, own } : refetch();
    },
    "board-votes.counted"(cached, { boardId: id, round, totals }) {
      if (id !== boardId) return cached;
      return round === cached.round ? { ...cached, totals } : refetch();
    },
    "viewer.changed": refetch,
  };
}

/** Applies events to the viewer's private notes, the oldest first. */
export function privateNoteEvents(boardId: string): LiveHandlers<PrivateNote[]> {
  return {
    "board-note.saved"(cached, { boardId: id, note }) {
      if (id !== boardId) return cached;
      const known = cached.find((one) => one.id === note.id);
      if (!known) return [...cached, note].toSorted(byAge);
      if (known.version >= note.version) return cached;
      return cached.map((one) => (one.id === note.id ? note : one));
    },
    "board-note.removed": (cached, { boardId: id, noteId }) =>
      id === boardId ? cached.filter((one) => one.id !== noteId) : cached,
    "viewer.changed": refetch,
  };
}

const byAge = (a: PrivateNote, b: PrivateNote) =>
  a.createdAt === b.createdAt ? a.id.localeCompare(b.id) : a.createdAt.localeCompare(b.createdAt);

/** Returns the data of the elements with the reactions to one of them, unless it has newer ones. */
export function withReactions(
  cached: BoardNote[],
  { noteId: id, version, reactions }: NoteReactions,
): BoardNote[] {
  const known = cached.find((note) => note.id === id);
  if (known && known.reactionsVersion >= version) return cached;
  const note = { ...(known ?? { id, commentCount: 0, links: [] }), reactions, reactionsVersion: version };
  return known ? cached.map((one) => (one === known ? note : one)) : [...cached, note];
}

/** Applies events to the comments, reactions, tasks and ideas of the elements. */
export function noteEvents(boardId: string): LiveHandlers<BoardNote[]> {
  const isLinked = (cached: readonly BoardNote[], id: string) =>
    cached.some(({ links }) => links.some((link) => link.id === id));
  return {
    "board-note.commented": (cached, { boardId: id }) => (id === boardId ? refetchSpread() : cached),
    "board-note.reacted": (cached, { boardId: id, ...reactions }) =>
      id === boardId ? withReactions(cached, reactions) : cached,
    // A note that became a task or an idea changes the numbers of the board.
    "board.changed": (cached, { board }) => (board.id === boardId ? refetchSpread() : cached),
    "task.changed": (cached, { task }) => (isLinked(cached, task.id) ? refetch() : cached),
    "task.gone": (cached, { taskId }) => (isLinked(cached, taskId) ? refetch() : cached),
    "idea.changed": (cached, { idea }) => (isLinked(cached, idea.id) ? refetch() : cached),
    "idea.gone": (cached, { ideaId }) => (isLinked(cached, ideaId) ? refetch() : cached),
    "viewer.changed": refetch,
  };
}

/** A version is kept before each phase and every hour. */
export const versionEvents = (boardId: string): LiveHandlers<CachedPages<BoardVersion>> => ({
  "board.changed": (cached, { board }) => (board.id === boardId ? refetchSpread() : cached),
});
