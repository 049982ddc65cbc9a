import { expect, test } from "vitest";
import {
  anchorOf,
  continueTurn,
  keepMembers,
  nextHandover,
  planShifts,
  shiftAt,
  type TurnOverride,
  type TurnRota,
} from "./rota.ts";

const rotaOf = (more: Partial<TurnRota> = {}): TurnRota => ({
  members: ["ann", "ben", "cid"],
  lengthDays: 7,
  handOver: "09:00",
  zone: "UTC",
  anchorOn: "2026-11-02",
  startsAt: new Date("2026-11-02T09:00:00Z"),
  ...more,
});
const at = (text: string) => new Date(text);
const override = (overrideId: string, personId: string, startsAt: string, endsAt: string): TurnOverride => ({
  overrideId,
  personId,
  startsAt: at(startsAt),
  endsAt: at(endsAt),
});
const lines = (shifts: ReturnType<typeof planShifts>) =>
  shifts.map(
    ({ personId, startsAt, endsAt }) =>
      `${personId} ${startsAt.toISOString().slice(0, 16)} ${endsAt.toISOString().slice(0, 16)}`,
  );

test.each([
  ["a day from its start", { startsOn: "2026-11-05", lengthDays: 1, weekday: 1 }, "2026-11-05"],
  ["ten days from its start", { startsOn: "2026-11-05", lengthDays: 10, weekday: 1 }, "2026-11-05"],
  ["a week from the weekday before", { startsOn: "2026-11-05", lengthDays: 7, weekday: 1 }, "2026-11-02"],
  [
    "a week from the start on that weekday",
    { startsOn: "2026-11-05", lengthDays: 7, weekday: 4 },
    "2026-11-05",
  ],
  ["two weeks from the weekday before", { startsOn: "2026-11-05", lengthDays: 14, weekday: 5 }, "2026-10-30"],
])("counts %s", (_what, input, anchor) => expect(anchorOf(input)).toBe(anchor));

test("gives the members their shifts in turn, and a short one before the first handover", () => {
  const rota = rotaOf({ startsAt: at("2026-11-05T09:00:00Z") });
  expect(lines(planShifts(rota, [], at("2026-11-01T00:00:00Z"), at("2026-11-30T09:00:00Z")))).toEqual([
    "ann 2026-11-05T09:00 2026-11-09T09:00",
    "ben 2026-11-09T09:00 2026-11-16T09:00",
    "cid 2026-11-16T09:00 2026-11-23T09:00",
    "ann 2026-11-23T09:00 2026-11-30T09:00",
  ]);
  expect(shiftAt(rota, [], at("2026-11-05T08:59:59Z"))).toBeUndefined();
  expect(shiftAt(rota, [], at("2026-11-09T08:59:59Z"))?.personId).toBe("ann");
  expect(shiftAt(rota, [], at("2026-11-09T09:00:00Z"))?.personId).toBe("ben");
});

test.each([
  // The clock jumps from 02:00 to 03:00 on 29 March 2026, and back from 03:00 to 02:00 on 25 October.
  ["Europe/Berlin", "2026-03-28", "09:00", 23, "2026-03-29T07:00"],
  ["Europe/Berlin", "2026-10-24", "09:00", 25, "2026-10-25T08:00"],
  ["Europe/Berlin", "2026-03-28", "02:30", 24, "2026-03-29T01:30"],
  ["Europe/Berlin", "2026-03-29", "02:30", 23, "2026-03-30T00:30"],
  ["Europe/Berlin", "2026-10-24", "02:30", 24, "2026-10-25T00:30"],
  ["Europe/Berlin", "2026-10-25", "02:30", 25, "2026-10-26T01:30"],
  ["America/New_York", "2026-03-07", "00:00", 24, "2026-03-08T05:00"],
  ["America/New_York", "2026-03-08", "00:00", 23, "2026-03-09T04:00"],
  ["America/New_York", "2026-10-31", "01:30", 24, "2026-11-01T05:30"],
  ["Australia/Lord_Howe", "2026-10-03", "09:00", 23.5, "2026-10-03T22:00"],
  ["Asia/Kolkata", "2026-03-28", "09:00", 24, "2026-03-29T03:30"],
])(
  "hands over in %s on the day after %s at %s on the wall, after %s hours",
  (zone, day, handOver, hours, end) => {
    const noon = at(`${day}T14:00:00Z`);
    const rota = rotaOf({
      lengthDays: 1,
      zone,
      handOver,
      anchorOn: "2026-01-01",
      startsAt: at("2026-01-01T12:00:00Z"),
    });
    const shift = planShifts(rota, [], noon, new Date(noon.getTime() + 1)).find(
      ({ endsAt }) => endsAt.toISOString().slice(0, 16) === end,
    );
    expect(shift && (shift.endsAt.getTime() - shift.startsAt.getTime()) / 3_600_000).toBe(hours);
    expect(nextHandover(rota, [], noon)).toEqual(shift?.endsAt);
  },
);

test("has exactly one member on call at any instant, over both changes of the clocks", () => {
  const rota = rotaOf({ lengthDays: 3, zone: "Europe/Berlin", handOver: "02:30", anchorOn: "2026-02-01" });
  const from = at("2026-03-01T00:00:00Z");
  const started = { ...rota, startsAt: from };
  const shifts = planShifts(started, [], from, at("2026-12-01T00:00:00Z"));
  expect(shifts.length).toBeGreaterThan(85);
  for (const [index, shift] of shifts.entries()) {
    const next = shifts[index + 1];
    if (next) expect(next.startsAt).toEqual(shift.endsAt);
    expect(shiftAt(started, [], shift.startsAt)).toEqual(shift);
    expect(shiftAt(started, [], new Date(shift.endsAt.getTime() - 1))).toEqual(shift);
  }
});

