import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import type { NewEvent, OpenEvent } from "@atoll/contract/calendar/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { idsByName } from "../../../../test/announcers.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../../test/planners.ts";

const server = sharedServer();
let [mari, ines, kofi, zoe]: Planner[] = [];
/** An event in a department's calendar, which Mari changes as its organiser and Ines as a manager. Kofi is invited. */
let shared: Partial<NewEvent>;

beforeAll(async () => {
  [mari, ines, kofi, zoe] = await createPlanners(server, {
    Mari: { roles: ["user"], departments: ["Marketing"] },
    Ines: { roles: ["admin"], departments: ["Marketing"] },
    Kofi: { roles: ["user"], departments: ["Backend"] },
    Zoe: { roles: ["user"], departments: ["Backend"] },
  });
  const departments = await idsByName(server.db, "departments");
  shared = { departmentId: departments.Marketing!, invite: { ...noOne, personIds: [kofi!.id] } };
});

const noOne = { personIds: [], departmentIds: [], channelIds: [] };
const at = (day: string, hour = 10) => ({
  allDay: false,
  start: `${day}T${String(hour).padStart(2, "0")}:00`,
  end: `${day}T${hour + 1}:00`,
  zone: "Europe/Lisbon",
});
const refusedUndo = (planner: Planner, changeId: string) =>
  planner.refused(routes.undoEventChange, { params: { changeId } });

/** Changes the event's current version as this person. */
async function change(
  planner: Planner,
  eventId: string,
  wanted: Parameters<Planner["change"]>[1],
): Promise<string> {
  const changeId = uuidv7();
  await planner.change(await planner.open(eventId), wanted, changeId);
  return changeId;
}

describe("an undo of an event", () => {
  test("leaves what someone else has changed since", async () => {
    const { id } = await mari!.create({ ...shared, title: "Review", location: "Dock 4" });
    const moved = await change(mari!, id, { set: { times: at("2027-03-11"), location: "Dock 5" } });
    await change(ines!, id, { set: { location: "Attic", description: "Bring tea" } });
    await mari!.undo(moved);
    expect(await mari!.open(id)).toMatchObject({
      occurrence: { startsAt: "2027-03-10T10:00:00.000Z" },
      location: "Attic",
      description: "Bring tea",
    });
    // An undo works only once.
    expect(await refusedUndo(mari!, moved)).toBe("event_change_not_found");
  });

  test("is refused when someone else has changed all of it since, or the event is deleted", async () => {
    const { id } = await mari!.create({ ...shared, title: "Plan" });
    expect((await mari!.open(id)).changedBy).toBeNull();
    const renamed = await change(mari!, id, { set: { title: "Plan B" } });
    expect((await mari!.open(id)).changedBy?.id).toBe(mari!.id);
    await change(ines!, id, { set: { title: "Plan C" } });
    expect((await mari!.open(id)).changedBy?.id).toBe(ines!.id);
    expect(await refusedUndo(mari!, renamed)).toBe("changed_meanwhile");
    const again = await change(mari!, id, { set: { title: "Plan D" } });
    const removed = await ines!.remove(await ines!.open(id));
    expect(await refusedUndo(mari!, again)).toBe("changed_meanwhile");
    await ines!.undo(removed);
    await mari!.undo(again);
    expect((await mari!.open(id)).title).toBe("Plan C");
  });

  test("takes the times back with the answers that were given to them, not those that were given since", async () => {
    const invite = { ...noOne, personIds: [kofi!.id, zoe!.id] };
    const { id } = await mari!.create({ ...shared, invite });
    await kofi!.answer(id, { rsvp: "accepted", note: "With cake" });
    const moved = await change(mari!, id, { set: { times: at("2027-03-12") } });
    await kofi!.answer(id, { rsvp: "declined" });
    await zoe!.answer(id, { rsvp: "accepted" });
    await mari!.undo(moved);
    const seen = await kofi!.open(id);
    expect([seen.rsvp, seen.counts.accepted]).toEqual(["accepted", 2]);
    expect((await zoe!.open(id)).rsvp).toBe("pending");
  });

  test("leaves the answers to times that someone else has moved on", async () => {
    const { id } = await mari!.create(shared);
    await kofi!.answer(id, { rsvp: "accepted" });
    const moved = await change(mari!, id, { set: { times: at("2027-03-12"), title: "Later" } });
    await change(ines!, id, { set: { times: at("2027-03-15") } });
    await mari!.undo(moved);
    const seen = await kofi!.open(id);
    expect([seen.title, seen.rsvp, seen.occurrence.startsAt.slice(0, 10)]).toEqual([
      "An event",
      "pending",
      "2027-03-15",
    ]);
  });

  test("keeps the reminders that an attendee has chosen since", async () => {
    const { id } = await mari!.create(shared);
    const moved = await change(mari!, id, { set: { times: at("2027-03-12") } });
    const reminders = [{ method: "inbox" as const, minutesBefore: 45 }];
    await kofi!.client.call(routes.remindOfEvent, { params: { eventId: id }, body: { reminders } });
    await mari!.undo(moved);
    expect((await kofi!.open(id)).reminders).toEqual(reminders);
  });

  test("withdraws or restores invitations that nobody has changed since", async () => {
    const { id } = await mari!.create(shared);
    await kofi!.answer(id, { rsvp: "accepted" });
    const swapped = await change(mari!, id, {
      invite: { ...noOne, personIds: [zoe!.id] },
      uninvite: [kofi!.id],
    });
    await zoe!.answer(id, { rsvp: "accepted" });
    await mari!.undo(swapped);
    expect(await zoe!.refused(routes.getEvent, { params: { eventId: id }, query: {} })).toBe(
      "event_not_found",
    );
    expect((await kofi!.open(id)).rsvp).toBe("accepted");
  });

  test("is refused to a person who may no longer change the event", async () => {
    const { id } = await mari!.create({ ...shared, title: "Budget" });
    const renamed = await change(ines!, id, { set: { title: "Costs" } });
    await change(mari!, id, { set: { visibility: "private" } });
    expect(await refusedUndo(ines!, renamed)).toBe("event_change_not_found");
    expect((await mari!.open(id)).title).toBe("Costs");
  });
});

