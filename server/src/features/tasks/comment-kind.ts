import { canOpenAdmin } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { CommentedKind } from "../../slice.ts";
import { canReadTask } from "./policy.ts";
import { findTask } from "./queries.ts";

/**
 * Who may read a task reads its comments, and writes some. An administrator who may read it deletes those of others.
 * Specification, sections 3 and 7 (task comments).
 */
export const taskComments: CommentedKind = {
  kind: "task",
  hold: (tx, taskId) => sql`SELECT FROM tasks WHERE id = ${taskId} FOR KEY SHARE`.execute(tx),
  async judge(db, taskId, people) {
    const task = await findTask(db, taskId);
    const readers = people.filter((person) => task && canReadTask(person, task));
    return new Map(
      readers.map((person) => [person.id, { mayComment: true, mayModerate: canOpenAdmin(person) }]),
    );
  },
  isReadable: (viewer, taskId) => sql<boolean>`EXISTS (
    SELECT FROM tasks t WHERE t.id = ${taskId} AND (t.created_by = ${viewer.id} OR t.assignee_id = ${viewer.id}))`,
};
