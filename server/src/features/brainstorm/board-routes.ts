import { boardRoutes as routesOfBoards } from "@atoll/contract/brainstorm/board-routes";
import type { NoteLink, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import { AppError } from "../../platform/app-error.ts";
import { longAnswer } from "../../platform/http/long-answer.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findTaskReferences } from "../tasks/public.ts";
import { archiveBoard, changeBoard, starBoard } from "./change-board.ts";
import { createBoard } from "./create-board.ts";
import { listBoards } from "./list-boards.ts";
import { presentListed, presentOpen } from "./present.ts";
import { accessBoard } from "./public.ts";
import { copyBoard } from "./results/copy-board.ts";
import { exportBoard, summariseBoard } from "./results/export-board.ts";
import { createNoteIdea, createNoteTask, findTargets, listNotes } from "./results/note-links.ts";
import { proposeClusters } from "./results/propose-clusters.ts";
import { reactToNote } from "./results/react-to-note.ts";
import { listVersions, readVersion } from "./results/versions.ts";
import { handOverBoard, leaveBoard, shareBoard } from "./share-board.ts";

/** Answers with a board as the viewer sees it now, by the clock of the server. */
export async function answerBoard(
  { db, people }: SliceContext,
  viewer: RequestViewer,
  boardId: string,
): Promise<{ board: OpenBoard; now: string }> {
  const board = await presentOpen({ db, people }, viewer, await accessBoard(db, viewer, boardId));
  return { board, now: new Date().toISOString() };
}

/** Boards: finding, sharing, keeping and turning them into something. */
export function registerBoards(context: SliceContext): void {
  const { routes, db, people } = context;
  const open = (viewer: RequestViewer, boardId: string) => answerBoard(context, viewer, boardId);

  routes.route(routesOfBoards.listBoards, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listBoards(db, viewer, query);
    return { items: await presentListed(people, rows), nextCursor };
  });

  routes.route(routesOfBoards.createBoard, async ({ body }, { viewer }) => {
    await createBoard(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(routesOfBoards.getBoard, ({ params }, { viewer }) => open(viewer, params.boardId));

  routes.route(routesOfBoards.changeBoard, async ({ params, body }, { viewer }) => {
    await changeBoard(context, viewer, params.boardId, body);
    return open(viewer, params.boardId);
  });

  routes.route(routesOfBoards.archiveBoard, async ({ params, body }, { viewer }) => {
    await archiveBoard(context, viewer, params.boardId, body.isArchived);
    return open(viewer, params.boardId);
  });

  routes.route(routesOfBoards.shareBoard, async ({ params, body }, { viewer }) => {
    await shareBoard(context, viewer, params.boardId, body);
    return open(viewer, params.boardId);
  });

  routes.route(routesOfBoards.leaveBoard, async ({ params }, { viewer }) => {
    await leaveBoard(context, viewer, params.boardId);
    return undefined;
  });

  routes.route(routesOfBoards.handOverBoard, async ({ params, body }, { viewer }) => {
    await handOverBoard(context, viewer, params.boardId, body.ownerId);
    return open(viewer, params.boardId);
  });

  routes.route(routesOfBoards.copyBoard, async ({ params, body }, { viewer }) => {
    await copyBoard(context, viewer, params.boardId, body);
    return open(viewer, body.id);
  });

  routes.route(routesOfBoards.starBoard, async ({ params, body }, { viewer }) => {
    await starBoard(context, viewer, params.boardId, body.isStarred);
    return open(viewer, params.boardId);
  });

  routes.route(routesOfBoards.listBoardVersions, async ({ params, query }, { viewer }) => {
    const { id } = await accessBoard(db, viewer, params.boardId);
    return listVersions(db, id, query);
  });

  routes.route(routesOfBoards.getBoardVersion, async ({ params }, { viewer }) => {
    const { id } = await accessBoard(db, viewer, params.boardId);
    return { version: await readVersion(db, id, params.versionId) };
  });

  routes.route(routesOfBoards.listBoardNotes, async ({ params }, { viewer }) => {
    const { id } = await accessBoard(db, viewer, params.boardId);
    return { notes: await listNotes(context, viewer, id) };
  });

  routes.route(routesOfBoards.addNoteReaction, ({ params }, { viewer }) =>
    reactToNote(context, viewer, params, true),
  );

  routes.route(routesOfBoards.removeNoteReaction, ({ params }, { viewer }) =>
    reactToNote(context, viewer, params, false),
  );

  routes.route(routesOfBoards.createNoteTask, async ({ params, body }, { viewer }) => {
    await createNoteTask(context, viewer, params, body);
    const [task] = await findTaskReferences(context, viewer, [body.id]);
    if (!task) throw new AppError("task_id_taken", { detail: "deleted since" });
    return { task };
  });

  routes.route(routesOfBoards.createNoteIdea, async ({ params, body }, { viewer }) => {
    await createNoteIdea(context, viewer, params, body);
    const idea: NoteLink | undefined = (await findTargets(context, viewer, [], [body.id])).get(body.id);
    if (!idea) throw new AppError("idea_id_taken", { detail: "deleted since" });
    return { idea };
  });

  routes.route(routesOfBoards.proposeClusters, async ({ params }, { viewer }) => {
    const { id } = await accessBoard(db, viewer, params.boardId);
    return { clusters: await proposeClusters(db, id) };
  });

  routes.route(routesOfBoards.summariseBoard, async ({ params }, { viewer }) => {
    const board = await accessBoard(db, viewer, params.boardId);
    return { text: await summariseBoard(context, viewer, board) };
  });

  routes.route(routesOfBoards.exportBoard, async ({ params, query }, { viewer }) => {
    const board = await accessBoard(db, viewer, params.boardId);
    const { parts, noteCount } = await exportBoard(context, viewer, board, query.format);
    return longAnswer<{ text: string; noteCount: number }, "text">({ noteCount }, "text", parts);
  });
}
