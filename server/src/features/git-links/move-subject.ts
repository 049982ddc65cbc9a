import { cardRoutes } from "@atoll/contract/cards/routes";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { RefusedCall } from "../../platform/http/inner-calls.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessTypeOfCard } from "../cards/public.ts";
import { findReadable } from "../tasks/public.ts";
import { type Subject, withMerged } from "./access.ts";

/** A task or bug that a pull request moves. */
export interface Move {
  linkId: string;
  subject: Subject;
  to: "opened" | "merged";
  /** When the delivery came that it follows from. */
  since: Date;
  /** The same for a job that is done again, so that the move is made once. */
  changeId: string;
}

/** The statuses that each step leads out of. What is in review was moved there by a person, who knows better. */
const movedFrom: Readonly<Record<Move["to"], readonly TaskStatus[]>> = {
  opened: ["todo"],
  merged: ["todo", "in_progress", "in_review"],
};

/**
 * Moves a task or bug by the routes of its area, in the name of the owner: with their rights, and with the history and
 * the notifications of a change of theirs.
 * @returns why it was not moved, if it needed to be. A move that is not settled is due again with the next delivery.
 * @throws {RefusedCall} if the server refuses everyone at the moment, so that it is tried again.
 */
export async function moveSubject(
  { db, callRoute }: SliceContext,
  owner: RequestViewer,
  delivery: { department_id: string; moves_opened: boolean; moves_merged: boolean },
  { subject, to, since, changeId }: Move,
  signal: AbortSignal,
): Promise<{ reason?: string; isSettled: boolean }> {
  const name = subject.kind === "task" ? "task" : "bug";
  const settled = { isSettled: true };
  if (!(to === "opened" ? delivery.moves_opened : delivery.moves_merged)) return settled;
  const movedSince = { ...settled, reason: `A ${name} was not moved, because somebody has moved it since.` };
  if (await wasMovedSince(db, subject, since)) return movedSince;
  if (to === "merged" && (await hasOpenPull(db, subject, delivery.department_id))) {
    const reason = `A ${name} was not moved, because another pull request of it is open.`;
    return { isSettled: false, reason };
  }
  const options = { caller: owner, address: "127.0.0.1", signal };
  try {
    if (subject.kind === "task") {
      const task = await findReadable(db, owner, subject.id);
      if (!task || task.department_id !== delivery.department_id || !movedFrom[to].includes(task.status))
        return settled;
      const status = to === "opened" ? "in_progress" : "done";
      const params = { taskId: subject.id };
      const body = { changeId, status, seenStatus: task.status } as const;
      await callRoute(taskRoutes.changeTask, { params, body }, options);
      return settled;
    }
    const stage = await findStages(db, owner, subject.id, to);
    if (!stage) return settled;
    const body = { changeId, cardIds: [subject.id], set: { stage: stage.next }, seen: { stage: stage.now } };
    await callRoute(cardRoutes.changeCards, { body }, options);
    return settled;
  } catch (error) {
    // It was deleted, or its section was archived.
    if (error instanceof AppError && error.status < 500) return settled;
    if (!(error instanceof RefusedCall) || error.status >= 500 || error.status === 429) throw error;
    if (error.code === "changed_meanwhile") return movedSince;
    const detail = error.fields[0]?.message ?? error.message;
    return { ...settled, reason: `A ${name} could not be moved: ${detail}` };
  }
}

/** Whether anyone moved it after the delivery came, but for the moves of pull requests. */
async function wasMovedSince(db: Database, { kind, id }: Subject, at: Date): Promise<boolean> {
  const fields = kind === "task" ? ["status", "state"] : ["stage"];
  const { rows } =
    await sql`SELECT FROM object_changes c WHERE c.subject_kind = ${kind} AND c.subject_id = ${id}
    AND c.field = ANY(${fields}) AND c.at > ${at} AND NOT EXISTS (SELECT FROM git_links l
      WHERE ${sql.ref(`l.${kind}_id`)} IN ${withMerged({ kind, id })} AND c.change_id IN (l.opened_change, l.merged_change)) LIMIT 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Whether a pull request that names it is open, by a connection of its department that is not paused. */
async function hasOpenPull(db: Database, subject: Subject, departmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("git_links as l")
    .innerJoin("git_connections as g", "g.id", "l.connection_id")
    .select("l.id")
    .where(sql<boolean>`${sql.ref(`l.${subject.kind}_id`)} IN ${withMerged(subject)}`)
    .where("l.kind", "=", "pull_request")
    .where("l.state", "in", ["open", "draft"])
    .where("l.is_named", "=", true)
    .where("l.hidden", "is", null)
    .where("g.is_on", "=", true)
    .where("g.department_id", "=", departmentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the stage of a bug and the one that it is moved to. Undefined if it is not open, or is there. */
async function findStages(db: Database, owner: RequestViewer, cardId: string, to: Move["to"]) {
  const section = await accessTypeOfCard(db, owner, cardId);
  const card = await db.selectFrom("cards").select("stage").where("id", "=", cardId).executeTakeFirst();
  const now = section.stages.find(({ id }) => id === card?.stage);
  const next = section.stages.find(({ id, kind }) =>
    to === "opened" ? id === "in_progress" && kind === "open" : kind === "won",
  );
  if (!now || !next || now.kind !== "open" || now.id === next.id) return undefined;
  return { now: now.id, next: next.id };
}
