import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { maxIcsBytes } from "@atoll/contract/calendar/ics-limits";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";

const server = sharedServer();
let [mari, kofi, ines]: Planner[] = [];

beforeAll(async () => {
  [mari, kofi, ines] = await createPlanners(server, {
    Mari: { roles: ["user"], departments: ["Marketing"] },
    Kofi: { roles: ["user"], departments: ["Backend"] },
    Ines: { roles: ["user"], departments: ["Marketing"] },
  });
});

/** Imports a file, as a new change by default. */
async function bring(
  who: Planner,
  body: { file: string; zone: string; asHolidays?: boolean },
  changeId = uuidv7(),
) {
  return (await who.client.call(icsRoutes.importCalendar, { body: { changeId, ...body } })).import;
}

const fileOf = (...events: string[][]) =>
  Buffer.from(
    [
      "BEGIN:VCALENDAR",
      "X-WR-CALNAME:Away",
      ...events.flatMap((one) => ["BEGIN:VEVENT", ...one, "END:VEVENT"]),
    ]
      .concat("END:VCALENDAR")
      .join("\r\n"),
  ).toString("base64");
const zone = "Europe/Berlin";
const yoga = ["UID:yoga", "SUMMARY:Yoga", "DTSTART:20270301T170000Z", "DTEND:20270301T180000Z"];
const weekly = [...yoga, "RRULE:FREQ=WEEKLY;COUNT=3"];
const moved = [
  "UID:yoga",
  "SUMMARY:Yoga outside",
  "RECURRENCE-ID:20270308T170000Z",
  "DTSTART:20270309T170000Z",
];

test("a file is previewed, imported once, and imported again only where it has changed", async () => {
  const body = { file: fileOf(weekly, moved, ["UID:x", "SUMMARY:No time"]), zone };
  const { import: preview } = await kofi!.client.call(icsRoutes.previewImport, { body });
  expect(preview).toMatchObject({ name: "Away", created: 1, changed: 0, unchanged: 0, skipped: 1 });
  expect(preview.skips).toEqual([{ title: "No time", line: 16, reason: "no_times" }]);
  expect(preview.losses).toEqual([]);
  expect(await kofi!.list("2027-03-01", "2027-03-31")).toEqual([]);
  const done = await bring(kofi!, body);
  expect(done).toEqual(preview);
  expect(await kofi!.list("2027-03-01", "2027-03-31")).toEqual([
    "Yoga 2027-03-01T17:00",
    "Yoga outside 2027-03-09T17:00",
    "Yoga 2027-03-15T17:00",
  ]);
  expect(await mari!.list("2027-03-01", "2027-03-31")).toEqual([]);
  const again = await bring(kofi!, body);
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  const later = { ...body, file: fileOf(["UID:yoga", "SUMMARY:Yoga", "DTSTART:20270302T170000Z"]) };
  expect((await bring(kofi!, later)).changed).toBe(1);
  expect(await kofi!.list("2027-03-01", "2027-03-31")).toEqual(["Yoga 2027-03-02T17:00"]);
});

