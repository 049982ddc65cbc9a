import { loadavg } from "node:os";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import type pg from "pg";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

/** Somebody with a long past and many series, and somebody with eight or nine times on each working day. */
export const fullCalendar = { events: 5_000, series: 300 };
export const usualCalendar = { events: 600, series: 40 };
const months = 24;
const monthPeople = 4;
const freePeople = 20;
const monthLimitMs = 20;
const freeLimitMs = 50;

/**
 * A month of a person with 5,000 events in four years, of which 300 come again each week: what the screen of a month asks
 * for, as a whole request, one at a time, each of another month. And when 20 people with usual calendars are free over
 * four weeks, with the best times for all of them.
 */
export async function calendar(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  await database.query("SET statement_timeout = 0");
  const people = await addPeople(database, monthPeople);
  const colleagues = await addPeople(database, freePeople);
  say(
    `writing ${fullCalendar.events} events for each of ${monthPeople} people, and ${usualCalendar.events} for ${freePeople}`,
  );
  // Rows that triggers would write are written here, or not needed.
  for (const table of ["events", "event_attendees"])
    await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const { id } of people) await writeEvents(database, id, fullCalendar);
  for (const { id } of colleagues) await writeEvents(database, id, usualCalendar);
  await database.query("VACUUM (ANALYZE) events, event_attendees, event_occurrences");
  await database.end();

  const client = createHttpClient(atoll.url);
  const month = await measure(async (turn) => {
    const at = new Date(Date.UTC(2026, 11 + (turn % 12), 1));
    const until = new Date(Date.UTC(2026, 12 + (turn % 12), 1));
    const path = `${eventRoutes.listEvents.path}?from=${at.toISOString()}&until=${until.toISOString()}&zone=Europe/Lisbon&limit=2000`;
    return client.call({ path, headers: tokenOf(people, turn) });
  });
  const items = month.answers.map((answer) => (JSON.parse(answer) as { items: unknown[] }).items.length);
  const free = await measure(async (turn) => {
    const from = Date.UTC(2026, 11, 7) + (turn % 12) * 7 * dayMs;
    const body = {
      personIds: colleagues.map(({ id }) => id),
      from: new Date(from).toISOString(),
      until: new Date(from + 28 * dayMs).toISOString(),
      zone: "Europe/Lisbon",
      durationMinutes: 60,
    };
    const { method, path } = freeRoutes.findTime;
    return client.call({ method, path, headers: tokenOf(colleagues, turn), body });
  });
  client.close();
  await atoll.stop();
  const size = (answers: readonly string[]) =>
    `${Math.round(mean(answers.map((one) => one.length)) / 1024)} kB`;
  return [
    `${month.took.length} months of people with ${fullCalendar.events} events, ${fullCalendar.series} of them weekly: ${Math.round(mean(items))} times and ${size(month.answers)} each`,
    judged(month.took, monthLimitMs),
    `${free.took.length} times free/busy of ${freePeople} people with ${usualCalendar.events} events, ${usualCalendar.series} of them weekly, over four weeks: ${size(free.answers)} each`,
    judged(free.took, freeLimitMs),
    `the machine's load over the last minute was ${loadavg()[0]?.toFixed(1)}`,
  ];
}

const dayMs = 24 * 3600_000;
const warmUp = 10;
const turns = 100;

async function measure(ask: (turn: number) => Promise<{ tookMs: number; body: string }>) {
  const [took, answers]: [number[], string[]] = [[], []];
  for (let turn = 0; turn < warmUp + turns; turn += 1) {
    const { tookMs, body } = await ask(turn);
    if (turn < warmUp) continue;
    took.push(tookMs);
    answers.push(body);
  }
  return { took, answers };
}

function judged(took: readonly number[], limitMs: number): string {
  const p50 = quantile(took, 0.5);
  return `p50 ${ms(p50)}, p95 ${ms(quantile(took, 0.95))}; limit ${ms(limitMs)} for p50: ${p50 <= limitMs ? "met" : "MISSED"}`;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}

function tokenOf(people: readonly Member[], turn: number) {
  return { authorization: `Bearer ${people[turn % people.length]?.token}` };
}

/** Single events are spread over four years, recurring ones over two. */
export async function writeEvents(
  database: pg.Client,
  personId: string,
  { events, series }: typeof fullCalendar,
): Promise<void> {
  await database.query(
    `WITH made AS (
      INSERT INTO events (id, organiser_id, title, all_day, starts, ends, zone, rule, sent_hash, zones_version)
      SELECT gen_random_uuid(), $1, 'Event ' || n, false,
        to_char(at, 'YYYY-MM-DD"T"HH24:MI'), to_char(at + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'), 'UTC',
        CASE WHEN n <= $3 THEN 'FREQ=WEEKLY' END, '', 'bench'
      FROM generate_series(1, $2) n, LATERAL (SELECT CASE WHEN n <= $3 THEN timestamp '2026-11-02 08:00' ELSE timestamp '2025-01-01 08:00' END
        + make_interval(days => n * 17 % CASE WHEN n <= $3 THEN 7 ELSE 1460 END, mins => n * 7 % 600) AS at) t
      RETURNING *)
    INSERT INTO event_attendees (event_id, user_id, rsvp) SELECT id, organiser_id, 'accepted' FROM made`,
    [personId, events, series],
  );
  await database.query(
    `INSERT INTO event_occurrences (event_id, occurrence, starts, ends, starts_at, ends_at)
    SELECT e.id, to_char(o.at, 'YYYY-MM-DD"T"HH24:MI'), to_char(o.at, 'YYYY-MM-DD"T"HH24:MI'),
      to_char(o.at + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'), o.at AT TIME ZONE 'UTC', (o.at + interval '1 hour') AT TIME ZONE 'UTC'
    FROM events e, LATERAL generate_series(e.starts::timestamp,
      CASE WHEN e.rule IS NULL THEN e.starts::timestamp ELSE e.starts::timestamp + make_interval(months => $2) END,
      interval '7 days') AS o (at)
    WHERE e.organiser_id = $1`,
    [personId, months],
  );
  await database.query(
    `UPDATE events e SET longest = interval '1 hour', start_at = o.first, end_at = CASE WHEN e.rule IS NULL THEN o.last ELSE 'infinity' END,
      known_until = CASE WHEN e.rule IS NULL THEN NULL ELSE o.last END
    FROM (SELECT event_id, min(starts_at) AS first, max(ends_at) AS last FROM event_occurrences GROUP BY event_id) o
    WHERE o.event_id = e.id AND e.organiser_id = $1`,
    [personId],
  );
  await database.query(
    `UPDATE event_attendees a SET start_at = e.start_at, end_at = e.end_at FROM events e
    WHERE e.id = a.event_id AND a.user_id = $1`,
    [personId],
  );
}
