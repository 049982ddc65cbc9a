import { z } from "zod";
import { ideaTitleSchema } from "../ideas/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskReferenceSchema, taskTitleSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text.ts";
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
  openBoardSchema,
  openBoardVersionSchema,
} from "./schemas.ts";

const ofBoard = z.object({ boardId: idSchema });
const ofNote = z.object({ boardId: idSchema, noteId: idSchema });
const read = { access: "signed-in", rateLimit: rateLimits.read, method: "GET", status: 200 } as const;
const write = { access: "signed-in", rateLimit: rateLimits.write } as const;
/** `now` is the server's clock at the moment of the answer. */
const answer = z.object({ board: openBoardSchema, now: instantSchema });

/** Boards: finding, sharing, keeping and turning them into something. */
export const boardRoutes = {
  listBoards: defineRoute({
    ...read,
    path: "/api/boards",
    summary: "The boards that the viewer may read, a page at a time.",
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
    summary: "Create a board from a template; the same one sent again is answered again.",
    body: newBoardSchema,
    status: 201,
    response: answer,
    errors: ["board_id_taken", "department_not_found", "person_not_found"],
  }),
  getBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId",
    summary: "A board that the viewer may read, without its canvas.",
    params: ofBoard,
    response: answer,
    errors: ["board_not_found"],
  }),
  changeBoard: defineRoute({
    ...write,
    method: "PATCH",
    path: "/api/boards/:boardId",
    summary: "Rename a board, or put it in another department.",
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
    summary: "Archive a board, so that nobody writes on it any more, or take it back out of the archive.",
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
      "Share a board with everyone, a department or a person, change their role, or end it with no role. People who are new to it are notified.",
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
    summary: "End the viewer's own share of a board. The owner hands the board over first.",
    params: ofBoard,
    status: 204,
    errors: ["board_not_found", "board_needs_owner"],
  }),
  handOverBoard: defineRoute({
    ...write,
    method: "PUT",
    path: "/api/boards/:boardId/owner",
    summary: "Hand a board over to somebody else. The owner before stays a facilitator.",
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
      "Copy a board, or one of its versions, to a board of the viewer's own: its elements, without votes, comments, private notes and shares.",
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
    summary: "Give a board the viewer's star, or take it away.",
    params: ofBoard,
    body: z.object({ isStarred: z.boolean() }),
    status: 200,
    response: answer,
    errors: ["board_not_found"],
  }),
  listBoardVersions: defineRoute({
    ...read,
    path: "/api/boards/:boardId/versions",
    summary: "The kept versions of a board, the newest first.",
    params: ofBoard,
    query: z.object(pageQuery({ size: 30, max: 100 })),
    response: pageOf(boardVersionSchema),
    errors: ["board_not_found"],
  }),
  getBoardVersion: defineRoute({
    ...read,
    path: "/api/boards/:boardId/versions/:versionId",
    summary: "A kept version of a board with its elements.",
    params: ofBoard.extend({ versionId: idSchema }),
    response: z.object({ version: openBoardVersionSchema }),
    errors: ["board_not_found", "board_version_not_found"],
  }),
  listBoardNotes: defineRoute({
    ...read,
    path: "/api/boards/:boardId/notes",
    summary:
      "Comments, tasks and ideas of the elements of a board. Elements that have none of them are left out.",
    params: ofBoard,
    response: z.object({ notes: z.array(boardNoteSchema) }),
    errors: ["board_not_found"],
  }),
  createNoteTask: defineRoute({
    ...write,
    method: "POST",
    path: "/api/boards/:boardId/notes/:noteId/tasks",
    summary: "Make a task of a note, with a link to the note; the same one sent again is answered again.",
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
    summary: "Post a note as an idea, with a link to the note; the same one sent again is answered again.",
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
    summary: "Notes that share telling words, as a proposal for groups.",
    heavy: "pages",
    params: ofBoard,
    response: z.object({ clusters: z.array(noteClusterSchema) }),
    errors: ["board_not_found"],
  }),
  summariseBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId/outcome",
    summary: "What came out of a board in Markdown, to be posted to a channel.",
    params: ofBoard,
    response: z.object({ text: z.string() }),
    errors: ["board_not_found"],
  }),
  exportBoard: defineRoute({
    ...read,
    path: "/api/boards/:boardId/export",
    summary: "The notes of a board by their groups, as Markdown or CSV.",
    heavy: "bulk",
    params: ofBoard,
    query: z.object({ format: z.enum(["markdown", "csv"]) }),
    response: z.object({ text: z.string(), noteCount: z.int() }),
    errors: ["board_not_found"],
  }),
};
