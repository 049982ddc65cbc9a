import { timerMaxSeconds } from "@atoll/contract/brainstorm/limits";
import type { PhaseNames, PhaseNamesChange } from "@atoll/contract/brainstorm/schemas";
import type { CanvasView } from "@atoll/contract/documents/canvas";
import { sql, type Updateable } from "kysely";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { StoredSummons } from "../../../stored-values.ts";
import type { Database, Tables } from "../../../tables.ts";
import { announceDocumentRights } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { boardKind } from "../board-kind.ts";
import { broadcastBoards } from "../broadcast-boards.ts";
import { assertLeads, type LockedBoard, lockBoard } from "../public.ts";
import { noteLeading } from "./leaders-seen.ts";

type Columns = Updateable<Tables["boards"]>;

interface SessionChange {
  isLocked?: boolean | undefined;
  votesPerPerson?: number | undefined;
  phaseNames?: PhaseNamesChange | undefined;
  frameOrder?: readonly string[] | undefined;
}

/**
 * Locks the canvas for all but facilitators, changes the votes of each person, names phases or orders frames.
 * @throws as `lead`.
 */
export async function changeSession(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  { isLocked, votesPerPerson, phaseNames, frameOrder }: SessionChange,
): Promise<void> {
  await lead(sources, viewer, boardId, async (tx, board) => {
    if (isLocked !== undefined) await announceDocumentRights(tx, { kind: boardKind, id: boardId });
    return {
      ...(isLocked === undefined ? {} : { is_locked: isLocked }),
      ...(votesPerPerson === undefined ? {} : { votes_per_person: votesPerPerson }),
      // Names that somebody else changes at the same time stay.
      ...(phaseNames && { phase_names: JSON.stringify(withNames(board.phase_names, phaseNames)) }),
      ...(frameOrder && { frame_order: [...new Set(frameOrder)] }),
    };
  });
}

/** The names of the phases after a change; a null gives a phase its usual name. */
function withNames(before: PhaseNames, change: PhaseNamesChange): PhaseNames {
  const names = Object.entries({ ...before, ...change });
  return Object.fromEntries(names.flatMap(([phase, name]) => (name ? [[phase, name]] : [])));
}

export type TimerAction =
  | { action: "start" | "add"; seconds: number }
  | { action: "pause" | "resume" | "remove" };

/** Sets the timer, by the clock of the database alone: nodes and browsers may be minutes off. @throws as `lead`. */
export async function setTimer(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  given: TimerAction,
): Promise<void> {
  await lead(sources, viewer, boardId, async (tx, board) => {
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp()::timestamptz(3) AS now`.execute(tx);
    const now = rows[0]?.now.getTime() ?? Date.now();
    const leftMs = board.timer_ends_at
      ? Math.max(0, board.timer_ends_at.getTime() - now)
      : board.timer_left_ms;
    return timerAfter(given, { now, leftMs, isRunning: board.timer_ends_at !== null });
  });
}

interface TimerState {
  now: number;
  /** Null: there is no timer. */
  leftMs: number | null;
  isRunning: boolean;
}

function timerAfter(given: TimerAction, { now, leftMs, isRunning }: TimerState): Columns {
  const running = (ms: number): Columns => ({
    timer_ends_at: new Date(now + Math.min(ms, timerMaxSeconds * 1000)),
    timer_left_ms: null,
  });
  const paused = (ms: number): Columns => ({
    timer_ends_at: null,
    timer_left_ms: Math.min(ms, timerMaxSeconds * 1000),
  });
  if (given.action === "start") return running(given.seconds * 1000);
  if (given.action === "remove") return { timer_ends_at: null, timer_left_ms: null };
  if (given.action === "add") {
    const ms = (leftMs ?? 0) + given.seconds * 1000;
    return isRunning || leftMs === null ? running(ms) : paused(ms);
  }
  // There is none, or it is as it should be.
  if (leftMs === null || (given.action === "resume") === isRunning) return {};
  return given.action === "pause" ? paused(leftMs) : running(leftMs);
}

/**
 * Calls everybody to a place of the board: those who have it open follow, and its people are notified.
 * @throws as `lead`.
 */
export async function summon(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  { id, view }: { id: string; view: CanvasView },
): Promise<void> {
  await lead(sources, viewer, boardId, async (tx, board) => {
    if (board.summons?.id === id) return {};
    const summons: StoredSummons = { id, byId: viewer.id, at: new Date().toISOString(), view };
    await notify(tx, { kind: "board.summons", subjectId: boardId, actorId: viewer.id, rule: "taking-part" });
    return { summons: JSON.stringify(summons) };
  });
}

/**
 * Changes something that facilitators lead a workshop with.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`.
 */
async function lead(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  work: (tx: Database, board: LockedBoard) => Promise<Columns>,
): Promise<void> {
  await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertLeads(viewer, board);
    await noteLeading(tx, boardId, viewer.id);
    const columns = await work(tx, board);
    await tx
      .updateTable("boards")
      .set({ ...columns, ...touchColumns })
      .where("id", "=", boardId)
      .execute();
  });
  await broadcastBoards(sources, [boardId]);
}
