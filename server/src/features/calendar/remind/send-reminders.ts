import {
  defaultAllDayReminders,
  defaultTimedReminders,
  type ReminderMethod,
} from "@atoll/contract/calendar/limits";
import { instantIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createAlarm } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { zonesOf } from "../../identity/public.ts";
import { isLetIn } from "../../people/public.ts";
import { notifyReminder } from "../notifications/notify-people.ts";

/** Sends reminders at their minute, on whichever node is first. */
export function watchReminders(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: () => sendReminders(context.db, new Date()),
    untilNextMs: () => untilNextMs(context.db),
    onFailure: (error) => context.log.warn({ err: error }, "people are reminded later"),
  });
  return { onGap: alarm.now, stop: alarm.stop };
}

/** Sends, once a minute, the reminders that no node sent in time, such as those that were due during a downtime. */
export function remindersJob(context: SliceContext): Job<Tables> {
  return { name: "calendar.remind", cron: "* * * * *", run: () => sendReminders(context.db, new Date()) };
}

/** Covers reminders that were written during the previous run and committed after it. */
const overlapMs = 2 * 60_000;
/** The largest difference between the starts of a day in two time zones. */
const zonesApartMs = 26 * 3600_000;

interface Due {
  event_id: string;
  occurrence: string;
  user_id: string;
  minutes_before: number;
  method: ReminderMethod;
  starts: string;
  ends: string;
  starts_at: Date;
  all_day: boolean;
}

/**
 * Sends the reminders that became due since the last run, except for events that are over. Each is sent once, however
 * many nodes run this, because the record that it was sent commits with the notification.
 */
export async function sendReminders(db: Database, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const state = await tx
      .selectFrom("event_reminders_state")
      .select("sent_until")
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    // Another node is sending them, or has done so.
    if (!state || state.sent_until > now) return;
    const window = { from: new Date(state.sent_until.getTime() - overlapMs), until: now };
    const due = [...(await findTimed(tx, window)), ...(await findAllDay(tx, window))];
    await tellOf(tx, await noteSent(tx, due));
    await tx.updateTable("event_reminders_state").set({ sent_until: now }).execute();
  });
}

interface Window {
  from: Date;
  until: Date;
}

async function findTimed(tx: Database, { from, until }: Window): Promise<Due[]> {
  const { rows } =
    await sql<Due>`${selectDue(from, until)} AND NOT e.all_day AND o.ends_at > ${until}`.execute(tx);
  return rows;
}

/** Returns the due reminders of all-day events, which start at midnight in each person's own time zone. */
async function findAllDay(tx: Database, { from, until }: Window): Promise<Due[]> {
  const wide = {
    from: new Date(from.getTime() - zonesApartMs),
    until: new Date(until.getTime() + zonesApartMs),
  };
  const { rows } = await sql<Due>`${selectDue(wide.from, wide.until)} AND e.all_day`.execute(tx);
  const zones = await zonesOf(tx, [...new Set(rows.map((row) => row.user_id))]);
  return rows.filter((row) => {
    const zone = zones.get(row.user_id) ?? "UTC";
    const at = instantIn(zone, row.starts).getTime() - row.minutes_before * 60_000;
    return at > from.getTime() && at <= until.getTime() && instantIn(zone, row.ends) > until;
  });
}

/**
 * SQL: the occurrences that start after a window by one of the stored reminder times, each with its people and
 * channels.
 */
function selectDue(from: Date, until: Date): RawBuilder<unknown> {
  const [timed, allDay] = [JSON.stringify(defaultTimedReminders), JSON.stringify(defaultAllDayReminders)];
  return sql`SELECT o.event_id, o.occurrence, a.user_id, l.minutes_before, r.method, o.starts, o.ends, o.starts_at, e.all_day
    FROM event_reminder_leads l
    JOIN event_occurrences o ON o.starts_at > ${from}::timestamptz + make_interval(mins => l.minutes_before)
      AND o.starts_at <= ${until}::timestamptz + make_interval(mins => l.minutes_before)
    JOIN events e ON e.id = o.event_id AND e.deleted_at IS NULL
    JOIN event_attendees a ON a.event_id = e.id
    JOIN accounts p ON p.id = a.user_id AND ${isLetIn("p")}
    LEFT JOIN event_answers y ON y.event_id = o.event_id AND y.occurrence = o.occurrence AND y.user_id = a.user_id
    LEFT JOIN calendar_settings s ON s.user_id = a.user_id
    CROSS JOIN LATERAL jsonb_to_recordset(coalesce(a.reminders,
      s.settings -> CASE WHEN e.all_day THEN 'allDayReminders' ELSE 'timedReminders' END,
      CASE WHEN e.all_day THEN ${allDay}::jsonb ELSE ${timed}::jsonb END)) AS r (method text, "minutesBefore" int)
    WHERE r."minutesBefore" = l.minutes_before AND coalesce(y.rsvp, a.rsvp) <> 'declined'`;
}

/** Records reminders as sent, and returns those that were not sent before. */
async function noteSent(tx: Database, due: readonly Due[]): Promise<Due[]> {
  if (due.length === 0) return [];
  const keyOf = (row: Omit<Due, "starts" | "ends" | "starts_at" | "all_day">) =>
    `${row.event_id} ${row.occurrence} ${row.user_id} ${row.minutes_before} ${row.method}`;
  const { rows } = await sql<Due>`
    INSERT INTO event_reminders_sent (event_id, occurrence, user_id, minutes_before, method)
    SELECT * FROM unnest(${due.map((row) => row.event_id)}::uuid[], ${due.map((row) => row.occurrence)}::text[],
      ${due.map((row) => row.user_id)}::uuid[], ${due.map((row) => row.minutes_before)}::int[],
      ${due.map((row) => row.method)}::text[])
    ON CONFLICT DO NOTHING RETURNING event_id, occurrence, user_id, minutes_before, method`.execute(tx);
  const isNew = new Set(rows.map(keyOf));
  return due.filter((row) => isNew.has(keyOf(row)));
}

/** Notifies people of their reminders. A reminder by push is also in the inbox, so a person gets one entry for both. */
async function tellOf(tx: Database, sent: readonly Due[]): Promise<void> {
  for (const [, rows] of Map.groupBy(sent, (row) => `${row.event_id} ${row.occurrence}`)) {
    const [first] = rows;
    if (!first) continue;
    const pushed = new Set(rows.filter(({ method }) => method === "push").map((row) => row.user_id));
    const quiet = new Set(rows.map((row) => row.user_id).filter((id) => !pushed.has(id)));
    const when = {
      occurrence: first.occurrence,
      startsAt: first.starts_at,
      allDay: first.all_day,
      day: first.starts.slice(0, 10),
    };
    await notifyReminder(tx, { kind: "event.alarm", eventId: first.event_id, people: [...pushed], when });
    await notifyReminder(tx, { kind: "event.reminder", eventId: first.event_id, people: [...quiet], when });
  }
}

async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(next.at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM event_reminder_leads l, LATERAL (
      SELECT o.starts_at - make_interval(mins => l.minutes_before) AS at FROM event_occurrences o
      WHERE o.starts_at > now() + make_interval(mins => l.minutes_before) ORDER BY o.starts_at LIMIT 1) next`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}
