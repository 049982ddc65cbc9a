import { z } from "zod";
import { canvasViewSchema } from "../documents/canvas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timerMaxSeconds } from "./limits.ts";
import {
  boardPhaseSchema,
  boardVoteSchema,
  boardVotesSchema,
  frameOrderSchema,
  openBoardSchema,
  phaseNamesChangeSchema,
  privateNoteInputSchema,
  privateNoteSchema,
  votesPerPersonSchema,
} from "./schemas.ts";

const ofBoard = z.object({ boardId: idSchema });
const ofNote = z.object({ boardId: idSchema, noteId: idSchema });
const write = { access: "signed-in", rateLimit: rateLimits.write } as const;
const read = { access: "signed-in", rateLimit: rateLimits.read, method: "GET", status: 200 } as const;
const answer = z.object({ board: openBoardSchema, now: instantSchema });

/** A workshop on a board: phases, timer, private notes and votes. */
export const workshopRoutes = {
  setBoardPhase: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/phase",
    summary:
      "Go to a phase of the workshop, or end it without one. Saves a version first. Leaving the private phase reveals the private notes, as many as the board has space for; the rest stay with their authors.",
    params: ofBoard,
    body: z.object({
      phase: boardPhaseSchema.nullable(),
      /** The phase that was seen: refused if the board is in another one by now. */
      seenPhase: boardPhaseSchema.nullable(),
      /** With `vote`: forgets the votes before, instead of opening the same vote again. */
      isNewRound: z.boolean().default(false),
    }),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "changed_meanwhile", "board_archived"],
  }),
  changeSession: defineRoute({
    ...write,
    method: "PATCH",
    path: "/api/boards/:boardId/session",
    summary:
      "Lock or unlock the canvas, change how many votes each person has, name phases, or set the order in which frames are presented.",
    params: ofBoard,
    body: z.object({
      isLocked: z.boolean().optional(),
      /** Votes that were cast beyond a lower limit stay. */
      votesPerPerson: votesPerPersonSchema.optional(),
      phaseNames: phaseNamesChangeSchema.optional(),
      frameOrder: frameOrderSchema.optional(),
    }),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "board_archived"],
  }),
  setTimer: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/timer",
    summary: "Start, pause, resume, extend or remove the timer of a board.",
    params: ofBoard,
    body: z.discriminatedUnion("action", [
      z.object({ action: z.literal("start"), seconds: z.int().min(1).max(timerMaxSeconds) }),
      z.object({ action: z.literal("add"), seconds: z.int().min(1).max(timerMaxSeconds) }),
      z.object({ action: z.enum(["pause", "resume", "remove"]) }),
    ]),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "board_archived"],
  }),
  summonToBoard: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/summons",
    summary: "Summon everyone to a place on the board: open pages move there, and other people are notified.",
    rateLimit: { max: 12, windowSeconds: 60, by: "viewer" },
    params: ofBoard,
    body: z.object({ id: idSchema, view: canvasViewSchema }),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "board_archived"],
  }),
  takeBoardLead: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/lead",
    summary:
      "Become a facilitator of a board that nobody leads: no facilitator has an active account, or, while a workshop runs or the board is locked, none has had the board open for five minutes. Reveals nothing. If no facilitator and no owner is left, the caller becomes the owner.",
    params: ofBoard,
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "board_archived"],
  }),
  listPrivateNotes: defineRoute({
    ...read,
    path: "/api/boards/:boardId/private-notes",
    summary:
      "List the viewer's unrevealed private notes on a board, oldest first, also after the board is no longer shared with them.",
    params: ofBoard,
    response: z.object({ notes: z.array(privateNoteSchema) }),
    errors: ["board_not_found"],
  }),
  savePrivateNote: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/private-notes/:noteId",
    summary:
      "Create or change a private note. With `isNew`, one that exists already stays as it is. Once it is revealed, its text can be changed only on the canvas.",
    params: ofNote,
    body: privateNoteInputSchema,
    status: 200,
    response: z.object({ note: privateNoteSchema }),
    errors: [
      "board_not_found",
      "forbidden",
      "board_archived",
      "board_note_not_found",
      "note_revealed",
      "too_many_private_notes",
    ],
  }),
  deletePrivateNote: defineRoute({
    ...write,
    method: "DELETE",
    path: "/api/boards/:boardId/private-notes/:noteId",
    summary: "Delete one of the viewer's private notes. Repeating it has no effect.",
    params: ofNote,
    status: 204,
    errors: ["board_not_found", "note_revealed"],
  }),
  revealNotes: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/reveal",
    summary:
      "Copy the viewer's private notes to the canvas, oldest first, as many as it has space for. Repeating it copies only the rest.",
    params: ofBoard,
    status: 200,
    response: z.object({ revealedIds: z.array(idSchema) }),
    errors: ["board_not_found", "forbidden", "board_archived", "document_too_large"],
  }),
  getVotes: defineRoute({
    ...read,
    path: "/api/boards/:boardId/votes",
    summary: "Get the viewer's votes in the current round, and the totals once voting is closed.",
    params: ofBoard,
    response: z.object({ votes: boardVotesSchema }),
    errors: ["board_not_found"],
  }),
  castBoardVote: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/votes",
    summary: "Give one vote to a note. Repeating the request does not vote twice.",
    params: ofBoard,
    body: boardVoteSchema,
    status: 200,
    response: z.object({ votes: boardVotesSchema }),
    errors: ["board_not_found", "forbidden", "board_note_not_found", "voting_closed", "no_votes_left"],
  }),
  withdrawBoardVote: defineRoute({
    ...write,
    method: "DELETE",
    path: "/api/boards/:boardId/votes/:voteId",
    summary: "Remove one of the viewer's votes. Repeating it has no effect.",
    params: ofBoard.extend({ voteId: idSchema }),
    status: 200,
    response: z.object({ votes: boardVotesSchema }),
    errors: ["board_not_found", "forbidden", "voting_closed"],
  }),
};
