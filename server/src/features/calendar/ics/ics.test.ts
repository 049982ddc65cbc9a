import { describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { expandSeries } from "../time/series.ts";
import { instantOf } from "../time/temporal.ts";
import { readWall } from "../time/wall.ts";
import type { IcsEvent } from "./ics-event.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import { parseInWorker, runApart } from "./parse-in-worker.ts";
import { type IcsReading, readIcs } from "./read.ts";
import { timesOf } from "./times-of.ts";
import { type IcsEntry, writeIcs } from "./write.ts";

const reading: IcsReading = { home: "Europe/Berlin", zones: {}, now: new Date("2026-11-20T00:00:00Z") };

function calendar(...events: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
}
function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", "UID:one", "SUMMARY:Review", ...lines, "END:VEVENT"].join("\r\n");
}
const readText = (text: string, how = reading) => readIcs(Buffer.from(text), how);
const read = (...parts: string[]) => readText(calendar(...parts));
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
  const known = readText(calendar(zone, office), { ...reading, home: "America/New_York" });
  expect(known.events[0]?.series.zone).toBe("America/New_York");
  expect(read(zone, office).events[0]?.series.zone).toMatch(/^America\//);
  expect(read(office)).toMatchObject({ events: [], unknownZones: [{ name: "Our Office", events: 1 }] });
  const said = readText(calendar(office), { ...reading, zones: { "Our Office": "Asia/Tokyo" } });
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
    event("DTSTART:20260204T150000Z", "RECURRENCE-ID:20260209T080000Z"),
  );
  expect(found.events).toHaveLength(2);
  expect(found.events[0]?.exceptions).toMatchObject([
    { occurrence: "2026-02-03T09:00", kind: "cancel" },
    { occurrence: "2026-02-04T09:00", kind: "modify", start: "2026-02-04T14:00", end: "2026-02-04T15:00" },
  ]);
  expect(found.events[1]).toMatchObject({
    uid: "one 2026-02-09T09:00",
    series: { start: "2026-02-04T16:00" },
  });
  expect(found.losses).toMatchObject([{ reason: "occurrence_alone", count: 1 }]);
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

test("imports an event without the property that cannot be read, and lists those that cannot be stored", () => {
  const found = read(
    event("DTSTART:20260202T090000Z"),
    event("UID:two", "DTSTART:20260203T090000Z", "RRULE:FREQ=HOURLY"),
    event("DTSTART:20260204T090000Z", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
    event("DTSTART:20260205T090000Z", "DTEND:20260201T090000Z"),
    event("LOCATION:Nowhere"),
    event("DTSTART:soon"),
    event("DTSTART;TZID=Mars:20260206T090000"),
    event("DTSTART:20260207T090000Z", "STATUS:CANCELLED"),
    event("DTSTART:20260208T090000Z", "RRULE:FREQ=DAILY;COUNT=1", "EXDATE:20260208T090000Z"),
  );
  expect(found.events).toHaveLength(4);
  expect(found.events.map(({ series }) => series.rule)).toEqual([null, null, null, null]);
  expect(found.losses).toMatchObject([
    { reason: "end", count: 1 },
    { reason: "rule", count: 2, places: [{ title: "Review", line: 8 }, { line: 15 }] },
  ]);
  expect(found.skips.map(({ reason }) => reason)).toEqual([
    "no_times",
    "bad_times",
    "unknown_zone",
    "cancelled",
    "cancelled",
  ]);
});

test("refuses malicious files, each with its own reason", () => {
  const refusal = (text: string) => {
    try {
      readText(text);
    } catch (error) {
      return error instanceof IcsRefusal ? `${error.code}: ${error.message}` : String(error);
    }
    return "read";
  };
  const nested = `${"BEGIN:X-PART\r\n".repeat(50)}${"END:X-PART\r\n".repeat(50)}`;
  expect(refusal(calendar(nested))).toBe("ics_too_much: nested too deeply");
  for (const text of ["hello", "", "BEGIN:VCARD\r\nEND:VCARD"])
    expect(refusal(text)).toBe("ics_unreadable: no calendar");
  expect(refusal(calendar("\n".repeat(400_001)))).toBe("ics_too_much: too many lines");
  const one = event("DTSTART:20260202T090000Z");
  expect(refusal(calendar(one.concat("\r\n").repeat(6001)))).toBe("ics_too_much: too many parts");
  const many = Array.from({ length: 2001 }, (_, n) => one.replace("UID:one", `UID:${n}`));
  expect(refusal(calendar(...many))).toBe("ics_too_much: too many events");
  const daily = read(event("DTSTART:20260202T090000Z", "RRULE:FREQ=DAILY;COUNT=9"));
  expect(timesOf(daily, reading.now, 9)).toHaveLength(1);
  expect(() => timesOf(daily, reading.now, 8)).toThrow("too many times");
});

/** Files of 700 kB whose work would grow with the square of their length, or worse. */
const floods: Record<string, string> = {
  "folds of one line": `DESCRIPTION:a${"\r\n a".repeat(150_000)}`,
  "breaks of one line": `DESCRIPTION:a${"\r\na b".repeat(120_000)}`,
  "a line without end": `ATTACH:${"a".repeat(650_000)}`,
  quotes: `X-A;B=${'"'.repeat(600_000)}:c`,
  parameters: `X-A${";B=c".repeat(150_000)}:d`,
  "single days": `EXDATE:${"20260203T090000Z,".repeat(38_000)}20260203T090000Z`,
  "open tags": `DESCRIPTION:<b></b>${"<a ".repeat(200_000)}`,
  comments: `DESCRIPTION:<b></b>${"<!--".repeat(150_000)}`,
  spaces: `DESCRIPTION:<b></b>${" ".repeat(600_000)}x`,
  references: `DESCRIPTION:<b></b>${"&#x".repeat(200_000)}`,
  links: `DESCRIPTION:${"<a href='https://a.b'>[".repeat(25_000)}</a>`,
  alarms: `${"BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n".repeat(14_000)}`.trim(),
  ends: `${"END:VALARM\r\n".repeat(50_000)}`.trim(),
};

test.each(Object.entries(floods))(
  "imports an event with a flood of %s, in bounded steps",
  (_what, flood) => {
    const found = read(event("DTSTART:20260202T090000Z", flood));
    expect(found.events).toMatchObject([{ title: "Review", series: { start: "2026-02-02T10:00" } }]);
    expect(JSON.stringify(found).length).toBeLessThan(50_000);
  },
  10_000,
);

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
    parseInWorker(bytes, reading, sender),
    expect(parseInWorker(Buffer.from("no calendar"), reading, sender)).rejects.toMatchObject(unreadable),
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
    const found = readText(calendar(berlin, inPier), { ...reading, home: "America/New_York" });
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
    expect(readText(calendar(lines, inPier), reading).unknownZones).toEqual([{ name: "Pier", events: 1 }]);
  });
});

fullTest(
  "reads the files of one person in turn and of two people in parallel, and none for a closed connection",
  async () => {
    const bytes = Buffer.from(calendar(event("DTSTART:20260202T090000Z")));
    const stopping = new AbortController();
    const done: string[] = [];
    const read = (id: string, name: string, signal = new AbortController().signal) =>
      parseInWorker(bytes, reading, { id, signal }).then(
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
  },
);

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
  const found = readText(text);
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
