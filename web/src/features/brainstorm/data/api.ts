import { boardRoutes as boards } from "@atoll/contract/brainstorm/board-routes";
import type { BoardPhase, BoardRole } from "@atoll/contract/brainstorm/limits";
import type {
  BoardVote,
  GrantTarget,
  PhaseNamesChange,
  PrivateNoteContent,
} from "@atoll/contract/brainstorm/schemas";
import { workshopRoutes as workshop } from "@atoll/contract/brainstorm/workshop-routes";
import type { CanvasView } from "@atoll/contract/documents/canvas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { call } from "../../../lib/server/api-client.ts";

const on = (boardId: string) => ({ params: { boardId } });
const onNote = (boardId: string, noteId: string) => ({ params: { boardId, noteId } });

export const renameBoard = (boardId: string, title: string, seenTitle: string) =>
  call(boards.changeBoard, { ...on(boardId), body: { title, seenTitle } });

export const archiveBoard = (boardId: string, isArchived: boolean) =>
  call(boards.archiveBoard, { ...on(boardId), body: { isArchived } });

/** @param role null: ends the share. */
export const shareBoard = (boardId: string, to: GrantTarget, role: BoardRole | null) =>
  call(boards.shareBoard, { ...on(boardId), body: { to, role } });

export const handOverBoard = (boardId: string, ownerId: string) =>
  call(boards.handOverBoard, { ...on(boardId), body: { ownerId } });

export const leaveBoard = (boardId: string) => call(boards.leaveBoard, on(boardId));

/** @param versionId null: as the board is now. */
export const copyBoard = (boardId: string, body: { id: string; title: string; versionId: string | null }) =>
  call(boards.copyBoard, { ...on(boardId), body });

export const starBoard = (boardId: string, isStarred: boolean) =>
  call(boards.starBoard, { ...on(boardId), body: { isStarred } });

/** Adds or removes the viewer's reaction to a note. */
export function setReaction(boardId: string, on: { noteId: string; emoji: string }, isOn: boolean) {
  const params = { boardId, ...on };
  return isOn ? call(boards.addNoteReaction, { params }) : call(boards.removeNoteReaction, { params });
}

export const createNoteTask = (
  boardId: string,
  noteId: string,
  body: { id: string; title: string; departmentId: string | null; assigneeId: string | null },
) => call(boards.createNoteTask, { ...onNote(boardId, noteId), body });

export const createNoteIdea = (boardId: string, noteId: string, body: { id: string; title: string }) =>
  call(boards.createNoteIdea, { ...onNote(boardId, noteId), body });

export const proposeClusters = (boardId: string) => call(boards.proposeClusters, on(boardId));
export const summariseBoard = (boardId: string) => call(boards.summariseBoard, on(boardId));
export const exportBoard = (boardId: string, format: "markdown" | "csv") =>
  call(boards.exportBoard, { ...on(boardId), query: { format } });

export const setPhase = (
  boardId: string,
  body: { phase: BoardPhase | null; seenPhase: BoardPhase | null; isNewRound?: boolean },
) => call(workshop.setBoardPhase, { ...on(boardId), body });

interface SessionChange {
  isLocked?: boolean;
  votesPerPerson?: number;
  phaseNames?: PhaseNamesChange;
  frameOrder?: string[];
}

export const changeSession = (boardId: string, body: SessionChange) =>
  call(workshop.changeSession, { ...on(boardId), body });

export type TimerAction =
  | { action: "start" | "add"; seconds: number }
  | { action: "pause" | "resume" | "remove" };

export const setTimer = (boardId: string, body: TimerAction) =>
  call(workshop.setTimer, { ...on(boardId), body });

export const summonToBoard = (boardId: string, id: string, view: CanvasView) =>
  call(workshop.summonToBoard, { ...on(boardId), body: { id, view } });

export const takeLead = (boardId: string) => call(workshop.takeBoardLead, on(boardId));

export const savePrivateNote = (boardId: string, noteId: string, note: PrivateNoteContent, isNew = false) =>
  call(workshop.savePrivateNote, { ...onNote(boardId, noteId), body: { ...note, isNew } });

export const deletePrivateNote = (boardId: string, noteId: string) =>
  call(workshop.deletePrivateNote, onNote(boardId, noteId));

export const revealNotes = (boardId: string) => call(workshop.revealNotes, on(boardId));

export const castVote = (boardId: string, body: BoardVote) =>
  call(workshop.castBoardVote, { ...on(boardId), body });

export const withdrawVote = (boardId: string, voteId: string) =>
  call(workshop.withdrawBoardVote, { params: { boardId, voteId } });

export const attachImage = (boardId: string, attachmentId: string) =>
  call(documentRoutes.attachDocumentFiles, {
    params: { kind: "board", subjectId: boardId },
    body: { attachmentIds: [attachmentId] },
  });
