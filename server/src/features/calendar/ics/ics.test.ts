import { describe, expect, test } from "vitest";
import { expandSeries } from "../time/series.ts";
import { instantOf } from "../time/temporal.ts";
import { readWall } from "../time/wall.ts";
import { decodeIcs } from "./decode.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import { type IcsEvent, type IcsReading, readIcs } from "./read.ts";
import { readApart, runApart } from "./read-apart.ts";
import { timesOf } from "./times-of.ts";
import { type IcsEntry, writeIcs } from "./write.ts";

const reading: IcsReading = { home: "Europe/Berlin", zones: {}, now: new Date("2026-11-20T00:00:00Z") };

function calendar(...events: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
}
function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", "UID:one", "SUMMARY:Review", ...lines, "END:VEVENT"].join("\r\n");
}
const read = (...parts: string[]) => readIcs(calendar(...parts), reading);
function only(...lines: string[]): IcsEvent {
  const found = read(event(...lines));
  expect(found.skips).toEqual([]);
  return found.events[0]!;
}
const names = ({ series }: IcsEvent) =>
  expandSeries(series, { from: new Date("2000-01-01Z"), until: new Date("2100-01-01Z"), limit: 50 }).map(
    ({ occurrence }) => occurrence,
  );

test("resolves Windows' zone names, and names with a program's prefix", () => {
  const zoneOf = (name: string) => only(`DTSTART;TZID=${name}:20260226T090000`).series.zone;
  expect(zoneOf("W. Europe Standard Time")).toBe("Europe/Berlin");
  expect(zoneOf("Eastern Standard Time")).toBe("America/New_York");
  expect(zoneOf("/freeassociation.sourceforge.net/Europe/Lisbon")).toBe("Europe/Lisbon");
});

test("resolves an unknown zone by its own rules, or else asks the importing person", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Our Office",
    "BEGIN:STANDARD",
    "DTSTART:20001029T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
    "TZOFFSETFROM:-0400",
    "TZOFFSETTO:-0500",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:20000402T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
    "TZOFFSETFROM:-0500",
    "TZOFFSETTO:-0400",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ].join("\r\n");
  const office = event("DTSTART;TZID=Our Office:20260226T090000");
  const known = readIcs(calendar(zone, office), { ...reading, home: "America/New_York" });
  expect(known.events[0]?.series.zone).toBe("America/New_York");
  expect(read(zone, office).events[0]?.series.zone).toMatch(/^America\//);
  expect(read(office)).toMatchObject({ events: [], unknownZones: [{ name: "Our Office", events: 1 }] });
  const said = readIcs(calendar(office), { ...reading, zones: { "Our Office": "Asia/Tokyo" } });
  expect(said.events[0]?.series.zone).toBe("Asia/Tokyo");
});

test("reads Apple's alarm of 1976 as no reminder", () => {
  const alarm = (...lines: string[]) =>
    only("DTSTART:20260226T090000Z", "BEGIN:VALARM", ...lines, "END:VALARM").reminders;
  expect(alarm("ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z")).toEqual([]);
  expect(alarm("ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Soon")).toEqual([15]);
  expect(only("DTSTART:20260226T090000Z").reminders).toBeNull();
});

test("attaches Google's cancelled and moved occurrences to their series", () => {
  const start = "DTSTART;TZID=Europe/Berlin:20260202T090000";
  const found = read(
    event(start, "DTEND;TZID=Europe/Berlin:20260202T100000", "RRULE:FREQ=DAILY;COUNT=4"),
    event("DTSTART:20260203T080000Z", "RECURRENCE-ID:20260203T080000Z", "STATUS:CANCELLED"),
    event("DTSTART:20260204T130000Z", "DTEND:20260204T140000Z", "RECURRENCE-ID:20260204T080000Z"),
    event("DTSTART:20260204T130000Z", "RECURRENCE-ID:20260209T080000Z"),
  );
  expect(found.events).toHaveLength(1);
  expect(found.events[0]?.exceptions).toMatchObject([
    { occurrence: "2026-02-03T09:00", kind: "cancel" },
    { occurrence: "2026-02-04T09:00", kind: "modify", start: "2026-02-04T14:00", end: "2026-02-04T15:00" },
  ]);
  expect(found.skips).toEqual([{ title: "Review", reason: "no_such_occurrence" }]);
});

