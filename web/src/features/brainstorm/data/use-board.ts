import { boardRoutes as boards } from "@atoll/contract/brainstorm/board-routes";
import type {
  BoardNote,
  BoardVersion,
  BoardVotes,
  NoteReactions,
  OpenBoard,
  PrivateNote,
} from "@atoll/contract/brainstorm/schemas";
import { workshopRoutes as workshop } from "@atoll/contract/brainstorm/workshop-routes";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import {
  boardEvents,
  type CachedBoard,
  noteEvents,
  privateNoteEvents,
  versionEvents,
  voteEvents,
  withReactions,
} from "./events.ts";
import { privateNotesKey } from "./keys.ts";

const all = ["brainstorm"] as const;
const boardKey = (id: string) => [...all, "open", id] as const;
const votesKey = (id: string) => [...all, "votes", id] as const;
const notesKey = (id: string) => [...all, "notes", id] as const;
const boardParams = (boardId: string) => ({ params: { boardId } });
const isWorthRetrying = (count: number, error: Error) => count < 2 && !hasCode(error, "board_not_found");

/** A board with its workshop, and how far this machine's clock is from the server's. */
export function useBoard(boardId: string) {
  const query = useLiveQuery<CachedBoard>({
    queryKey: boardKey(boardId),
    async queryFn({ signal }) {
      const sentAt = Date.now();
      const { board, now } = await call(boards.getBoard, boardParams(boardId), { signal });
      return { board, clockOffsetMs: offsetOf(now, sentAt) };
    },
    on: boardEvents(boardId),
    retry: isWorthRetrying,
    refetchInterval: ({ state }) => leadCheckMs(state.data),
  });
  return { ...query, isMissing: hasCode(query.error, "board_not_found") };
}

/** While no facilitator is on the board, one may come back, or someone else take the lead. */
const leaderAwayCheckMs = 60_000;
/** The clocks of this machine and the database may be far apart. */
const leaderCheckMinMs = 15_000;

/**
 * Returns when to ask whether a facilitator is still on a board: no event says that a person has not been seen for some
 * time. Only those who do not lead it ask.
 */
export function leadCheckMs(cached: CachedBoard | undefined): number | false {
  if (!cached || cached.board.role === "facilitator" || cached.board.leadFreeAt === null) return false;
  if (cached.board.isLeaderAway) return leaderAwayCheckMs;
  const leftMs = Date.parse(cached.board.leadFreeAt) - (Date.now() + cached.clockOffsetMs);
  return Math.max(leaderCheckMinMs, leftMs + 1_000);
}

/** How far this machine's clock is from the server's, asked of a board; 0 until it is known, or without a board. */
export function useClockOffset(boardId: string | undefined): number {
  const query = useQuery({
    queryKey: [...all, "clock"],
    async queryFn({ signal }) {
      const sentAt = Date.now();
      const { now } = await call(boards.getBoard, boardParams(boardId ?? ""), { signal });
      return offsetOf(now, sentAt);
    },
    enabled: boardId !== undefined,
    staleTime: 10 * 60_000,
    retry: false,
  });
  return query.data ?? 0;
}

/** The server answered about halfway between sending and now. */
function offsetOf(serverNow: string, sentAt: number): number {
  return Date.parse(serverNow) - (sentAt + Date.now()) / 2;
}

/** The viewer's votes, and the totals once voting is closed. */
export function useVotes(boardId: string): BoardVotes | undefined {
  return useLiveQuery<BoardVotes>({
    queryKey: votesKey(boardId),
    queryFn: async ({ signal }) => (await call(workshop.getVotes, boardParams(boardId), { signal })).votes,
    on: voteEvents(boardId),
    retry: isWorthRetrying,
  }).data;
}

/** The viewer's own notes that are not revealed. */
export function usePrivateNotes(boardId: string): PrivateNote[] | undefined {
  return useLiveQuery<PrivateNote[]>({
    queryKey: privateNotesKey(boardId),
    queryFn: async ({ signal }) =>
      (await call(workshop.listPrivateNotes, boardParams(boardId), { signal })).notes,
    on: privateNoteEvents(boardId),
    retry: isWorthRetrying,
  }).data;
}

/** Comments, reactions, tasks and ideas of the elements. */
export function useNotes(boardId: string): BoardNote[] | undefined {
  return useLiveQuery<BoardNote[]>({
    queryKey: notesKey(boardId),
    queryFn: async ({ signal }) =>
      (await call(boards.listBoardNotes, boardParams(boardId), { signal })).notes,
    on: noteEvents(boardId),
    retry: isWorthRetrying,
  }).data;
}

/** The kept versions, the newest first. */
export function useVersions(boardId: string) {
  return usePages<BoardVersion>({
    queryKey: [...all, "versions", boardId],
    fetchPage: (cursor, options) =>
      call(boards.listBoardVersions, { ...boardParams(boardId), query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: versionEvents(boardId),
  });
}

/** Writes answers of the server to the cache. */
export interface BoardCache {
  setCachedBoard(answer: { board: OpenBoard }): void;
  refetchBoard(): void;
  keepVotes(votes: BoardVotes): void;
  changePrivateNotes(change: (notes: PrivateNote[]) => PrivateNote[]): void;
  refetchNotes(): void;
  keepReactions(reactions: NoteReactions): void;
}

function cacheOf(queryClient: QueryClient, boardId: string): BoardCache {
  return {
    setCachedBoard({ board }) {
      queryClient.setQueryData<CachedBoard>(boardKey(boardId), (cached) =>
        cached && board.version >= cached.board.version ? { ...cached, board } : cached,
      );
    },
    refetchBoard: () => void queryClient.invalidateQueries({ queryKey: boardKey(boardId) }),
    keepVotes: (votes) => void queryClient.setQueryData<BoardVotes>(votesKey(boardId), votes),
    changePrivateNotes: (change) =>
      void queryClient.setQueryData<PrivateNote[]>(
        privateNotesKey(boardId),
        (cached) => cached && change(cached),
      ),
    refetchNotes: () => void queryClient.invalidateQueries({ queryKey: notesKey(boardId) }),
    keepReactions: (reactions) =>
      void queryClient.setQueryData<BoardNote[]>(
        notesKey(boardId),
        (cached) => cached && withReactions(cached, reactions),
      ),
  };
}

export function useBoardCache(boardId: string): BoardCache {
  return cacheOf(useQueryClient(), boardId);
}