fullTest(
  "an import is one change: a repeated request imports nothing, and undo removes exactly what it added",
  async () => {
    const [dev, lea] = await createPlanners(server, { Dev: { roles: ["user"] }, Lea: { roles: ["user"] } });
    const all = () => dev!.list("2027-03-01", "2028-03-01");
    await dev!.create({ title: "Own", start: "2027-03-02T10:00", end: "2027-03-02T11:00", zone: "UTC" });
    const first = uuidv7();
    const body = { file: fileOf(weekly, moved), zone };
    const done = await bring(dev!, body, first);
    expect(await bring(dev!, body, first)).toEqual(done);
    const before = await all();
    expect(before).toHaveLength(4);
    // Other content under this ID is refused, also where it would change nothing.
    for (const other of [
      { file: fileOf([...yoga, "LOCATION:Attic"]), zone },
      { file: fileOf(moved, weekly), zone },
      { ...body, zone: "Europe/Paris" },
      { ...body, asHolidays: true },
    ])
      expect(await dev!.refused(icsRoutes.importCalendar, { body: { changeId: first, ...other } })).toBe(
        "change_id_taken",
      );

    // More events than one statement holds. The series ends, and its moved occurrence with it.
    const swims = Array.from({ length: 300 }, (_, day) => [
      `UID:swim-${day}`,
      `SUMMARY:Swim ${day}`,
      `DTSTART:${new Date(Date.UTC(2027, 2, 10 + day)).toISOString().slice(0, 10).replaceAll("-", "")}T060000Z`,
    ]);
    const second = uuidv7();
    const more = { file: fileOf([...yoga, "LOCATION:Pier"], ...swims), zone };
    expect(await bring(dev!, more, second)).toMatchObject({ created: 300, changed: 1 });
    expect(await all()).toHaveLength(302);
    const undo = { params: { changeId: second } };
    expect(await lea!.refused(eventRoutes.undoEventChange, undo)).toBe("event_change_not_found");
    await dev!.undo(second);
    expect(await all()).toEqual(before);
    expect(await dev!.refused(eventRoutes.undoEventChange, undo)).toBe("event_change_not_found");
    const afterUndo = { changeId: second, ...body };
    expect(await dev!.refused(icsRoutes.importCalendar, { body: afterUndo })).toBe("change_id_taken");
    expect(await bring(dev!, body)).toMatchObject({ unchanged: 1 });

    // An event was changed here since the import, so the undo is refused and all events stay.
    const third = uuidv7();
    expect(await bring(dev!, more, third)).toMatchObject({ created: 300, changed: 1 });
    const query = { query: "Swim 7" };
    const found = (await dev!.client.call(eventRoutes.searchEvents, { query })).items.map(
      ({ event }) => event,
    );
    await dev!.change(found.find(({ title }) => title === "Swim 7")!, { set: { title: "Rowing" } });
    expect(await dev!.refused(eventRoutes.undoEventChange, { params: { changeId: third } })).toBe(
      "changed_meanwhile",
    );
    expect(await all()).toHaveLength(302);
  },
);

/** Files as three programs write them, each with its own zone names, ends of rules, moved occurrences and alarms. */
const asWritten = {
  Outlook: `BEGIN:VCALENDAR
METHOD:PUBLISH
PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
VERSION:2.0
X-WR-RELCALID:{0000002E-1B2A-4B6B-9E1B-2B6F5E5C0000}
BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:040000008200E00074C5B7101A82E00800000000
SUMMARY;LANGUAGE=de:Berth plan\\, weekly
DTSTART;TZID="W. Europe Standard Time":20320322T090000
DTEND;TZID="W. Europe Standard Time":20320322T093000
RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO;WKST=SU
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
BEGIN:VALARM
TRIGGER:-PT15M
ACTION:DISPLAY
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:040000008200E00074C5B7101A82E00800000001
SUMMARY:Dock closed
DTSTART;VALUE=DATE:20320324
DTEND;VALUE=DATE:20320325
RRULE:FREQ=DAILY;COUNT=3
X-MICROSOFT-CDO-ALLDAYEVENT:TRUE
END:VEVENT
BEGIN:VEVENT
UID:040000008200E00074C5B7101A82E00800000001
SUMMARY:Dock closed
RECURRENCE-ID;TZID="W. Europe Standard Time":20320325T000000
DTSTART;VALUE=DATE:20320330
DTEND;VALUE=DATE:20320331
END:VEVENT
END:VCALENDAR`,
  Apple: `BEGIN:VCALENDAR
CALSCALE:GREGORIAN
PRODID:-//Apple Inc.//iPhone OS 18.1//EN
VERSION:2.0
X-APPLE-CALENDAR-COLOR:#34AADC
BEGIN:VEVENT
UID:9A3C1F0E-6C1B-4E0F-8C55-0A4F2C1D7E11
SUMMARY:Swim at the pier 
 before work
DTSTART;TZID=Europe/Lisbon:20320406T070000
DTEND;TZID=Europe/Lisbon:20320406T074500
RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20320412T070000
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
BEGIN:VALARM
UID:5B0E
ACTION:NONE
TRIGGER;VALUE=DATE-TIME:19760401T005545Z
END:VALARM
END:VEVENT
END:VCALENDAR`,
  Google: `BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
X-WR-TIMEZONE:America/New_York
BEGIN:VEVENT
DTSTART;TZID=America/New_York:20320412T100000
DTEND;TZID=America/New_York:20320412T110000
RRULE:FREQ=DAILY;COUNT=4
EXDATE;TZID=America/New_York:20320415T100000
UID:7kukuqrfedlm2f9t@google.com
SUMMARY:Partner week
STATUS:CONFIRMED
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART:20320413T160000Z
DTEND:20320413T170000Z
UID:7kukuqrfedlm2f9t@google.com
RECURRENCE-ID:20320413T140000Z
SUMMARY:Partner week, late
STATUS:CONFIRMED
END:VEVENT
BEGIN:VEVENT
DTSTART:20320414T140000Z
DTEND:20320414T150000Z
UID:7kukuqrfedlm2f9t@google.com
RECURRENCE-ID:20320414T140000Z
SUMMARY:Partner week
STATUS:CANCELLED
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20320420
DTEND;VALUE=DATE:20320421
RRULE:FREQ=DAILY;UNTIL=20320422T035959Z
UID:5t3e@google.com
SUMMARY:Offsite
TRANSP:TRANSPARENT
END:VEVENT
END:VCALENDAR`,
};

