import { z } from "zod";
import { ideaTitleSchema } from "../ideas/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskReferenceSchema, taskTitleSchema } from "../tasks/schemas.ts";
import { emojiSchema } from "../text/emoji-schema.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { boardOrders, boardPageSize, boardScopes } from "./limits.ts";
import {
  boardChangeSchema,
  boardNoteSchema,
  boardRoleSchema,
  boardTitleSchema,
  boardVersionSchema,
  grantTargetSchema,
  listedBoardSchema,
  newBoardSchema,
  noteClusterSchema,
  noteLinkSchema,
  noteReactionsSchema,
  openBoardSchema,
  openBoardVersionSchema,
} from "./schemas.ts";

const ofBoard = z.object({ boardId: idSchema });
const ofNote = z.object({ boardId: idSchema, noteId: idSchema });
const ofReaction = ofNote.extend({ emoji: emojiSchema });
const read = { access: "signed-in", rateLimit: rateLimits.read, method: "GET", status: 200 } as const;
const write = { access: "signed-in", rateLimit: rateLimits.write } as const;
/** `now` is the server's clock at the moment of the answer. */
const answer = z.object({ board: openBoardSchema, now: instantSchema });

/** Boards: finding, sharing, keeping and turning them into something. */
export const boardRoutes = {
  listBoards: defineRoute({
    ...read,
    path: "/api/boards",
    summary: "List boards that the viewer may read, one page at a time.",
    query: z.object({
      scope: z.enum(boardScopes).default("all"),
      department: idSchema.optional(),
      /** A part of the title or of a note. */
      text: storableTextSchema.trim().max(160).default(""),
      order: z.enum(boardOrders).default("changed"),
      ...pageQuery({ size: boardPageSize, max: 100 }),
    }),
    response: pageOf(listedBoardSchema),
    errors: [],
  }),
  createBoard: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards",
    summary: "Create a board from a template. Repeating the request returns the same board.",
    body: newBoardSchema,
    status: 201,
    response: answer,
    errors: ["board_id_taken", "department_not_found", "person_not_found"],
  }),
  getBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId",
    summary: "Get a board without its canvas.",
    params: ofBoard,
    response: answer,
    errors: ["board_not_found"],
  }),
  changeBoard: defineRoute({
    ...write,
    method: "PATCH",
    path: "/api/boards/:boardId",
    summary: "Change a board's name or department.",
    params: ofBoard,
    body: boardChangeSchema,
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "changed_meanwhile", "department_not_found"],
  }),
  archiveBoard: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/archived",
    summary: "Archive a board, so that nobody can edit it, or restore it.",
    params: ofBoard,
    body: z.object({ isArchived: z.boolean() }),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden"],
  }),
  shareBoard: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/grants",
    summary:
      "Share a board with everyone, a department or a person, change the role, or remove it by leaving out the role. New people are notified.",
    params: ofBoard,
    body: z.object({ to: grantTargetSchema, role: boardRoleSchema.nullable() }),
    status: 200,
    response: answer,
    errors: [
      "board_not_found",
      "forbidden",
      "department_not_found",
      "person_not_found",
      "too_many_board_grants",
    ],
  }),
  leaveBoard: defineRoute({
    ...write,
    method: "DELETE",
    path: "/api/boards/:boardId/grants/own",
    summary: "Leave a shared board. The owner has to transfer the board first.",
    params: ofBoard,
    inMaintenance: "open",
    status: 204,
    errors: ["board_not_found", "board_needs_owner"],
  }),
  handOverBoard: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/owner",
    summary: "Transfer a board to another person. The previous owner becomes a facilitator.",
    params: ofBoard,
    body: z.object({ ownerId: idSchema }),
    status: 200,
    response: answer,
    errors: ["board_not_found", "forbidden", "person_not_found"],
  }),
  copyBoard: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/copies",
    summary:
      "Copy a board or one of its versions to a new board of the viewer's: its elements, without votes, comments, private notes and sharing.",
    params: ofBoard,
    body: z.object({
      /** The id of the copy. */
      id: idSchema,
      title: boardTitleSchema,
      /** Null: as the board is now. */
      versionId: idSchema.nullable().default(null),
    }),
    status: 201,
    response: answer,
    errors: ["board_not_found", "board_version_not_found", "board_id_taken"],
  }),
  starBoard: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/star",
    summary: "Star or unstar a board for the viewer.",
    params: ofBoard,
    body: z.object({ isStarred: z.boolean() }),
    status: 200,
    response: answer,
    errors: ["board_not_found"],
  }),
  listBoardVersions: defineRoute({
    ...read,
    path: "/api/boards/:boardId/versions",
    summary: "List the saved versions of a board, newest first.",
    params: ofBoard,
    query: z.object(pageQuery({ size: 30, max: 100 })),
    response: pageOf(boardVersionSchema),
    errors: ["board_not_found"],
  }),
  getBoardVersion: defineRoute({
    ...read,
    path: "/api/boards/:boardId/versions/:versionId",
    summary: "Get a saved version of a board with its elements.",
    params: ofBoard.extend({ versionId: idSchema }),
    response: z.object({ version: openBoardVersionSchema }),
    errors: ["board_not_found", "board_version_not_found"],
  }),
  listBoardNotes: defineRoute({
    ...read,
    path: "/api/boards/:boardId/notes",
    summary: "List the comments, tasks and ideas of a board's elements, leaving out elements with none.",
    params: ofBoard,
    response: z.object({ notes: z.array(boardNoteSchema) }),
    errors: ["board_not_found"],
  }),
  addNoteReaction: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/notes/:noteId/reactions/:emoji",
    summary: "React to a note with an emoji. Repeating the request has no effect.",
    params: ofReaction,
    status: 200,
    response: noteReactionsSchema,
    errors: ["board_not_found", "forbidden", "board_archived", "board_note_not_found", "too_many_reactions"],
  }),
  removeNoteReaction: defineRoute({
    ...write,
    method: "DELETE",
    path: "/api/boards/:boardId/notes/:noteId/reactions/:emoji",
    summary: "Remove one of the viewer's reactions to a note. Repeating the request has no effect.",
    params: ofReaction,
    status: 200,
    response: noteReactionsSchema,
    errors: ["board_not_found", "forbidden", "board_archived", "board_note_not_found"],
  }),
  createNoteTask: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/notes/:noteId/tasks",
    summary:
      "Create a task from a note, with a link to the note. Repeating the request returns the same task.",
    params: ofNote,
    body: z.object({
      /** The id of the new task. */
      id: idSchema,
      title: taskTitleSchema,
      departmentId: idSchema.nullable().default(null),
      assigneeId: idSchema.nullable().default(null),
    }),
    status: 201,
    response: z.object({ task: taskReferenceSchema }),
    errors: [
      "board_not_found",
      "board_note_not_found",
      "forbidden",
      "task_id_taken",
      "department_not_found",
      "assignee_unavailable",
      "too_many_note_links",
    ],
  }),
  createNoteIdea: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/notes/:noteId/ideas",
    summary: "Post a note as an idea, with a link to the note. Repeating the request returns the same idea.",
    params: ofNote,
    body: z.object({
      /** The id of the new idea. */
      id: idSchema,
      title: ideaTitleSchema,
      departmentId: idSchema.nullable().default(null),
    }),
    status: 201,
    response: z.object({ idea: noteLinkSchema }),
    errors: [
      "board_not_found",
      "board_note_not_found",
      "forbidden",
      "idea_id_taken",
      "department_not_found",
      "too_many_note_links",
    ],
  }),
  proposeClusters: defineRoute({
    ...read,
    path: "/api/boards/:boardId/clusters",
    summary: "Propose groups of notes that share significant words.",
    heavy: "pages",
    params: ofBoard,
    response: z.object({ clusters: z.array(noteClusterSchema) }),
    errors: ["board_not_found"],
  }),
  summariseBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId/outcome",
    summary: "Get the outcome of a board as Markdown, to post it to a channel.",
    params: ofBoard,
    response: z.object({ text: z.string() }),
    errors: ["board_not_found"],
  }),
  exportBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId/export",
    summary: "Export the notes of a board by group, as Markdown or CSV.",
    heavy: "bulk",
    params: ofBoard,
    query: z.object({ format: z.enum(["markdown", "csv"]) }),
    response: z.object({ text: z.string(), noteCount: z.int() }),
    errors: ["board_not_found"],
  }),
};
