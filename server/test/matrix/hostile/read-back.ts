import { sql } from "kysely";
import { type Answer, createClient } from "../../client.ts";
import type { AnySlice } from "../slice.ts";
import type { World } from "../world.ts";
import { type Arena, attackers, callsOf, caseFor, send } from "./attack-route.ts";

/** The log line of a list that left out an invalid item, which means that a check at the boundary is missing. */
const leftOut = /an entry of a list could not be sent/;
/** Maximum stored times that are read at each end. */
const most = 40;

/** Asks each list of a slice again as each attacker, and returns what failed or was left out. */
export async function readListsBack(arena: Arena, slice: AnySlice, things: unknown): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, row] of Object.entries(slice.rows)) {
    const route = slice.routes[name];
    if (route?.method !== "GET") continue;
    for (const attacker of attackers) {
      const actor = arena.world.actors[attacker];
      const testCase = caseFor(row, attacker);
      if (testCase.spendsActor) continue;
      const call = await callsOf(arena, things, testCase)(actor);
      problems.push(
        ...(await problemsOf(arena.world, () => send(arena, actor, route, call), name, attacker)),
      );
    }
  }
  return problems;
}

/** Invites a colleague to every event that attackers stored, and reads each as the colleague, in every list around it. */
export async function readEventsBack(world: World): Promise<string[]> {
  const colleague = await world.newPerson();
  const { token } = await world.newSession(colleague);
  const organisers = attackers.map((name) => world.actors[name].id);
  await sql`INSERT INTO event_attendees (event_id, user_id, added_by)
    SELECT id, ${colleague.id}, organiser_id FROM events
    WHERE organiser_id = ANY (${organisers}::uuid[]) ON CONFLICT DO NOTHING`.execute(world.db);
  const { rows } = await sql<{ id: string; zone: string; hour: string; occurrence: string }>`
    WITH stored AS (
      SELECT DISTINCT ON (e.zone, o.starts_at) e.id, e.zone, o.occurrence, o.starts_at
      FROM events e JOIN event_occurrences o ON o.event_id = e.id
      WHERE e.organiser_id = ANY (${organisers}::uuid[]) AND e.deleted_at IS NULL),
    ends AS ((SELECT * FROM stored ORDER BY starts_at LIMIT ${sql.lit(most)})
      UNION (SELECT * FROM stored ORDER BY starts_at DESC LIMIT ${sql.lit(most)}))
    SELECT id, zone, occurrence, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:00:00.000Z"') AS hour FROM ends`.execute(
    world.db,
  );
  const problems: string[] = [];
  const client = createClient(world.server.url, token);
  const headers = { "x-forwarded-for": "10.9.9.8", "user-agent": "matrix" };
  for (const { id, zone, hour, occurrence } of rows) {
    const until = new Date(Date.parse(hour) + 3600_000 - 1).toISOString();
    const paths = [
      `/api/events?${new URLSearchParams({ from: hour, until, zone })}`,
      `/api/events/${id}?${new URLSearchParams({ occurrence })}`,
      `/api/events/${id}/ics`,
    ];
    for (const path of paths) {
      const read = () => client.send("GET", path, { headers });
      problems.push(...(await problemsOf(world, read, path, "a colleague", [200])));
    }
  }
  for (const path of [
    "/api/events/search?query=words&limit=50",
    "/api/search?query=words",
    "/api/search/suggestions?query=words",
  ]) {
    const read = () => client.send("GET", path, { headers });
    problems.push(...(await problemsOf(world, read, path, "a colleague", [200])));
  }
  if (rows.length === 0) problems.push("no event was stored");
  return problems;
}

async function problemsOf(
  { logLines }: World,
  read: () => Promise<Answer<unknown>>,
  what: string,
  who: string,
  wanted?: readonly number[],
): Promise<string[]> {
  const before = logLines.length;
  const { status } = await read();
  const lines = logLines.slice(before).filter((line) => leftOut.test(line));
  const isWrong = wanted ? !wanted.includes(status) : status >= 500;
  return [...(isWrong ? [`${who}, ${what}: answered ${status}`] : []), ...lines];
}