fullTest("an exported file of other programs' events is the same after importing it", async () => {
  const range = ["2032-03-20", "2032-05-01"] as const;
  const [first, second] = await createPlanners(server, {
    Una: { roles: ["user"] },
    Vito: { roles: ["user"] },
  });
  for (const [program, text] of Object.entries(asWritten)) {
    const file = Buffer.from(text.replaceAll("\n", "\r\n")).toString("base64");
    expect(await bring(first!, { file, zone }), program).toMatchObject({ skipped: 0, skips: [] });
  }
  const written = await first!.list(...range);
  expect(written).toEqual([
    "Berth plan, weekly 2032-03-22T08:00",
    "Dock closed 2032-03-23T23:00",
    "Dock closed 2032-03-25T23:00",
    "Berth plan, weekly 2032-03-29T07:00",
    "Dock closed 2032-03-29T22:00",
    "Berth plan, weekly 2032-04-05T07:00",
    "Swim at the pier before work 2032-04-06T06:00",
    "Swim at the pier before work 2032-04-08T06:00",
    "Swim at the pier before work 2032-04-10T06:00",
    "Swim at the pier before work 2032-04-12T06:00",
    "Partner week 2032-04-12T14:00",
    "Partner week, late 2032-04-13T16:00",
    // All-day events of a file start at midnight in the zone of its calendar.
    "Offsite 2032-04-20T04:00",
    "Offsite 2032-04-21T04:00",
  ]);
  const query = { from: `${range[0]}T00:00:00Z`, until: `${range[1]}T00:00:00Z` };
  const { events } = await first!.client.call(eventRoutes.listEvents, { query });
  expect(events).toHaveLength(5);
  for (const { id } of events) {
    const { ics } = await first!.client.call(icsRoutes.exportEvent, { params: { eventId: id } });
    const body = { file: Buffer.from(ics).toString("base64"), zone };
    await bring(second!, body);
    // The person who exported it has it already.
    expect(await bring(first!, body)).toMatchObject({ created: 0, changed: 0, unchanged: 1, losses: [] });
  }
  expect(await first!.list(...range)).toEqual(written);
  const days = (list: string[]) =>
    list.map((one) => one.replace("20T04:00", "19T22:00").replace("21T04:00", "20T22:00"));
  expect(await second!.list(...range)).toEqual(days(written));
});

test("an exported event stays as it is here for its people, and is a new event for everybody else", async () => {
  const event = await mari!.create({
    title: "Crew change",
    invite: { personIds: [ines!.id] },
    start: "2033-03-10T09:00",
    end: "2033-03-10T10:00",
  });
  const { ics } = await mari!.client.call(icsRoutes.exportEvent, { params: { eventId: event.id } });
  const edited = ics.replace("Crew change", "Crew change, moved");
  const body = { file: Buffer.from(edited).toString("base64"), zone };
  const kept = { created: 0, changed: 0, unchanged: 1 };
  for (const who of [mari!, ines!]) {
    const done = await bring(who, body);
    expect(done).toMatchObject(kept);
    expect(done.losses).toMatchObject([{ reason: "kept_as_here", count: 1 }]);
    expect(await who.list("2033-03-10", "2033-03-11")).toEqual(["Crew change 2033-03-10T09:00"]);
  }
  // Whether the ID is known here shows only to people who have the event.
  expect(await bring(kofi!, body)).toMatchObject({ created: 1, unchanged: 0, losses: [] });
  expect(await bring(kofi!, body)).toMatchObject({ created: 0, unchanged: 1, losses: [] });
  const { url } = await mari!.client.call(icsRoutes.makeFeed, {});
  const feed = Buffer.from(await (await fetch(`${server.url}${url}`)).arrayBuffer());
  await mari!.client.call(icsRoutes.endFeed, {});
  const came = await bring(mari!, { file: feed.toString("base64"), zone });
  expect(came).toMatchObject({ created: 0, changed: 0, losses: [] });
});