test("reads an occurrence without its series as an event of its own", () => {
  const alone = only("DTSTART:20260204T130000Z", "RECURRENCE-ID:20260204T080000Z");
  expect(alone).toMatchObject({
    uid: "one 2026-02-04T09:00",
    series: { start: "2026-02-04T14:00", rule: null },
  });
});

test("accepts the ends of rules in the forms that programs write", () => {
  const phone = only("DTSTART;TZID=Europe/Berlin:20260202T090000", "RRULE:FREQ=DAILY;UNTIL=20260204T090000");
  expect(names(phone)).toHaveLength(3);
  const days = only("DTSTART;VALUE=DATE:20260202", "RRULE:FREQ=DAILY;UNTIL=20260204T225959Z");
  expect(names(days)).toEqual(["2026-02-02", "2026-02-03", "2026-02-04"]);
  expect(only("DTSTART:20260202T090000Z", "RRULE:FREQ=DAILY;UNTIL=29991231").series.rule).toBe("FREQ=DAILY");
});

test("accepts Outlook's times for days of an all-day series", () => {
  const found = read(
    event("DTSTART;VALUE=DATE:20260225", "DTEND;VALUE=DATE:20260226", "RRULE:FREQ=DAILY;COUNT=3"),
    event(
      "RECURRENCE-ID;TZID=W. Europe Standard Time:20260226T000000",
      "DTSTART;VALUE=DATE:20260301",
      "DTEND;VALUE=DATE:20260302",
    ),
  );
  expect(found.events[0]?.exceptions).toMatchObject([{ occurrence: "2026-02-26", start: "2026-03-01" }]);
});

