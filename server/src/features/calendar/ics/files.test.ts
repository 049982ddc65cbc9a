import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type IcsCalendar, readIcs } from "./read.ts";
import { timesOf } from "./times-of.ts";

const folder = new URL("../../../../test/calendars/", import.meta.url);
const now = new Date("2026-11-20T00:00:00Z");

function read(name: string): IcsCalendar {
  const bytes = readFileSync(new URL(`${name}.ics`, folder));
  const calendar = readIcs(bytes, { home: "Europe/Berlin", zones: {}, now });
  expect(timesOf(calendar, now)).toHaveLength(calendar.events.length);
  return calendar;
}

const at = "2027-03-01T09:00";
const review = { title: "Review", series: { start: at, zone: "Europe/Lisbon", rule: null } };
const onDay = (start: string, rule: string | null = null) => ({ series: { start, allDay: true, rule } });
const reminded = (...reminders: number[]) => [{ reminders }];
const hour = { series: { start: at, end: "2027-03-01T10:00" } };

/** For each file: its events, what is lost of them and in which lines, and what is left out. */
const files: Record<string, { events?: object[]; lost?: Record<string, number[]>; skipped?: string[] }> = {
  // Encodings and lines.
  "folded-inside-a-letter": { events: [{ title: "Café über München" }] },
  "broken-fold-inside-a-letter": {
    events: [{ description: `${"x".repeat(58)}ü and on` }],
    lost: { line_joined: [4] },
  },
  "one-western-line": {
    events: [{ title: "Kühlhaus", location: "Öland" }],
    lost: { not_utf8: [4] },
  },
  "utf-16": { events: [{ title: "Überfahrt" }] },
  "utf-16-without-mark": { events: [{ title: "Überfahrt" }] },
  "byte-order-mark": {},
  "carriage-returns-only": { events: [{ ...review, description: "Bring the plans" }] },
  "zero-bytes": {},
  "line-break-without-a-space": {
    events: [{ ...review, description: "Bring the plans\n\nand the keys\nLocation: the pier" }],
    lost: { line_joined: [7] },
  },
  "broken-fold-in-a-long-line": {
    events: [{ ...review, location: "Pier 3" }],
    lost: { line_joined: [7], guests: [7] },
  },
  "line-that-is-no-property": {
    events: [{ ...review, title: "Review X" }],
    lost: { line_joined: [5], line_unreadable: [8] },
  },
  "line-break-in-a-title": { events: [{ title: "Berth plan spring, new", location: "Pier 3, Lisbon" }] },
  // Parts.
  "bare-event": {},
  "missing-ends": {
    events: [{ title: "First", reminders: [5] }, { title: "Second" }],
    lost: { cut_short: [9] },
  },
  "ends-early": { lost: { cut_short: [5] } },
  "end-without-begin": { lost: { line_unreadable: [7, 9] } },
  "task-and-attachment": { lost: { not_events: [3], attachments: [11], guests: [12] } },
  "start-unreadable": { skipped: ["Lost: bad_times"] },
  // Parameters.
  "zone-with-a-comma": {},
  "zone-with-a-colon": { events: [{ series: { start: at, zone: "America/Recife" }, reminders: [5] }] },
  "empty-parameter": { events: [onDay("2027-03-01")] },
  "link-of-a-program": { events: [{ ...review, link: "" }], lost: { link: [7] } },
  // Rules and times.
  "double-rule-mark": { events: [{ series: { rule: "FREQ=DAILY;COUNT=3" } }] },
  "unknown-rule": { lost: { rule: [3] } },
  exrule: { events: [{ series: { rule: "FREQ=DAILY;COUNT=3" } }], lost: { exrule: [8] } },
  "birthday-1815": { events: [onDay("1900-12-10", "FREQ=YEARLY")], lost: { before_1900: [3] } },
  "birthday-on-a-leap-day": { events: [onDay("1904-02-29", "FREQ=YEARLY")], lost: { before_1900: [3] } },
  "birthday-without-a-year": { events: [onDay("1900-03-05", "FREQ=YEARLY")], lost: { before_1900: [3] } },
  "counted-from-1898": { events: [onDay("1900-03-05", "FREQ=YEARLY;COUNT=2")], lost: { before_1900: [3] } },
  "once-in-1850": { events: [], skipped: ["Review: out_of_reach"] },
  "end-unreadable": { lost: { end: [7] } },
  "end-before-the-start": { events: [{ series: { start: at, end: at } }], lost: { end: [3] } },
  "single-days-unreadable": {
    events: [
      {
        series: { added: ["2027-04-01T12:00"], removed: ["2027-03-02T09:00"] },
        exceptions: [{ occurrence: "2027-04-01T12:00", end: "2027-04-01T14:00" }],
      },
    ],
    lost: { single_days: [8] },
  },
  // Alarms.
  "alarm-from-the-end": { events: reminded(15) },
  "alarm-by-email": { events: [{ reminders: null }], lost: { alarm_email: [7] } },
  "alarm-unreadable": { events: [{ reminders: null }], lost: { alarm: [7] } },
  "alarm-after-the-start": { events: [{ reminders: null }], lost: { alarm_after: [7] } },
  "alarm-at-a-time": { events: reminded(30) },
  "alarm-of-nothing": { events: reminded() },
  "seven-alarms": { events: reminded(5, 10, 20, 30, 40), lost: { alarms_many: [7] } },
  // HTML.
  "html-description": {
    events: [
      {
        description: "Agenda & notes\n\n- **Berths**\n- [Plan](https://example.com/plan?a=1&b=2)",
      },
    ],
  },
  "html-next-to-it": { events: [{ description: "Bring\nplans" }] },
  "marks-in-plain-text": {
    events: [{ description: "One < two and 5 > 4\n**Bold** and <https://example.com>" }],
  },
  // Series and doubles.
  "day-override-of-a-timed-series": {
    events: [{ exceptions: [{ occurrence: "2027-03-02T09:00", kind: "modify", start: "2027-03-02T15:00" }] }],
  },
  "whole-day-in-a-timed-series": {
    events: [
      { ...hour, exceptions: [{ occurrence: "2027-03-02T09:00", kind: "cancel" }] },
      { title: "Off-site", ...onDay("2027-03-02") },
    ],
  },
  "this-and-following": {
    events: [
      { title: "Review", series: { start: at, rule: "FREQ=WEEKLY;COUNT=2" }, exceptions: [] },
      {
        title: "Short review",
        series: { start: "2027-03-16T11:00", end: "2027-03-16T11:30", rule: "FREQ=WEEKLY;COUNT=2" },
        exceptions: [{ occurrence: "2027-03-23T11:00", start: "2027-03-24T11:00", title: "Last review" }],
      },
    ],
  },
  "override-of-a-removed-time": {
    events: [
      { series: { removed: ["2027-03-02T09:00"] } },
      { title: "Moved", series: { start: "2027-03-02T15:00" } },
    ],
    lost: { occurrence_alone: [11] },
  },
  "twice-in-the-file": { events: [{ title: "Newer" }], skipped: ["Older: double"] },
  "one-uid-for-two": { events: [review, { title: "Other", series: { start: "2027-04-01T09:00" } }] },
  "without-uid": { events: [{ description: "North" }, { description: "South" }] },
};

test("reads every file of the folder with the expected values", () => {
  const names = readdirSync(folder).map((name) => name.replace(/\.ics$/, ""));
  expect(names.toSorted()).toEqual(Object.keys(files).toSorted());
});

test.each(Object.entries(files))("reads %s, and says what it loses", (name, { events, lost, skipped }) => {
  const calendar = read(name);
  expect(calendar.events).toMatchObject(events ?? [review]);
  const losses = calendar.losses.map(({ reason, places }) => [reason, places.map(({ line }) => line)]);
  expect(Object.fromEntries(losses)).toEqual(lost ?? {});
  expect(calendar.skips.map(({ title, reason }) => `${title}: ${reason}`)).toEqual(skipped ?? []);
  expect(calendar.unknownZones).toEqual([]);
  expect(new Set(calendar.events.map(({ uid }) => uid)).size).toBe(calendar.events.length);
});
