import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import { workshopRoutes } from "@atoll/contract/brainstorm/workshop-routes";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import { ThreadEnded } from "../../../platform/threads/thread.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { announceDocumentRights } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { boardKind } from "../board-kind.ts";
import { answerBoard } from "../board-routes.ts";
import { broadcastBoards } from "../broadcast-boards.ts";
import { broadcastTotals } from "../count-votes.ts";
import { assertLeads, lockBoard } from "../public.ts";
import { keepVersion } from "../results/versions.ts";
import { takeLead } from "../share-board.ts";
import { castVote, readVotes, withdrawVote } from "./cast-vote.ts";
import { changeSession, setTimer, summon } from "./lead-session.ts";
import { noteLeading } from "./leaders-seen.ts";
import { deletePrivateNote, listPrivateNotes, savePrivateNote } from "./private-notes.ts";
import { type Revealed, revealInto, revealOwnNotes } from "./reveal-notes.ts";

interface PhaseChange {
  phase: BoardPhase | null;
  seenPhase: BoardPhase | null;
  isNewRound: boolean;
}

/**
 * Goes to a phase of the workshop. Keeps a version of the canvas first; leaving `collect` reveals every private note that
 * the canvas takes, and the timer ends. Notes that it does not take stay private, and their authors reveal, copy or
 * delete them: no note can keep a phase from ending. The same change again changes nothing.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `changed_meanwhile`.
 */
async function setPhase(
  context: SliceContext,
  viewer: RequestViewer,
  boardId: string,
  change: PhaseChange,
): Promise<void> {
  const newIds = new Map<string, string>();
  const reveal = (tx: Database) => revealInto(context, tx, boardId, null, newIds);
  const done = await changePhase(context, viewer, boardId, change, reveal).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    context.log.warn({ err: error, boardId }, "a phase ends without revealing its private notes");
    return changePhase(context, viewer, boardId, change, async () => undefined);
  });
  if (!done) return;
  await done.revealed?.committed();
  await broadcastBoards(context, [boardId]);
  if (done.isVoting) await broadcastTotals(context, boardId);
}

/** Whether the canvas did not take the notes. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ThreadEnded || (error instanceof AppError && error.code.startsWith("document_"));

function changePhase(
  context: SliceContext,
  viewer: RequestViewer,
  boardId: string,
  { phase, seenPhase, isNewRound }: PhaseChange,
  reveal: (tx: Database) => Promise<Revealed | undefined>,
): Promise<{ revealed: Revealed | undefined; isVoting: boolean } | undefined> {
  return transact(context.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertLeads(viewer, board);
    if (board.phase !== seenPhase) {
      // The answer to this very change was lost.
      if (board.phase === phase) return undefined;
      throw new AppError("changed_meanwhile");
    }
    if (board.phase === phase && !isNewRound) return undefined;
    await noteLeading(tx, boardId, viewer.id);
    await keepVersion(tx, boardId, { reason: "phase", phase: board.phase });
    const revealed = board.phase === "collect" ? await reveal(tx) : undefined;
    await tx
      .updateTable("boards")
      .set({
        ...touchColumns,
        phase,
        timer_ends_at: null,
        timer_left_ms: null,
        ...(phase === "vote" && isNewRound ? { round: sql<number>`round + 1` } : {}),
      })
      .where("id", "=", boardId)
      .execute();
    await announceDocumentRights(tx, { kind: boardKind, id: boardId });
    return { revealed, isVoting: phase === "vote" || board.phase === "vote" };
  });
}

/** Workshops on boards: phases, timer, private notes and votes. */
export function registerWorkshops(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(workshopRoutes.setBoardPhase, async ({ params, body }, { viewer }) => {
    await setPhase(context, viewer, params.boardId, body);
    return answerBoard(context, viewer, params.boardId);
  });

  routes.route(workshopRoutes.changeSession, async ({ params, body }, { viewer }) => {
    await changeSession(context, viewer, params.boardId, body);
    return answerBoard(context, viewer, params.boardId);
  });

  routes.route(workshopRoutes.setTimer, async ({ params, body }, { viewer }) => {
    await setTimer(context, viewer, params.boardId, body);
    return answerBoard(context, viewer, params.boardId);
  });

  routes.route(workshopRoutes.summonToBoard, async ({ params, body }, { viewer }) => {
    await summon(context, viewer, params.boardId, body);
    return answerBoard(context, viewer, params.boardId);
  });

  routes.route(workshopRoutes.takeBoardLead, async ({ params }, { viewer }) => {
    await takeLead(context, viewer, params.boardId);
    return answerBoard(context, viewer, params.boardId);
  });

  routes.route(workshopRoutes.listPrivateNotes, async ({ params }, { viewer }) => ({
    notes: await listPrivateNotes(db, viewer, params.boardId),
  }));

  routes.route(workshopRoutes.savePrivateNote, async ({ params, body }, { viewer }) => ({
    note: await savePrivateNote(context, viewer, params, body),
  }));

  routes.route(workshopRoutes.deletePrivateNote, async ({ params }, { viewer }) => {
    await deletePrivateNote(context, viewer, params);
    return undefined;
  });

  routes.route(workshopRoutes.revealNotes, async ({ params }, { viewer }) => ({
    revealedIds: await revealOwnNotes(context, viewer, params.boardId),
  }));

  routes.route(workshopRoutes.getVotes, async ({ params }, { viewer }) => ({
    votes: await readVotes(db, viewer, params.boardId),
  }));

  routes.route(workshopRoutes.castBoardVote, async ({ params, body }, { viewer }) => ({
    votes: await castVote(context, viewer, params.boardId, body),
  }));

  routes.route(workshopRoutes.withdrawBoardVote, async ({ params }, { viewer }) => ({
    votes: await withdrawVote(context, viewer, params.boardId, params.voteId),
  }));
}