test("lets overrides take parts of shifts, the latest of them first", () => {
  const overrides = [
    override("first", "dee", "2026-11-04T12:00:00Z", "2026-11-10T12:00:00Z"),
    override("second", "cid", "2026-11-05T00:00:00Z", "2026-11-06T00:00:00Z"),
  ];
  expect(
    lines(planShifts(rotaOf(), overrides, at("2026-11-03T00:00:00Z"), at("2026-11-16T09:00:00Z"))),
  ).toEqual([
    "ann 2026-11-02T09:00 2026-11-04T12:00",
    "dee 2026-11-04T12:00 2026-11-05T00:00",
    "cid 2026-11-05T00:00 2026-11-06T00:00",
    "dee 2026-11-06T00:00 2026-11-10T12:00",
    "ben 2026-11-10T12:00 2026-11-16T09:00",
  ]);
  expect(shiftAt(undefined, overrides, at("2026-11-04T11:59:59Z"))).toBeUndefined();
  expect(shiftAt(undefined, overrides, at("2026-11-04T12:00:00Z"))?.personId).toBe("dee");
  expect(nextHandover(undefined, overrides, at("2026-11-05T10:00:00Z"))).toEqual(at("2026-11-06T00:00:00Z"));
  expect(nextHandover(undefined, overrides, at("2026-11-10T12:00:00Z"))).toBeNull();
});

test.each([
  ["who has had their turn", "ann", ["ben 2026-11-09", "cid 2026-11-16", "ben 2026-11-23", "cid 2026-11-30"]],
  ["who is on call", "ben", ["cid 2026-11-09", "ann 2026-11-16", "cid 2026-11-23", "ann 2026-11-30"]],
  ["who comes next", "cid", ["ben 2026-11-09", "ann 2026-11-16", "ben 2026-11-23", "ann 2026-11-30"]],
])("goes on with the others when a member leaves %s", (_what, gone, turns) => {
  const now = at("2026-11-11T00:00:00Z");
  const rota = keepMembers(rotaOf(), (id) => id !== gone, now);
  const later = planShifts(rota, [], now, at("2026-12-07T09:00:00Z"));
  expect(later.map(({ personId, startsAt }) => `${personId} ${startsAt.toISOString().slice(0, 10)}`)).toEqual(
    turns,
  );
});

test("has nobody on call once all members have left", () => {
  const now = at("2026-11-11T00:00:00Z");
  const rota = keepMembers(rotaOf(), () => false, now);
  expect(shiftAt(rota, [], now)).toBeUndefined();
  expect(nextHandover(rota, [], now)).toBeNull();
});

test("keeps the member on call when others join, or shifts become shorter", () => {
  const now = at("2026-11-11T00:00:00Z");
  const next = rotaOf({ members: ["ann", "dee", "ben", "cid"], lengthDays: 1 });
  const rota = continueTurn(rotaOf(), next, now);
  const later = planShifts(rota, [], now, at("2026-11-13T09:00:00Z"));
  expect(lines(later)).toEqual([
    "ben 2026-11-09T09:00 2026-11-11T09:00",
    "cid 2026-11-11T09:00 2026-11-12T09:00",
    "ann 2026-11-12T09:00 2026-11-13T09:00",
  ]);
  expect(continueTurn(rotaOf(), rotaOf({ members: ["dee"] }), now).members).toEqual(["dee"]);
});

test.each([
  ["comes too soon", "2026-11-09T10:00:00Z", { handOver: "12:00" }, "ben 2026-11-16"],
  ["has just passed", "2026-11-16T08:00:00Z", { handOver: "07:00" }, "cid 2026-11-23"],
  ["is a little later", "2026-11-12T10:00:00Z", { handOver: "12:00" }, "ben 2026-11-16"],
  ["is the day after", "2026-11-09T10:00:00Z", { anchorOn: "2026-11-03" }, "ben 2026-11-17"],
])(
  "ends the turn of the member on call when it is whole, if the new handover %s",
  (_what, time, more, expected) => {
    const now = at(time);
    const [shift] = planShifts(
      continueTurn(rotaOf(), rotaOf(more), now),
      [],
      now,
      new Date(now.getTime() + 1),
    );
    expect(`${shift?.personId} ${shift?.endsAt.toISOString().slice(0, 10)}`).toBe(expected);
  },
);

test("keeps every turn within half a length of a whole one, whenever the times change, and change again", () => {
  const dayMs = 86_400_000;
  const start = at("2026-11-09T09:00:00Z").getTime();
  for (let hour = 0; hour < 7 * 24; hour += 5) {
    const now = new Date(start + hour * 3_600_000);
    for (const handOver of ["00:30", "09:00", "16:00"])
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const other = rotaOf({
          handOver,
          anchorOn: `2026-11-0${weekday + 1}`,
          startsAt: at("2026-11-02T00:00:00Z"),
        });
        const changed = continueTurn(rotaOf(), other, now);
        const shifts = planShifts(changed, [], now, new Date(now.getTime() + 30 * dayMs));
        const begins = { ben: start, cid: now.getTime() };
        const [first] = shifts;
        const begin = begins[first!.personId as "ben" | "cid"];
        expect(shifts.map(({ personId }) => personId).join(" ")).toMatch(/^(ben )?cid ann ben/);
        expect(first!.endsAt.getTime() - begin).toBeGreaterThanOrEqual(3.5 * dayMs);
        expect(first!.endsAt.getTime() - begin).toBeLessThanOrEqual(10.5 * dayMs);
        // A second change right after it, back to the first times.
        const [again] = planShifts(
          continueTurn(changed, rotaOf(), now),
          [],
          now,
          new Date(now.getTime() + 1),
        );
        expect(again!.personId).toBe(first!.personId);
      }
  }
});