describe("an undo in a series", () => {
  const weekly = { ...at("2027-03-22", 9), rule: "FREQ=WEEKLY;COUNT=5", title: "Stand-up" };
  const days = async (planner: Planner) =>
    (await planner.list("2027-03-20", "2027-05-01")).filter((line) => /Stand-up|Retro/.test(line));
  const one = (occurrence: string, set: Record<string, unknown>) => ({
    scope: "this" as const,
    occurrence,
    set,
  });
  let event: OpenEvent;

  test("keeps another occurrence that someone else has changed since", async () => {
    event = await mari!.create({ ...shared, ...weekly });
    const first = await change(mari!, event.id, one("2027-03-29T09:00", { title: "Retro" }));
    await change(ines!, event.id, one("2027-04-05T09:00", { title: "Retro 2" }));
    await mari!.undo(first);
    expect((await days(mari!)).map((line) => line.split(" 2027")[0])).toEqual([
      "Stand-up",
      "Stand-up",
      "Retro 2",
      "Stand-up",
      "Stand-up",
    ]);
  });

  test("resets the answers to the time of a moved occurrence", async () => {
    const moved = await change(mari!, event.id, one("2027-04-12T09:00", { times: at("2027-04-13", 9) }));
    await kofi!.answer(event.id, { rsvp: "accepted", occurrence: "2027-04-12T09:00" });
    await mari!.undo(moved);
    const seen = await kofi!.open(event.id, "2027-04-12T09:00");
    expect([seen.occurrence.startsAt, seen.occurrence.rsvp]).toEqual(["2027-04-12T08:00:00.000Z", "pending"]);
  });

  test("refuses to undo a move if an exception refers to the new times", async () => {
    const moved = await change(mari!, event.id, {
      scope: "all",
      occurrence: "2027-03-22T09:00",
      set: { times: at("2027-03-23", 9) },
    });
    await change(ines!, event.id, one("2027-04-20T09:00", { title: "Retro 3" }));
    const before = await days(mari!);
    expect(await refusedUndo(mari!, moved)).toBe("changed_meanwhile");
    expect(await days(mari!)).toEqual(before);
  });

  test("refuses to undo a split as a whole if either part has changed", async () => {
    const cut = await change(mari!, event.id, {
      scope: "following",
      occurrence: "2027-04-13T09:00",
      set: { location: "Attic" },
    });
    const before = await days(mari!);
    await change(ines!, event.id, { scope: "all", set: { description: "Head only" } });
    expect(await refusedUndo(mari!, cut)).toBe("changed_meanwhile");
    expect(await days(mari!)).toEqual(before);
  });
});
