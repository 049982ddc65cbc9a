import type { Action, Trial, Trigger } from "@atoll/contract/automations/schemas";
import { taskStatusNames } from "@atoll/contract/tasks/limits";
import { addDays, dayIn, instantIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import { accessAutomation, accessPlace, assertManages } from "./access.ts";
import { fillLine } from "./fill-text.ts";
import { timesOf } from "./next-time.ts";
import { isMatching, isUnanswered, readSubject } from "./subjects.ts";

/** The events that a trial shows. */
const maxShown = 25;
const weekMs = 7 * 24 * 3600_000;

interface Event {
  at: Date;
  id: string | null;
}

/**
 * Returns what an automation of the viewer would have done in the last week, with what its events are about as it is now.
 * Writes nothing.
 * @throws {AppError} as `accessAutomation`; `automation_of_other`, because it would read with the rights of its owner.
 */
export async function tryAutomation(
  context: SliceContext,
  viewer: RequestViewer,
  automationId: string,
): Promise<Trial> {
  assertManages(viewer);
  const row = await accessAutomation(context.db, viewer, automationId);
  if (row.owner_id !== viewer.id) throw new AppError("automation_of_other");
  const place = { kind: row.place_kind, id: row.place_id };
  await accessPlace(context.db, viewer, place);
  const events = await eventsOf(context, row.trigger, place.id);
  const runs: Trial["runs"] = [];
  for (const { at, id } of events.slice(0, maxShown)) {
    const event = { trigger: row.trigger, subjectId: id };
    const subject = await readSubject(context, viewer, place, event);
    if (!subject) continue;
    const isMatch = await isMatching(context, viewer, place, event, row.conditions);
    const describe = (action: Action) => inWords(action, (text) => fillLine(text, subject.values, 200));
    const actions = isMatch ? row.actions.map(describe) : [];
    runs.push({ at: at.toISOString(), title: subject.title, link: subject.link, isMatch, actions });
  }
  return { runs, hasMore: events.length > maxShown };
}

function inWords(action: Action, fill: (text: string) => string): string {
  switch (action.do) {
    case "task.create":
      return `Create the task “${fill(action.title)}”`;
    case "card.create":
      return `Create the card “${fill(action.title)}”`;
    case "message.post":
      return `Post “${fill(action.text)}”`;
    case "people.notify":
      return `Notify: “${fill(action.text)}”`;
    case "idea.create":
      return `Post the idea “${fill(action.title)}”`;
    case "approval.ask":
      return `Ask for approval: “${fill(action.text)}”`;
    case "webhook.call":
      return "Send it to a webhook";
    case "task.set":
      return action.status === null
        ? "Change the task"
        : `Set its status to ${taskStatusNames[action.status]}`;
  }
}

/** Returns what would have started a trigger in the last week, the newest first, with one more than is shown. */
async function eventsOf({ db }: SliceContext, trigger: Trigger, placeId: string): Promise<Event[]> {
  if (trigger.kind === "schedule" || trigger.kind === "cron")
    return lastTimes(trigger).map((at) => ({ at, id: null }));
  const { rows } =
    await sql<Event>`${selectEvents(trigger, placeId)} ORDER BY at DESC LIMIT ${sql.lit(maxShown + 1)}`.execute(
      db,
    );
  return rows;
}

type Scheduled = Extract<Trigger, { kind: "schedule" | "cron" }>;

/** Returns times of the last week, the newest first. The last hours are enough for a pattern that has many. */
function lastTimes(trigger: Scheduled): Date[] {
  let times: Date[] = [];
  for (const sinceMs of [3 * 3600_000, weekMs / 7, weekMs]) {
    times = timesSince(trigger, new Date(Date.now() - sinceMs));
    if (times.length > maxShown) break;
  }
  return times;
}

function timesSince(trigger: Scheduled, start: Date): Date[] {
  const times: Date[] = [];
  const next = timesOf(trigger);
  for (let at = next(start); at && at <= new Date(); at = next(at)) times.push(at);
  return times.reverse();
}

const week = sql`now() - interval '7 days'`;

function selectEvents(trigger: Exclude<Trigger, Scheduled>, placeId: string): RawBuilder<unknown> {
  switch (trigger.kind) {
    case "message.posted":
      return sql`SELECT id, created_at AS at FROM messages WHERE channel_id = ${placeId} AND created_at > ${week}
        AND deleted_at IS NULL AND strpos(lower(content), lower(${trigger.text})) > 0`;
    case "task.created":
      return sql`SELECT id, created_at AS at FROM tasks WHERE department_id = ${placeId} AND created_at > ${week}
        AND deleted_at IS NULL`;
    case "task.status":
      return sql`SELECT t.id, s.entered_at AS at FROM tasks t JOIN task_status_spans s ON s.task_id = t.id
        WHERE t.department_id = ${placeId} AND t.deleted_at IS NULL AND s.entered_at > ${week}
          AND s.entered_at > t.created_at + interval '1 second' AND s.status = coalesce(${trigger.to}, s.status)`;
    case "task.due": {
      const today = dayIn(trigger.zone, new Date());
      return sql`SELECT id, (due_date - ${trigger.days}::int)::timestamptz AS at FROM tasks
        WHERE department_id = ${placeId} AND deleted_at IS NULL AND status IN ('todo', 'in_progress', 'in_review')
          AND due_date > ${addDays(today, trigger.days - 7)}::date AND due_date <= ${addDays(today, trigger.days)}::date`;
    }
    case "question.asked":
      return sql`SELECT id, created_at AS at FROM questions WHERE department_id = ${placeId} AND created_at > ${week}`;
    case "question.unanswered": {
      const today = dayIn(trigger.zone, new Date());
      return sql`SELECT q.id, q.created_at + make_interval(days => ${trigger.days}) AS at FROM questions q
        WHERE q.department_id = ${placeId} AND ${isUnanswered}
          AND q.created_at >= ${instantIn(trigger.zone, addDays(today, -trigger.days - 6))}
          AND q.created_at < ${instantIn(trigger.zone, addDays(today, 1 - trigger.days))}`;
    }
    case "idea.created":
      return sql`SELECT id, created_at AS at FROM ideas WHERE department_id = ${placeId} AND created_at > ${week}`;
    case "idea.status":
      return sql`SELECT id, status_at AS at FROM ideas WHERE department_id = ${placeId} AND status_at > ${week}
        AND status_at > created_at AND status = coalesce(${trigger.to}, status)`;
    case "card.created":
      return sql`SELECT id, created_at AS at FROM cards WHERE type_id = ${placeId} AND created_at > ${week}
        AND deleted_at IS NULL`;
    case "card.stage":
      return sql`SELECT c.id, o.at FROM cards c JOIN object_changes o ON o.subject_id = c.id
        AND o.subject_kind = 'card' AND o.field = 'stage' AND o.undone_at IS NULL
        WHERE c.type_id = ${placeId} AND c.deleted_at IS NULL AND c.updated_at > ${week} AND o.at > ${week}
          AND o.after #>> '{}' = coalesce(${trigger.to}, o.after #>> '{}')`;
  }
}
