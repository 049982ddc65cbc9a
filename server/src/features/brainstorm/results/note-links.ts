import { maxNoteLinks } from "@atoll/contract/brainstorm/limits";
import type { BoardNote, NoteLink } from "@atoll/contract/brainstorm/schemas";
import { newIdeaSchema } from "@atoll/contract/ideas/schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastIdeas, findIdeaReferences, insertIdea } from "../../ideas/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastTasks, findTaskReferences, insertTask } from "../../tasks/public.ts";
import { broadcastBoards } from "../broadcast-boards.ts";
import { assertTakesPart, type LockedBoard, lockBoard } from "../public.ts";
import { escaped } from "./escape-markdown.ts";
import { listReactions } from "./react-to-note.ts";

interface TaskOfNote {
  id: string;
  title: string;
  departmentId: string | null;
  assigneeId: string | null;
}

/**
 * Makes a task of a note. The task links to the note, and the note to the task.
 * @throws {AppError} `board_not_found`, `board_note_not_found`, `forbidden`, `too_many_note_links`, and those of
 *   `createTask`.
 */
export async function createNoteTask(
  sources: ChangeSources,
  viewer: RequestViewer,
  place: NotePlace,
  task: TaskOfNote,
): Promise<void> {
  if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
  const isNew = await linkOnce(sources, viewer, place, { task_id: task.id, idea_id: null }, (tx, from) =>
    insertTask(tx, viewer, newTaskSchema.parse({ ...task, description: textOf(from, place, task.title) })),
  );
  if (isNew) await broadcastTasks(sources, [task.id]);
}

/**
 * Posts a note as an idea, with links both ways.
 * @throws {AppError} as `createNoteTask`, and those of `createIdea`.
 */
export async function createNoteIdea(
  sources: ChangeSources,
  viewer: RequestViewer,
  place: NotePlace,
  idea: { id: string; title: string; departmentId: string | null },
): Promise<void> {
  const isNew = await linkOnce(sources, viewer, place, { task_id: null, idea_id: idea.id }, (tx, from) =>
    insertIdea(tx, viewer, newIdeaSchema.parse({ ...idea, text: textOf(from, place, idea.title) })),
  );
  if (isNew) await broadcastIdeas(sources, [idea.id]);
}

export interface NotePlace {
  boardId: string;
  noteId: string;
}

async function linkOnce(
  sources: ChangeSources,
  viewer: RequestViewer,
  { boardId, noteId }: NotePlace,
  target: { task_id: string | null; idea_id: string | null },
  insert: (tx: Database, from: Origin) => Promise<boolean>,
): Promise<boolean> {
  const isNew = await transact(sources.db, async (tx) => {
    const board = await lockBoard(tx, viewer, boardId);
    assertTakesPart(viewer, board);
    const note = await tx
      .selectFrom("board_elements")
      .select("text")
      .where("id", "=", noteId)
      .where("board_id", "=", boardId)
      .where("gone_at", "is", null)
      .executeTakeFirst();
    if (!note) throw new AppError("board_note_not_found");
    if (await isLinked(tx, noteId, target)) return false;
    if (!(await insert(tx, { board, text: note.text }))) return false;
    const { count } = await tx
      .selectFrom("board_links")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("note_id", "=", noteId)
      .executeTakeFirstOrThrow();
    if (count >= maxNoteLinks) throw new AppError("too_many_note_links");
    await tx
      .insertInto("board_links")
      .values({ board_id: boardId, note_id: noteId, ...target })
      .execute();
    await tx.updateTable("boards").set(touchColumns).where("id", "=", boardId).execute();
    return true;
  });
  if (isNew) await broadcastBoards(sources, [boardId]);
  return isNew;
}

/** Whether this very task or idea was made of the note before: the note may have other words by now. */
async function isLinked(
  tx: Database,
  noteId: string,
  { task_id, idea_id }: { task_id: string | null; idea_id: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom("board_links")
    .select("note_id")
    .where("note_id", "=", noteId)
    .where((is) => (task_id === null ? is("idea_id", "=", idea_id) : is("task_id", "=", task_id)))
    .executeTakeFirst();
  return row !== undefined;
}

/** The note that a task or an idea is made of. */
interface Origin {
  board: LockedBoard;
  text: string;
}

/**
 * Returns the words of a note, unless the title has them all, and a line that leads back to it. People who may not read
 * the board find nothing there.
 */
function textOf({ board, text }: Origin, { boardId, noteId }: NotePlace, title: string): string {
  const line = `From a note on the board [${escaped(board.title)}](/brainstorm/${boardId}?note=${noteId}).`;
  const isInTitle = text.replace(/\s+/g, " ").trim() === title.replace(/\s+/g, " ").trim();
  if (isInTitle || text.trim() === "") return line;
  const words = text
    .trim()
    .split(/\r\n|\n|\r/)
    .map(escaped)
    .join("  \n");
  return `${words}\n\n${line}`;
}

/** Comments, reactions, tasks and ideas of the elements of a board, as far as the viewer may read them. */
export async function listNotes(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
): Promise<BoardNote[]> {
  const { db } = sources;
  const [reacted, links, commented] = await Promise.all([
    listReactions(db, boardId),
    db
      .selectFrom("board_links")
      .select(["note_id", "task_id", "idea_id"])
      .where("board_id", "=", boardId)
      .orderBy("made_at")
      .execute(),
    db
      .selectFrom("board_elements")
      .select(["id", "comment_count"])
      .where("board_id", "=", boardId)
      .where("gone_at", "is", null)
      .where("comment_count", ">", 0)
      .execute(),
  ]);
  const targets = await findTargets(
    sources,
    viewer,
    links.flatMap(({ task_id }) => task_id ?? []),
    links.flatMap(({ idea_id }) => idea_id ?? []),
  );
  const notes = new Map<string, BoardNote>();
  const about = (id: string): BoardNote =>
    notes.get(id) ?? { id, commentCount: 0, links: [], reactions: [], reactionsVersion: 0 };
  for (const { id, comment_count: commentCount } of commented) notes.set(id, { ...about(id), commentCount });
  for (const { noteId, reactions, version } of reacted)
    notes.set(noteId, { ...about(noteId), reactions, reactionsVersion: version });
  for (const { note_id: id, task_id, idea_id } of links) {
    const target = targets.get(task_id ?? idea_id ?? "");
    if (!target) continue;
    const note = about(id);
    notes.set(id, { ...note, links: [...note.links, target] });
  }
  return [...notes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Tasks and ideas by their ids, of those that the viewer may read. */
export async function findTargets(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskIds: readonly string[],
  ideaIds: readonly string[],
): Promise<ReadonlyMap<string, NoteLink>> {
  const [tasks, ideas] = await Promise.all([
    findTaskReferences(sources, viewer, taskIds),
    findIdeaReferences(sources.db, viewer, ideaIds),
  ]);
  return new Map<string, NoteLink>([
    ...tasks.map(({ id, title, status }): [string, NoteLink] => [
      id,
      { kind: "task", id, title, status, link: `/tasks?task=${id}` },
    ]),
    ...ideas.map(({ id, title, status }): [string, NoteLink] => [
      id,
      { kind: "idea", id, title, status, link: `/ideas/${id}` },
    ]),
  ]);
}
