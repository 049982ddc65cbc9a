import { canManageTasks, canReadTask, type TaskParts } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { CommentedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { findInvitedGuests } from "../people/public.ts";
import { broadcastTasks } from "./changes/task-changes.ts";
import { findFollowers } from "./notifications/notify-of-changes.ts";
import { isReadable } from "./readable.ts";

/**
 * Comments on tasks. People who may read a task read its comments and write some; people who manage tasks delete those
 * of others. Specification, sections 3 and 7 (task comments).
 */
export const taskComments: CommentedKind = {
  kind: "task",
  isForGuests: true,
  hold: (tx, taskId) => sql`SELECT FROM tasks WHERE id = ${taskId} FOR KEY SHARE`.execute(tx),
  async judge(db, taskId, people) {
    const [task, whole] = await findParts(db, taskId);
    const readers = people.filter(
      (person) => (task && canReadTask(person, task)) || (whole && canReadTask(person, whole)),
    );
    const rights = new Map<string, CommentRights>(
      task && (await findInvitedGuests(db, "task", taskId, people)),
    );
    for (const person of readers)
      rights.set(person.id, { mayComment: true, mayModerate: canManageTasks(person) });
    return rights;
  },
  isReadable: (viewer, taskId) =>
    sql<boolean>`EXISTS (SELECT FROM tasks t WHERE t.id = ${taskId} AND ${isReadable(viewer)})`,
  actors: async (tx, taskId) => {
    const task = await tx
      .selectFrom("tasks")
      .select("assignee_id")
      .where("id", "=", taskId)
      .executeTakeFirst();
    return task?.assignee_id ? [task.assignee_id] : [];
  },
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "task.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    if (what === "posted") {
      const followers = await findFollowers(tx, [subjectId], true);
      const people = followers.map(({ personId }) => personId);
      await notify(tx, { kind: "task.comment", subjectId, actorId, people, spared: newlyCalledIds });
    }
    await tx
      .updateTable("tasks")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: sql`version + 1`,
      })
      .where("id", "=", subjectId)
      .execute();
    return () => {
      broadcastTasks(context, [subjectId]).catch((error: unknown) =>
        context.log.warn(
          { err: error, taskId: subjectId },
          "a comment of a task was not counted on open screens",
        ),
      );
    };
  },
};

/** Returns who has which part in a task and in its parent; nothing for a deleted task. */
async function findParts(db: Database, taskId: string): Promise<TaskParts[]> {
  const rows = await db
    .selectFrom("tasks as t")
    .select(["t.created_by", "t.assignee_id", "t.department_id", watcherIds().as("watcher_ids")])
    .where(sql<boolean>`t.id IN (${taskId}::uuid, (SELECT parent_id FROM tasks WHERE id = ${taskId}))`)
    .where("t.deleted_at", "is", null)
    .orderBy(sql`t.id <> ${taskId}`)
    .execute();
  return rows.map((row) => ({
    createdBy: { id: row.created_by },
    assignee: row.assignee_id === null ? null : { id: row.assignee_id },
    watcherIds: row.watcher_ids,
    departmentId: row.department_id,
  }));
}

function watcherIds(): RawBuilder<string[]> {
  return sql<string[]>`ARRAY(SELECT w.user_id::text FROM task_watchers w WHERE w.task_id = t.id)`;
}
