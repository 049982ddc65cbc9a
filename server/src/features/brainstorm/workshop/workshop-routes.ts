import { workshopRoutes } from "@atoll/contract/brainstorm/workshop-routes";
import type { SliceContext } from "../../../slice.ts";
import { answerBoard } from "../board-routes.ts";
import { takeLead } from "../share-board.ts";
import { castVote, readVotes, withdrawVote } from "./cast-vote.ts";
import { changeSession, setTimer, summon } from "./lead-session.ts";
import { deletePrivateNote, listPrivateNotes, savePrivateNote } from "./private-notes.ts";
import { revealOwnNotes } from "./reveal-notes.ts";
import { setPhase } from "./set-phase.ts";

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
