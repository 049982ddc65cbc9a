import { randomUUID } from "node:crypto";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { startAtoll } from "../atoll-process.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { fullCalendar, usualCalendar, writeEvents } from "./calendar.ts";

const limitMs = 50;
const freePeople = 50;
const turns = 5;
const dayMs = 24 * 3600_000;

const longAgo = { start: "1900-01-07T10:00", end: "1900-01-07T11:00", zone: "Europe/Berlin" };
const rules = {
  "rare days, until 2999": { ...longAgo, rule: "FREQ=DAILY;BYMONTHDAY=31;BYDAY=SU;UNTIL=29991231" },
  "Sundays of December, until 2999": { ...longAgo, rule: "FREQ=WEEKLY;BYMONTH=12;BYDAY=SU;UNTIL=29991231" },
  "Mondays of January, 5,000 times": { ...longAgo, rule: "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=5000" },
  "rare days, without end": { ...longAgo, rule: "FREQ=DAILY;BYMONTHDAY=31;BYDAY=SU" },
  "5,000 days": {
    start: "2026-01-07T10:00",
    end: "2026-01-07T11:00",
    zone: "Europe/Berlin",
    rule: "FREQ=DAILY;COUNT=5000",
  },
};

interface Call {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * How long one request of the calendar holds the event loop at a stretch, in CPU time of the main thread, and how long a
 * colleague's calendar file waits for another person's hostile ones. There is no floor: an idle loop is held by nothing.
 */
export async function calendarLoop(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/loop-holds.ts" });
  const database = await openDatabase(atoll);
  await database.query("SET statement_timeout = 0");
  const [owner, attacker, colleague] = await addPeople(database, 3);
  const others = await addPeople(database, freePeople);
  if (!owner || !attacker || !colleague) throw new Error("three people were asked for");
  for (const table of ["events", "event_attendees"])
    await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  say("writing calendars");
  await writeEvents(database, owner.id, fullCalendar);
  for (const { id } of others) await writeEvents(database, id, usualCalendar);
  for (const table of ["events", "event_attendees"])
    await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await database.query("VACUUM (ANALYZE) events, event_attendees, event_occurrences");
  await database.end();

  const headersOf = ({ token }: Member) => ({ authorization: `Bearer ${token}` });
  const lines: string[] = [];
  async function call({ method = "GET", path, headers, body }: Call) {
    const began = performance.now();
    const response = await fetch(`${atoll.url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { body: await response.text(), tookMs: performance.now() - began };
  }
  async function measure(
    what: string,
    count: number,
    ask: (turn: number) => Promise<{ tookMs: number; body: string }>,
  ) {
    let [heldMs, tookMs] = [0, 0];
    let body = "";
    for (let turn = 0; turn < count; turn += 1) {
      await atoll.takeMeasured();
      const answer = await ask(turn);
      const { heldMs: held = [] } = await atoll.takeMeasured();
      // The first of several warms the server up.
      if (turn > 0 || count === 1) heldMs = Math.max(heldMs, ...held);
      tookMs = Math.max(tookMs, answer.tookMs);
      body = answer.body;
    }
    const verdict = heldMs <= limitMs ? "held" : "EXCEEDED";
    lines.push(
      `${heldMs.toFixed(0).padStart(6)} ms  ${what}: answered after ${tookMs.toFixed(0)} ms (limit ${limitMs} ms: ${verdict})`,
    );
    return body;
  }

  for (const [what, times] of Object.entries(rules)) {
    const id = randomUUID();
    const body = { id, title: what, ...times };
    const { method, path } = eventRoutes.createEvent;
    const made = JSON.parse(
      await measure(`a new series: ${what}`, 1, () =>
        call({ method, path, headers: headersOf(attacker), body }),
      ),
    );
    if (!made.event) continue;
    const patch = {
      changeId: randomUUID(),
      version: 1,
      set: {
        times: { allDay: false, start: times.start.replace("T10", "T09"), end: times.end, zone: times.zone },
      },
    };
    await measure(`its start changed: ${what}`, 1, () =>
      call({ method: "PATCH", path: `/api/events/${id}`, headers: headersOf(attacker), body: patch }),
    );
  }
  await measure("analytics of a year of a full calendar", turns, () =>
    call({
      path: `${freeRoutes.getCalendarAnalytics.path}?from=2026-01-01&to=2026-12-31&zone=Europe/Lisbon`,
      headers: headersOf(owner),
    }),
  );
  await measure(`free time of ${freePeople} people over six weeks`, turns, () => {
    const from = Date.UTC(2026, 11, 7);
    const body = {
      personIds: others.map(({ id }) => id),
      from: new Date(from).toISOString(),
      until: new Date(from + 42 * dayMs).toISOString(),
      zone: "Europe/Lisbon",
      durationMinutes: 60,
    };
    const { method, path } = freeRoutes.findTime;
    return call({ method, path, headers: headersOf(owner), body });
  });
  await measure("a page of 2,000 times of a full calendar", turns, () =>
    call({
      path: `${eventRoutes.listEvents.path}?from=2026-11-01T00:00:00.000Z&until=2027-10-31T00:00:00.000Z&zone=Europe/Lisbon&limit=2000`,
      headers: headersOf(owner),
    }),
  );

  const { method, path } = icsRoutes.previewImport;
  const preview = (text: string) => ({ file: Buffer.from(text).toString("base64"), zone: "Europe/Berlin" });
  const aborted = Array.from({ length: 5 }, async () => {
    const stopping = new AbortController();
    const sent = fetch(`${atoll.url}${path}`, {
      method,
      headers: { ...headersOf(attacker), "content-type": "application/json" },
      body: JSON.stringify(preview(hostileFile)),
      signal: stopping.signal,
    }).catch(() => undefined);
    setTimeout(() => stopping.abort(), 200);
    return sent;
  });
  await Promise.all(aborted);
  await measure("a colleague's calendar file behind five hostile ones", 1, () =>
    call({ method, path, headers: headersOf(colleague), body: preview(usualFile) }),
  );
  await atoll.stop();
  return lines;
}

const hostileFile = [
  "BEGIN:VCALENDAR",
  "BEGIN:VTIMEZONE",
  "TZID:Nowhere",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=SECONDLY",
  "END:STANDARD",
  "END:VTIMEZONE",
  "BEGIN:VEVENT",
  "UID:one",
  "DTSTART;TZID=Nowhere:20270101T100000",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");
const usualFile =
  "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:two\r\nDTSTART:20270101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR";