test("imports five alarms as five reminders, the nearest two also as push", async () => {
  const alarms = (...minutes: number[]) =>
    minutes.flatMap((before) => ["BEGIN:VALARM", "ACTION:DISPLAY", `TRIGGER:-PT${before}M`, "END:VALARM"]);
  const file = fileOf(
    ["UID:five", "SUMMARY:Five", "DTSTART:20330401T100000Z", ...alarms(60, 50, 40, 30, 20, 10)],
    ["UID:three", "SUMMARY:Three", "DTSTART:20330402T100000Z", ...alarms(30, 20, 10)],
  );
  const done = await bring(ines!, { file, zone });
  expect(done.losses).toMatchObject([{ reason: "alarms_many", places: [{ title: "Five", line: 7 }] }]);
  const query = { from: "2033-04-01T00:00:00Z", until: "2033-04-03T00:00:00Z" };
  const { events } = await ines!.client.call(eventRoutes.listEvents, { query });
  const remindersOf = async (title: string) => {
    const eventId = events.find((one) => one.title === title)?.id ?? "";
    const event = await ines!.open(eventId);
    return event.reminders.map(({ method, minutesBefore }) => `${method} ${minutesBefore}`);
  };
  expect(await remindersOf("Five")).toEqual(["inbox 10", "inbox 20", "inbox 30", "inbox 40", "inbox 50"]);
  expect(await remindersOf("Three")).toEqual(["inbox 10", "inbox 20", "inbox 30", "push 10", "push 20"]);
});

test("holidays do not make people busy, and malicious files are refused as a whole", async () => {
  const day = ["UID:may", "SUMMARY:May Day", "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270502"];
  const body = { file: fileOf(day), zone, asHolidays: true };
  await bring(ines!, body);
  expect(await ines!.list("2027-04-30", "2027-05-03")).toEqual(["May Day 2027-04-30T22:00"]);
  for (const file of ["bm8gY2FsZW5kYXI=", Buffer.from("\0\0\0").toString("base64")])
    expect(await ines!.refused(icsRoutes.importCalendar, { body: { changeId: uuidv7(), file, zone } })).toBe(
      "ics_unreadable",
    );
  const large = Buffer.alloc(maxIcsBytes + 3, "a").toString("base64");
  expect(await ines!.refused(icsRoutes.previewImport, { body: { file: large, zone } })).toBe(
    "invalid_request: file",
  );
  const other = "0199f3a0-0000-7000-8000-000000000000";
  const elsewhere = { ...body, changeId: uuidv7(), calendarId: other };
  expect(await ines!.refused(icsRoutes.importCalendar, { body: elsewhere })).toBe("calendar_not_found");
});

test("every reader of an event can export it as a file", async () => {
  const event = await mari!.create({ title: "Harbour walk", rule: "FREQ=DAILY;COUNT=3" });
  const params = { eventId: event.id };
  const { ics, fileName } = await mari!.client.call(icsRoutes.exportEvent, { params });
  expect(fileName).toBe("Harbour walk.ics");
  const hindi = await mari!.create({ title: "मीटिंग की योजना" });
  const named = await mari!.client.call(icsRoutes.exportEvent, { params: { eventId: hindi.id } });
  expect(named.fileName).toBe("मीटिंग की योजना.ics");
  expect(ics).toContain("RRULE:FREQ=DAILY;COUNT=3");
  expect(ics).toContain("BEGIN:VTIMEZONE");
  expect(triggersOf(ics)).toEqual(["-PT10M"]);
  const reminders = [2 * 60, 24 * 60].flatMap((minutesBefore) => [
    { method: "inbox" as const, minutesBefore },
    { method: "push" as const, minutesBefore },
  ]);
  await mari!.client.call(eventRoutes.remindOfEvent, { params, body: { reminders } });
  const again = (await mari!.client.call(icsRoutes.exportEvent, { params })).ics;
  expect(triggersOf(again)).toEqual(["-PT2H", "-P1D"]);
  expect(await kofi!.refused(icsRoutes.exportEvent, { params })).toBe("event_not_found");
});

const triggersOf = (ics: string) => [...ics.matchAll(/^TRIGGER:(.*)\r$/gm)].map(([, trigger]) => trigger);

