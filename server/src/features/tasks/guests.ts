import { randomUUID } from "node:crypto";
import { guestAccessRoutes, type OpenGuestTask } from "@atoll/contract/guest-access/routes";
import { stateListOf } from "@atoll/contract/tasks/states";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { storeChanges } from "../../platform/changes/stored-changes.ts";
import { readableById } from "../../platform/kinds/factories.ts";
import type { GuestKind } from "../../platform/kinds/guest-kinds.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { presentAttachment } from "../files/public.ts";
import { broadcastTasks } from "./changes/task-changes.ts";
import { notifyOfChanges } from "./notifications/notify-of-changes.ts";
import { presentReference } from "./present-open-task.ts";
import { openStatuses, selectOpenTask, selectReferences } from "./queries.ts";
import { isReadable } from "./readable.ts";
import { presentStateList, readStateLists } from "./states/state-lists.ts";
import { setStatusOfOwn } from "./write/change-task.ts";

/** Tasks that guests are invited to. Everyone who may read a task may change it, and so invite guests to it. */
export const guestTasks: GuestKind<RequestViewer, Database, SliceContext> = {
  kind: "task",
  async judge(db, viewer, taskId) {
    const row = await db
      .selectFrom("tasks as t")
      .select("t.id")
      .where("t.id", "=", taskId)
      .where(isReadable(viewer))
      .executeTakeFirst();
    return row && { mayEdit: true, seesGuests: true };
  },
  lock: (tx, taskId) => sql`SELECT FROM tasks WHERE id = ${taskId} FOR UPDATE`.execute(tx),
  isReadable: readableById<RequestViewer>({ table: "tasks", alias: "t", isReadable }),
  touch: (tx, taskId) => sql`UPDATE tasks SET version = version + 1 WHERE id = ${taskId}`.execute(tx),
  async release(tx, taskId, guestId, actorId) {
    const { rows } = await sql`UPDATE tasks SET assignee_id = NULL
      WHERE id = ${taskId} AND assignee_id = ${guestId} RETURNING id`.execute(tx);
    const changes = rows.map(() => ({ subjectId: taskId, field: "assignee", before: guestId, after: null }));
    await storeChanges(tx, { kind: "task", changeId: randomUUID(), actorId }, changes);
    await notifyOfChanges(tx, actorId, changes);
  },
  broadcast: (context, taskId) => broadcastTasks(context, [taskId]),
};

/** Registers the routes for guests. They show a task, and nothing that leads further. */
export function registerGuestTasks(context: SliceContext): void {
  const { routes, db, people } = context;

  routes.route(guestAccessRoutes.listGuestTasks, async ({ query }, { viewer }) => {
    const isOpen = sql<boolean>`t.status IN ${openStatuses}`;
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) =>
        selectOfGuest(db, viewer)
          .select(exactInstant("ga.created_at").as("exact_at"))
          .where(query.show === "open" ? isOpen : sql<boolean>`NOT ${isOpen}`)
          .where(isBehind("ga.created_at", "t.id", after))
          .orderBy("ga.created_at", "desc")
          .orderBy("t.id", "desc")
          .limit(count)
          .execute(),
      ({ exact_at, id }) => [exact_at, id] as [string, string],
    );
    const known = await people.of(rows.flatMap(({ assignee_id }) => assignee_id ?? []));
    return { items: rows.map((row) => present(row, known, viewer)), nextCursor };
  });

  routes.route(guestAccessRoutes.getGuestTask, async ({ params }, { viewer }) => ({
    task: await openTask(context, viewer, params.taskId),
  }));

  routes.route(guestAccessRoutes.setGuestTaskStatus, async ({ params, body }, { viewer }) => {
    await openTask(context, viewer, params.taskId);
    await setStatusOfOwn(context, viewer, params.taskId, body);
    return { task: await openTask(context, viewer, params.taskId) };
  });
}

function selectOfGuest(db: Database, viewer: RequestViewer) {
  return selectReferences(db)
    .innerJoin("guest_access as ga", (join) =>
      join.onRef("ga.subject_id", "=", "t.id").on("ga.subject_kind", "=", "task"),
    )
    .select(["t.comment_count", "t.department_id", "ga.invited_by"])
    .where("ga.guest_id", "=", viewer.id)
    .where(isReadable(viewer));
}

type GuestTaskRow = Awaited<ReturnType<ReturnType<typeof selectOfGuest>["execute"]>>[number];

function present(
  row: GuestTaskRow,
  known: Awaited<ReturnType<SliceContext["people"]["of"]>>,
  viewer: RequestViewer,
) {
  return {
    ...presentReference(known, row),
    commentCount: row.comment_count,
    isMine: row.assignee_id === viewer.id,
  };
}

/** @throws {AppError} `task_not_found` if the viewer is no guest of it. */
async function openTask(
  { db, people }: SliceContext,
  viewer: RequestViewer,
  taskId: string,
): Promise<OpenGuestTask> {
  const [row, more] = await Promise.all([
    selectOfGuest(db, viewer).where("t.id", "=", taskId).executeTakeFirst(),
    selectOpenTask(db, taskId).where(isReadable(viewer)).executeTakeFirst(),
  ]);
  if (!row || !more) throw new AppError("task_not_found");
  const known = await people.of([row.assignee_id, row.invited_by].flatMap((id) => id ?? []));
  const task = present(row, known, viewer);
  // Only somebody who can choose one needs all states of a department.
  const lists = task.isMine ? (await readStateLists(db)).map(presentStateList) : [];
  return {
    ...task,
    description: more.description,
    attachments: more.files?.map(presentAttachment) ?? [],
    invitedBy: (row.invited_by && known.get(row.invited_by)) || null,
    states: stateListOf(lists, row.department_id)?.states ?? [],
  };
}
