import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import { announceDocumentRights } from "../../documents/access.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { assertLeads, lockBoard } from "../access.ts";
import { boardKind } from "../board-kind.ts";
import { broadcastBoards, changed } from "../broadcast-boards.ts";
import { keepVersion } from "../results/versions.ts";
import { broadcastTotals } from "./count-votes.ts";
import { revealInto } from "./reveal-notes.ts";

interface PhaseChange {
  phase: BoardPhase | null;
  seenPhase: BoardPhase | null;
  isNewRound: boolean;
}

/**
 * Goes to a phase of the workshop. Keeps a version of the canvas first; leaving `collect` reveals every private note, and
 * the timer ends. The same change again changes nothing.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `changed_meanwhile`, `document_too_large`.
 */
export async function setPhase(
  context: SliceContext,
  viewer: RequestViewer,
  boardId: string,
  { phase, seenPhase, isNewRound }: PhaseChange,
): Promise<void> {
  const done = await transact(context.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertLeads(viewer, board);
    if (board.phase !== seenPhase) {
      // The answer to this very change was lost.
      if (board.phase === phase) return undefined;
      throw new AppError("changed_meanwhile");
    }
    if (board.phase === phase && !isNewRound) return undefined;
    await keepVersion(tx, boardId, { reason: "phase", phase: board.phase });
    const revealed = board.phase === "collect" ? await revealInto(context, tx, boardId, null) : undefined;
    await tx
      .updateTable("boards")
      .set({
        ...changed,
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
  if (!done) return;
  await done.revealed?.committed();
  await broadcastBoards(context, [boardId]);
  if (done.isVoting) await broadcastTotals(context, boardId);
}