test("a feed shows its person's calendar until it is revoked, raises sequence numbers, and answers 304 when unchanged", async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const event = await mari!.create({
    title: "Review",
    start: `${soon}T10:00`,
    end: `${soon}T11:00`,
    zone: "UTC",
  });
  const { url } = await mari!.client.call(icsRoutes.makeFeed, {});
  const read = (headers: Record<string, string> = {}, at = url) => fetch(`${server.url}${at}`, { headers });
  const first = await read();
  const text = await first.text();
  expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(text).toContain(`DTSTART:${soon.replaceAll("-", "")}T100000Z`);
  expect(text).toContain(`UID:${event.id}-${soon}T10:00@atoll`.slice(0, 60));
  expect(text).toMatch(/SEQUENCE:1\r/);
  expect(text).toContain("TRIGGER:-PT10M");
  expect((await read({ "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
  await mari!.change(event, { set: { title: "Big review" } });
  const changed = await (await read({ "if-none-match": first.headers.get("etag") ?? "" })).text();
  expect(changed).toMatch(/SEQUENCE:2\r/);
  expect((await mari!.client.call(icsRoutes.getFeed, {})).feed?.readAt).not.toBeNull();
  const second = (await mari!.client.call(icsRoutes.makeFeed, {})).url;
  expect((await read()).status).toBe(404);
  expect((await read({}, second)).status).toBe(200);
  await mari!.client.call(icsRoutes.endFeed, {});
  expect((await read({}, second)).status).toBe(404);
});

test("free times show when colleagues are busy but not why, and suggest the best times for everybody", async () => {
  const range = { from: "2027-03-10T00:00:00.000Z", until: "2027-03-11T00:00:00.000Z" };
  await mari!.create({
    title: "Secret",
    visibility: "private",
    start: "2027-03-10T09:00",
    end: "2027-03-10T10:00",
  });
  await kofi!.create({ start: "2027-03-10T09:30", end: "2027-03-10T12:00" });
  await kofi!.create({ start: "2027-03-10T13:00", end: "2027-03-10T14:00", showsAs: "free" });
  const ids = [mari!.id, kofi!.id];
  const body = { personIds: ids, ...range, zone: "UTC", durationMinutes: 60 };
  const found = await ines!.client.call(freeRoutes.findTime, { body });
  expect(
    found.people.map(({ person, busy }) => [person.name, busy.map((one) => one.startsAt.slice(11, 16))]),
  ).toEqual([
    ["Mari", ["09:00"]],
    ["Kofi", ["09:30"]],
  ]);
  expect(JSON.stringify(found)).not.toContain("Secret");
  expect(found.suggestions[0]).toMatchObject({ busyIds: [] });
  const free = found.suggestions.filter(
    ({ busyIds, outsideIds }) => busyIds.length + outsideIds.length === 0,
  );
  expect(free.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual([
    "12:00",
    "13:00",
    "14:00",
    "15:00",
    "16:00",
  ]);
  const week = { ...body, until: "2027-03-17T00:00:00.000Z" };
  const { suggestions } = await ines!.client.call(freeRoutes.findTime, { body: week });
  expect([...new Set(suggestions.map(({ startsAt }) => startsAt.slice(0, 10)))].length).toBeGreaterThan(4);
  // A person without a time zone is taken to be in the viewer's.
  const there = { ...body, zone: "America/New_York", until: "2027-03-11T00:00:00.000Z" };
  const early = await ines!.client.call(freeRoutes.findTime, { body: there });
  expect(early.people.map(({ zone }) => zone)).toEqual(["America/New_York", "America/New_York"]);
  expect(early.suggestions.find((one) => one.outsideIds.length === 0)?.startsAt).toBe(
    "2027-03-10T14:00:00.000Z",
  );
  const nowhere = { ...body, zone: "Atlantis/Sunken" };
  expect(await ines!.refused(freeRoutes.findTime, { body: nowhere })).toBe("invalid_request: zone");
  const nobody = { ...body, personIds: ["0199f3a0-0000-7000-8000-000000000000"] };
  expect(await ines!.refused(freeRoutes.findTime, { body: nobody })).toBe("attendee_unavailable");
  const long = { ...body, until: "2027-06-01T00:00:00.000Z" };
  expect(await ines!.refused(freeRoutes.findTime, { body: long })).toBe("range_too_long");
});

test("an all-day event makes its person busy on that day in their own time zone", async () => {
  await ines!.create({ allDay: true, start: "2026-11-20", end: "2026-11-21", kind: "out" });
  const busyIn = async (timeZone: string) => {
    await server.db
      .updateTable("accounts")
      .set({ preferences: JSON.stringify({ timeZone }) })
      .where("id", "=", ines!.id)
      .execute();
    const body = {
      personIds: [ines!.id],
      from: "2026-11-18T00:00:00.000Z",
      until: "2026-11-23T00:00:00.000Z",
      zone: "UTC",
    };
    const { people } = await mari!.client.call(freeRoutes.findTime, { body });
    return people[0]?.busy.map(
      ({ startsAt, endsAt, as }) => `${startsAt.slice(8, 13)} ${endsAt.slice(8, 13)} ${as}`,
    );
  };
  expect(await busyIn("Pacific/Auckland")).toEqual(["19T11 20T11 out"]);
  expect(await busyIn("Pacific/Honolulu")).toEqual(["20T10 21T10 out"]);
});

test("calendar analytics count only the viewer's own calendar, within their working hours", async () => {
  const { workingHours } = await kofi!.client.call(freeRoutes.getWorkingHours, {});
  expect(workingHours).toEqual([...Array(5).fill({ from: 540, until: 1020 }), null, null]);
  const hours = workingHours.map((day) => day && { from: 540, until: 960 });
  await kofi!.client.call(freeRoutes.saveWorkingHours, { body: { workingHours: hours } });
  const invite = { personIds: [mari!.id] };
  const day = (start: string, end: string) => ({
    start: `2027-06-0${start}`,
    end: `2027-06-0${end}`,
    zone: "UTC",
  });
  await kofi!.create({ ...day("7T09:00", "7T10:00"), rule: "FREQ=DAILY;COUNT=2", invite, title: "Stand-up" });
  await kofi!.create({ ...day("7T10:00", "7T10:30"), invite });
  await kofi!.create({ ...day("7T15:30", "7T17:00"), invite });
  await kofi!.create({ ...day("8T11:00", "8T12:00"), kind: "focus" });
  const query = { from: "2027-06-07", to: "2027-06-08", zone: "UTC" };
  const counted = await kofi!.client.call(freeRoutes.getCalendarAnalytics, { query });
  expect(counted).toMatchObject({
    workingMinutes: 2 * 420,
    meetingMinutes: 60 + 60 + 30 + 90,
    outsideMinutes: 60,
    // Monday 10:30 to 15:30, and Tuesday 10:00 to 16:00.
    focusMinutes: 300 + 360,
    meetings: 4,
    backToBack: 1,
    longestFree: { startsAt: "2027-06-08T10:00:00.000Z", endsAt: "2027-06-08T16:00:00.000Z" },
    unanswered: null,
    recurring: [
      {
        ...{ title: "Stand-up", times: 2, declinedTimes: 0, people: 2, minutes: 120, personMinutes: 240 },
        ...{ isOrganiser: true, rule: "FREQ=DAILY;COUNT=2", start: "2027-06-07T09:00", minutesEach: 60 },
        ...{ departmentId: null, next: "2027-06-07T09:00" },
      },
    ],
  });
  expect(counted.weeks).toMatchObject([{ longestFreeMinutes: 360, asked: 0, answered: 0 }]);
  expect(counted.kinds).toContainEqual({ kind: "focus", count: 1, minutes: 60 });
  expect(counted.sizes).toContainEqual({ size: "two", count: 4, minutes: 240 });
  const asked = await mari!.client.call(freeRoutes.getCalendarAnalytics, { query });
  expect(asked.answers).toEqual({ accepted: 0, tentative: 0, declined: 0, pending: 4 });
  const [series] = asked.recurring;
  expect(asked.unanswered).toEqual({
    eventId: series?.eventId,
    occurrence: "2027-06-07T09:00",
    isSeries: true,
  });
  expect(asked.weeks).toMatchObject([{ asked: 4, answered: 0 }]);
  const params = { eventId: series?.eventId ?? "" };
  const no = { rsvp: "declined" as const, note: "", occurrence: "2027-06-07T09:00" };
  await mari!.client.call(eventRoutes.answerEvent, { params, body: no });
  const after = await mari!.client.call(freeRoutes.getCalendarAnalytics, { query });
  expect(after.recurring).toMatchObject([{ times: 1, declinedTimes: 1, isOrganiser: false, minutes: 60 }]);
  expect(after.weeks).toMatchObject([{ asked: 4, answered: 1 }]);
  const backwards = { query: { ...query, to: "2027-06-01" } };
  expect(await mari!.refused(freeRoutes.getCalendarAnalytics, backwards)).toBe("invalid_request: to");
});
