import { eventRoutes } from "@atoll/contract/calendar/routes";
import type pg from "pg";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const eventCount = 5_000;
const seriesCount = 300;
const months = 24;
const limitMs = 20;

/**
 * A month of a person with 5,000 events in four years, of which 300 come again each week: what the screen of a month asks
 * for, as a whole request, one at a time, each of another month. Everybody else of the company has as many.
 */
export async function calendar(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  await database.query("SET statement_timeout = 0");
  const people = await addPeople(database, 4);
  say(`writing ${eventCount} events for each of ${people.length} people`);
  for (const { id } of people) await writeEvents(database, id);
  await database.query("VACUUM (ANALYZE)");
  await database.end();

  const client = createHttpClient(atoll.url);
  const took: number[] = [];
  let items = 0;
  let bytes = 0;
  for (let turn = -10; turn < 100; turn += 1) {
    const at = new Date(Date.UTC(2026, 11 + (Math.abs(turn) % 12), 1));
    const until = new Date(Date.UTC(2026, 12 + (Math.abs(turn) % 12), 1));
    const path = `${eventRoutes.listEvents.path}?from=${at.toISOString()}&until=${until.toISOString()}&zone=Europe/Lisbon&limit=2000`;
    const { tookMs, body } = await client.call({
      path,
      headers: { authorization: `Bearer ${people[Math.abs(turn) % people.length]?.token}` },
    });
    if (turn < 0) continue;
    took.push(tookMs);
    const answer: { items: unknown[] } = JSON.parse(body);
    items += answer.items.length;
    bytes += body.length;
  }
  client.close();
  await atoll.stop();
  const p50 = quantile(took, 0.5);
  return [
    `${took.length} months of people with ${eventCount} events, ${seriesCount} of them weekly: ${Math.round(items / took.length)} times and ${Math.round(bytes / took.length / 1024)} kB each`,
    `p50 ${ms(p50)}, p95 ${ms(quantile(took, 0.95))}; limit ${ms(limitMs)} for p50: ${p50 <= limitMs ? "met" : "MISSED"}`,
  ];
}

/** What comes once lies over four years; what comes again, over two. */
async function writeEvents(database: pg.Client, personId: string): Promise<void> {
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
    [personId, eventCount, seriesCount],
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
    `UPDATE events e SET start_at = o.first, end_at = CASE WHEN e.rule IS NULL THEN o.last ELSE 'infinity' END,
      known_until = CASE WHEN e.rule IS NULL THEN NULL ELSE o.last END
    FROM (SELECT event_id, min(starts_at) AS first, max(ends_at) AS last FROM event_occurrences GROUP BY event_id) o
    WHERE o.event_id = e.id AND e.organiser_id = $1`,
    [personId],
  );
}
