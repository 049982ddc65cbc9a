import { newEventSchema } from "@atoll/contract/calendar/schemas";
import { leadDays } from "@atoll/contract/onboarding/limits";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastChange, insertEvent } from "../calendar/public.ts";
import { zonesOf } from "../identity/public.ts";
import { broadcastTasks, insertTask } from "../tasks/public.ts";
import { isActivePerson, today } from "./readable.ts";

interface Due {
  id: string;
  kind: "task" | "event";
  title: string;
  note: string;
  due_day: string;
  is_past: boolean;
  at_time: string | null;
  minutes: number;
  doer: "newcomer" | "manager";
  person_id: string;
  buddy_id: string | null;
  path_name: string;
  /** The manager of the newcomer, if they can sign in. */
  manager_id: string | null;
}

type Made = { taskId: string } | { eventId: string } | "nothing" | undefined;

/**
 * Creates the task or meeting of the next item that is due soon, on behalf of the manager. Each is created once, on
 * whichever node; an item whose task or meeting cannot be created is ticked by hand.
 * @returns whether there may be more.
 */
export async function makeNext(context: SliceContext): Promise<boolean> {
  const { db, log, viewers } = context;
  const failed: { id?: string } = {};
  const made = await transact(db, async (tx): Promise<Made> => {
    const item = await lockNext(tx);
    if (!item) return undefined;
    failed.id = item.id;
    const leader = await viewers.ofUser(item.manager_id ?? item.person_id);
    const result = leader ? await make(tx, leader, item) : "nothing";
    await note(tx, item.id, result);
    return result;
  }).catch(async (error: unknown): Promise<Made> => {
    if (!(error instanceof AppError) || failed.id === undefined) throw error;
    log.warn({ err: error, itemId: failed.id }, "an item of an onboarding stays without its task or meeting");
    await note(db, failed.id, "nothing");
    return "nothing";
  });
  if (typeof made === "object" && "taskId" in made) await broadcastTasks(context, [made.taskId]);
  if (typeof made === "object" && "eventId" in made)
    await broadcastChange(context, { eventIds: [made.eventId], before: [] });
  return made !== undefined;
}

async function lockNext(tx: Database): Promise<Due | undefined> {
  const { rows } =
    await sql<Due>`SELECT i.id, i.kind, i.title, i.note, to_char(i.due_on, 'YYYY-MM-DD') AS due_day,
      i.due_on < ${today} AS is_past, i.at_time, i.minutes, i.doer, o.person_id, o.buddy_id, t.name AS path_name,
      (SELECT p.id FROM accounts p WHERE p.id = o.manager_id AND ${isActivePerson}) AS manager_id
    FROM onboarding_items i JOIN onboardings o ON o.id = i.onboarding_id JOIN onboarding_paths t ON t.id = o.path_id
    WHERE i.made_at IS NULL AND i.done_at IS NULL AND i.kind IN ('task', 'event') AND o.stopped_at IS NULL
      AND i.due_on <= ${today} + ${sql.lit(leadDays)}
      AND (i.doer = 'newcomer' OR o.manager_id IS NOT NULL)
      AND EXISTS (SELECT FROM accounts p WHERE p.id = o.person_id AND ${isActivePerson})
    ORDER BY i.due_on, i.id LIMIT 1 FOR NO KEY UPDATE OF i SKIP LOCKED`.execute(tx);
  return rows[0];
}

async function make(tx: Database, leader: Colleague, item: Due): Promise<Made> {
  const description = [item.note, `Part of the onboarding path “${item.path_name}”.`].join("\n\n").trim();
  if (item.kind === "task") {
    const assigneeId = item.doer === "manager" ? item.manager_id : item.person_id;
    if (assigneeId === null || !canCreateTasks(leader)) return "nothing";
    const due = { date: item.due_day, clock: null };
    await insertTask(
      tx,
      leader,
      newTaskSchema.parse({ id: item.id, title: item.title, description, due, assigneeId }),
    );
    return { taskId: item.id };
  }
  if (item.is_past || item.at_time === null) return "nothing";
  const start = `${item.due_day}T${item.at_time}`;
  const zones = await zonesOf(tx, [item.person_id, leader.id]);
  const event = newEventSchema.parse({
    id: item.id,
    title: item.title,
    description,
    start,
    end: minutesAfter(start, item.minutes),
    zone: zones.get(item.person_id) ?? zones.get(leader.id) ?? "UTC",
    invite: { personIds: [item.person_id].filter((id) => id !== leader.id) },
  });
  await insertEvent(tx, leader, event);
  return { eventId: item.id };
}

/** Returns a wall time some minutes later. */
export const minutesAfter = (wall: string, minutes: number): string =>
  new Date(Date.parse(`${wall}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);

async function note(db: Database, itemId: string, made: Made): Promise<void> {
  await db
    .updateTable("onboarding_items")
    .set({
      made_at: sql`now()`,
      ...(typeof made === "object" && "taskId" in made ? { task_id: made.taskId } : {}),
      ...(typeof made === "object" && "eventId" in made ? { event_id: made.eventId } : {}),
    })
    .where("id", "=", itemId)
    .execute();
}