test("lists events that cannot be stored, and imports the others", () => {
  const found = read(
    event("DTSTART:20260202T090000Z"),
    event("DTSTART:20260202T090000Z", "RRULE:FREQ=HOURLY"),
    event("DTSTART:20260202T090000Z", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
    event("DTSTART:20260202T090000Z", "DTEND:20260201T090000Z"),
    event("LOCATION:Nowhere"),
    event("DTSTART:soon"),
    event("DTSTART;TZID=Mars:20260202T090000"),
    event("DTSTART:20260202T090000Z", "STATUS:CANCELLED"),
  );
  expect(found.events).toHaveLength(1);
  expect(found.skips.map(({ reason }) => reason).sort()).toEqual(
    ["bad_rule", "bad_rule", "bad_times", "bad_times", "cancelled", "no_times", "unknown_zone"].sort(),
  );
});

test("refuses malicious files, each with its own reason", () => {
  const refusal = (text: string) => {
    try {
      readIcs(text, reading);
    } catch (error) {
      return error instanceof IcsRefusal ? `${error.code}: ${error.message}` : String(error);
    }
    return "read";
  };
  const nested = `${"BEGIN:VEVENT\r\n".repeat(50)}${"END:VEVENT\r\n".repeat(50)}`;
  expect(refusal(calendar(nested))).toBe("ics_too_much: nested too deeply");
  const crossed = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\nEND:VEVENT";
  expect(refusal(crossed)).toBe("ics_unreadable: parts end that did not begin");
  for (const text of ["hello", "", calendar().slice(0, -20)])
    expect(refusal(text)).toBe("ics_unreadable: no whole calendar");
  expect(refusal(calendar(`X-LONG:a${"\r\n a".repeat(150_000)}`))).toBe("ics_too_much: a line without end");
  expect(refusal(calendar(`X-LONG:${"a".repeat(250_000)}`))).toBe("ics_too_much: a line without end");
  expect(refusal(calendar("\n".repeat(400_001)))).toBe("ics_too_much: too many lines");
  const one = event("DTSTART:20260202T090000Z");
  expect(refusal(calendar(one.concat("\r\n").repeat(6001)))).toBe("ics_too_much: too many parts");
  const many = Array.from({ length: 2001 }, (_, n) => one.replace("UID:one", `UID:${n}`));
  expect(refusal(calendar(...many))).toBe("ics_too_much: too many events");
  const daily = read(event("DTSTART:20260202T090000Z", "RRULE:FREQ=DAILY;COUNT=9"));
  expect(timesOf(daily, reading.now, 9)).toHaveLength(1);
  expect(() => timesOf(daily, reading.now, 8)).toThrow("too many times");
  expect(() => decodeIcs(Buffer.from([0x89, 0x50, 0, 1]))).toThrow();
  expect(decodeIcs(Buffer.from("\ufeffBEGIN", "utf16le"))).toBe("BEGIN");
  expect(decodeIcs(Buffer.from([0x4d, 0xfc]))).toBe("M\u00fc");
});

test("reads a file in a thread that ends when it takes too long or too much memory, and gives a refusal's code", async () => {
  const memory = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
  const inThread = (script: string, deadlineMs: number) =>
    runApart(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {}, { deadlineMs, memory });
  const refusedFor = (detail: RegExp) => ({ code: "ics_too_much", detail: expect.stringMatching(detail) });
  await expect(inThread("for (;;);", 50)).rejects.toMatchObject(refusedFor(/deadline/));
  const hoard = "const all = []; for (;;) all.push(new Array(1000).fill(Math.random()));";
  await expect(inThread(hoard, 120_000)).rejects.toMatchObject(refusedFor(/memory/i));
  await expect(inThread("", 120_000)).rejects.toMatchObject(refusedFor(/ended/));

  const bytes = Buffer.from(calendar(event("DTSTART:20260202T090000Z")));
  const unreadable = { code: "ics_unreadable" };
  const sender = { id: "ana", signal: new AbortController().signal };
  const [found] = await Promise.all([
    readApart(bytes, reading, sender),
    expect(readApart(Buffer.from("no calendar"), reading, sender)).rejects.toMatchObject(unreadable),
    expect(readApart(bytes.subarray(0, 30), reading, sender)).rejects.toMatchObject(unreadable),
  ]);
  expect(found.calendar.events).toHaveLength(1);
  expect(found.times.map((text) => JSON.parse(text).times.length)).toEqual([1]);
});

describe("the rules of a zone in a file", () => {
  const zone = (...lines: string[]) =>
    ["BEGIN:VTIMEZONE", "TZID:Pier", ...lines, "END:VTIMEZONE"].join("\r\n");
  const part = (kind: string, from: string, to: string, ...lines: string[]) =>
    [`BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...lines, `END:${kind}`].join("\r\n");
  const berlin = zone(
    part("STANDARD", "+0200", "+0100", "DTSTART:16010101T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
    part("DAYLIGHT", "+0100", "+0200", "DTSTART:16010101T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
  );
  const inPier = event("DTSTART;TZID=Pier:20260202T090000");
  const once = (rule: string) => zone(part("STANDARD", "+0100", "+0100", "DTSTART:19700101T000000", rule));

  test("resolve to the zone with the same offsets", () => {
    const found = readIcs(calendar(berlin, inPier), { ...reading, home: "America/New_York" });
    const { start, zone: name } = found.events[0]!.series;
    expect(instantOf(readWall(start, false)!, name)).toBe(Date.UTC(2026, 1, 2, 8));
  });

  test.each([
    ["every second", once("RRULE:FREQ=SECONDLY")],
    ["without a day", once("RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")],
    [
      "by more parts than any zone has",
      zone(
        ...Array.from({ length: 300 }, () => part("STANDARD", "+0100", "+0100", "DTSTART:19700101T000000")),
      ),
    ],
  ])("%s are not expanded, and the zone has to be named", (_what, lines) => {
    expect(readIcs(calendar(lines, inPier), reading).unknownZones).toEqual([{ name: "Pier", events: 1 }]);
  });
});

test("reads the files of one person in turn and of two people in parallel, and none for a closed connection", async () => {
  const bytes = Buffer.from(calendar(event("DTSTART:20260202T090000Z")));
  const stopping = new AbortController();
  const done: string[] = [];
  const read = (id: string, name: string, signal = new AbortController().signal) =>
    readApart(bytes, reading, { id, signal }).then(
      () => done.push(name),
      (error: Error) => done.push(`${name}: ${error.message}`),
    );
  const all = [
    read("ana", "ana 1"),
    read("ana", "ana 2", stopping.signal),
    read("ana", "ana 3", stopping.signal),
    ...["4", "5", "6", "7"].map((name) => read("ana", `ana ${name}`)),
    read("ben", "ben 1"),
  ];
  stopping.abort(new Error("closed"));
  await Promise.all(all);
  const place = (name: string) => done.indexOf(name);
  expect(done.filter((name) => name.endsWith("closed"))).toHaveLength(2);
  expect(done.filter((name) => name.includes("too many") || name.includes("Too many"))).toHaveLength(1);
  expect(place("ben 1")).toBeLessThan(place("ana 4"));
  expect(place("ana 4")).toBeLessThan(place("ana 5"));
});

test("reads a written file back unchanged", () => {
  const series = {
    start: "2026-03-27T22:00",
    end: "2026-03-28T06:00",
    allDay: false,
    zone: "Europe/Berlin",
    rule: "FREQ=WEEKLY;BYDAY=FR;UNTIL=20260501T220000",
    added: ["2026-04-01T22:00"],
    removed: ["2026-04-10T22:00"],
  };
  const entry: IcsEntry = {
    uid: "a@atoll",
    sequence: 3,
    changedAt: new Date("2026-01-01T00:00:00Z"),
    title: "Night; with, all\\that",
    description: "Two\nlines \u{1f30a} ".repeat(20).trim(),
    location: "Pier: 3",
    link: "https://example.com/a?b=c",
    isFree: true,
    isPrivate: true,
    alarms: [0, 30],
    when: { series },
  };
  const moved = { ...series, start: "2026-04-04T01:00", end: "2026-04-04T02:00" };
  const days = {
    ...series,
    start: "2026-03-27",
    end: "2026-03-29",
    allDay: true,
    added: [],
    removed: [],
    rule: null,
  };
  const text = writeIcs("Mine", [
    entry,
    { ...entry, when: { series: moved, occurrence: "2026-04-03T22:00" } },
    { ...entry, uid: "b", when: { series: days } },
    {
      ...entry,
      uid: "c",
      when: { startsAt: new Date("2026-05-01T10:00Z"), endsAt: new Date("2026-05-01T11:00Z") },
    },
  ]);
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 77)).toBe(true);
  const found = readIcs(text, reading);
  expect(found).toMatchObject({ name: "Mine", skips: [] });
  const { title, description, location, link, isFree, isPrivate } = entry;
  expect(found.events[0]).toMatchObject({
    uid: "a@atoll",
    title,
    description,
    location,
    link,
    isFree,
    isPrivate,
    reminders: [0, 30],
  });
  const again = found.events[0]!;
  expect({ ...again.series, rule: null }).toEqual({ ...series, rule: null });
  expect(names(again)).toEqual(names({ ...again, series }));
  expect(again.exceptions).toMatchObject([
    { occurrence: "2026-04-03T22:00", start: moved.start, end: moved.end },
  ]);
  expect(found.events.slice(1).map((one) => one.series.start)).toEqual(["2026-03-27", "2026-05-01T12:00"]);
});
