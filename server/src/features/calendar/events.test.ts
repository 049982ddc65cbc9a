import { administrationRoutes } from "@atoll/contract/administration/routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import type { NewEvent } from "@atoll/contract/calendar/schemas";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { idsByName } from "../../../test/announcers.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";
import { createTaskRow } from "../../../test/task-factory.ts";

const server = sharedServer();
let [mari, kofi, ines, dev, greta]: Planner[] = [];
let departments: Record<string, string>;

beforeAll(async () => {
  [mari, kofi, ines, dev, greta] = await createPlanners(server, {
    Mari: { roles: ["user"], departments: ["Marketing"] },
    Kofi: { roles: ["user"], departments: ["Backend"] },
    Ines: { roles: ["user"], departments: ["Marketing"] },
    Dev: { roles: ["user"], departments: ["DevOps"] },
    Greta: { roles: ["admin"] },
  });
  departments = await idsByName(server.db, "departments");
});

const of = (eventId: string) => ({ params: { eventId } });

describe("an event", () => {
  test("belongs to its organiser and attendees, is created once when sent twice, and is hidden from others", async () => {
    const body = {
      id: uuidv7(),
      title: "Site visit",
      start: "2027-01-11T10:00",
      end: "2027-01-11T12:30",
      zone: "Europe/Lisbon",
      location: "Dock 4",
      invite: { personIds: [kofi!.id] },
    };
    const { event } = await mari!.client.call(routes.createEvent, { body });
    expect(event).toMatchObject({
      mayChange: true,
      isSeries: false,
      rsvp: "accepted",
      attendeeCount: 2,
      count: 1,
    });
    expect(event.occurrence).toMatchObject({
      startsAt: "2027-01-11T10:00:00.000Z",
      occurrence: "2027-01-11T10:00",
    });
    expect(event.attendees.map(({ person, rsvp }) => [person.name, rsvp])).toEqual([
      ["Mari", "accepted"],
      ["Kofi", "pending"],
    ]);
    const again = await mari!.client.call(routes.createEvent, { body });
    expect(again.event).toEqual(event);
    expect(await mari!.refused(routes.createEvent, { body: { ...body, title: "Other" } })).toBe(
      "event_id_taken",
    );
    expect(await kofi!.list("2027-01-11", "2027-01-12")).toEqual(["Site visit 2027-01-11T10:00"]);
    expect((await kofi!.open(event.id)).mayChange).toBe(false);
    for (const other of [ines!, greta!]) {
      expect(await other.list("2027-01-11", "2027-01-12")).toEqual([]);
      expect(await other.refused(routes.getEvent, { ...of(event.id), query: {} })).toBe("event_not_found");
    }
    const change = { ...of(event.id), body: { changeId: uuidv7(), version: 1, set: { title: "Mine" } } };
    expect(await kofi!.refused(routes.changeEvent, change)).toBe("forbidden");
    expect(await ines!.refused(routes.changeEvent, change)).toBe("event_not_found");
  });

  test("in a department's calendar is visible to its members, who see only a busy time if it is private", async () => {
    const inMarketing = {
      departmentId: departments.Marketing!,
      start: "2027-01-18T09:00",
      end: "2027-01-18T10:00",
    };
    const open = await mari!.create({ ...inMarketing, title: "Brand sync", location: "Heron" });
    const secret = await mari!.create({
      ...inMarketing,
      title: "Salary talk",
      location: "Curlew",
      description: "Nobody else",
      visibility: "private",
    });
    expect((await ines!.list("2027-01-18", "2027-01-19")).toSorted()).toEqual([
      "(busy) 2027-01-18T09:00",
      "Brand sync 2027-01-18T09:00",
    ]);
    expect(await dev!.list("2027-01-18", "2027-01-19")).toEqual([]);
    expect(
      await greta!.list("2027-01-18", "2027-01-19", { departmentId: departments.Marketing! }),
    ).toHaveLength(2);
    const department = {
      from: "2027-01-18T00:00:00Z",
      until: "2027-01-19T00:00:00Z",
      departmentId: departments.Marketing!,
    };
    expect(await dev!.refused(routes.listEvents, { query: department })).toBe("department_not_found");
    for (const other of [ines!, greta!]) {
      const seen = await other.open(secret.id);
      expect(seen).toMatchObject({
        isBusyOnly: true,
        title: "",
        location: "",
        description: "",
        organiser: null,
      });
      expect(seen).toMatchObject({ attendees: [], mayChange: false, attendeeCount: 0 });
      expect(JSON.stringify(seen)).not.toMatch(/Salary|Curlew|Nobody/);
    }
    expect((await greta!.open(open.id)).mayChange).toBe(true);
    expect((await ines!.open(open.id)).mayChange).toBe(false);
    const notTheirs = { body: { id: uuidv7(), ...inMarketing, title: "Sneak", zone: "UTC" } };
    expect(await dev!.refused(routes.createEvent, notTheirs)).toBe("department_not_found");
    const found = (who: Planner, query: string) =>
      who.client
        .call(routes.searchEvents, { query: { query } })
        .then(({ items }) => items.map(({ event }) => event.title));
    expect(await found(mari!, "SALARY tal")).toEqual(["Salary talk"]);
    expect(await found(ines!, "salary")).toEqual([]);
    expect(await found(ines!, "heron brand")).toEqual(["Brand sync"]);
    for (const [from, until, titles] of [
      ["2027-01-18T09:30:00Z", "2027-01-18T12:00:00Z", ["Brand sync"]],
      ["2027-01-18T10:00:00Z", "2027-01-18T12:00:00Z", []],
    ] as const) {
      const query = { query: "heron brand", from, until };
      const { items } = await ines!.client.call(routes.searchEvents, { query });
      expect(items.map(({ event }) => event.title)).toEqual(titles);
    }
  });

  test("planned for a task is listed there to readers of the task who may read the event", async () => {
    const departmentId = departments.Marketing ?? "";
    const taskId = await createTaskRow(server.db, mari!.id, {
      title: "Tide poster",
      department_id: departmentId,
    });
    const block = { kind: "task" as const, taskId, start: "2027-07-05T09:00", end: "2027-07-05T10:00" };
    await mari!.create({ ...block, title: "Draw", rule: "FREQ=DAILY;COUNT=2" });
    await mari!.create({ ...block, title: "Print", departmentId });
    await mari!.create({ ...block, title: "Quiet hour", departmentId, visibility: "private" });
    const planned = async (who: Planner) =>
      (await who.client.call(routes.listTaskEvents, { params: { taskId }, query: {} })).items
        .map(({ event }) => event.title)
        .toSorted();
    expect(await planned(mari!)).toEqual(["Draw", "Print", "Quiet hour"]);
    expect(await planned(ines!)).toEqual(["Print"]);
    const ofIt = { params: { taskId }, query: {} };
    expect(await dev!.refused(routes.listTaskEvents, ofIt)).toBe("task_not_found");
    // A viewer who may not read a task cannot plan an event for it.
    const strange = { body: { id: uuidv7(), title: "Mine", zone: "UTC", ...block } };
    expect(await dev!.refused(routes.createEvent, strange)).toBe("task_not_found");
  });

  test("is on its day in every time zone when it lasts all day", async () => {
    await mari!.create({
      title: "Sprint",
      allDay: true,
      start: "2026-11-20",
      end: "2026-11-21",
      zone: "Europe/Lisbon",
    });
    const onDay = async (zone: string, from: string, until: string) =>
      (await mari!.client.call(routes.listEvents, { query: { from, until, zone } })).items.length;
    expect(await onDay("Pacific/Auckland", "2026-11-19T11:00:00Z", "2026-11-20T11:00:00Z")).toBe(1);
    expect(await onDay("Pacific/Auckland", "2026-11-20T11:00:00Z", "2026-11-21T11:00:00Z")).toBe(0);
    expect(await onDay("Pacific/Honolulu", "2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z")).toBe(1);
    expect(await onDay("Pacific/Honolulu", "2026-11-19T10:00:00Z", "2026-11-20T10:00:00Z")).toBe(0);
  });

  test("is listed on each day that it lasts, even if it is the longest of its series", async () => {
    const [lea] = await createPlanners(server, { Lea: { roles: ["user"] } });
    const event = await lea!.create({
      title: "Watch",
      start: "2027-05-03T09:00",
      end: "2027-05-03T10:00",
      zone: "UTC",
      rule: "FREQ=WEEKLY;COUNT=3",
    });
    const times = { allDay: false, start: "2027-05-10T09:00", end: "2027-05-14T18:00", zone: "UTC" };
    await lea!.change(event, { scope: "this", occurrence: "2027-05-10T09:00", set: { times } });
    expect(await lea!.list("2027-05-13", "2027-05-14")).toEqual(["Watch 2027-05-10T09:00"]);
    expect(await lea!.list("2027-05-15", "2027-05-17")).toEqual([]);
    const days = { allDay: true, start: "2027-05-17", end: "2027-05-18", zone: "UTC" };
    const body = { changeId: uuidv7(), version: 2, scope: "this" as const, set: { times: days } };
    const change = { ...of(event.id), body: { ...body, occurrence: "2027-05-17T09:00" } };
    expect(await lea!.refused(routes.changeEvent, change)).toBe("times_refused: set.times.allDay");
  });

  test("with invalid fields is refused with the reason at the field, and nothing is stored", async () => {
    const reason = async (wanted: object) => {
      const body = {
        id: uuidv7(),
        title: "Odd",
        start: "2027-02-01T10:00",
        end: "2027-02-01T11:00",
        zone: "UTC",
        ...wanted,
      };
      return mari!.refused(routes.createEvent, { body });
    };
    expect(await reason({ end: "2027-02-01T09:00" })).toEqual("times_refused: end");
    expect(await reason({ rule: "FREQ=HOURLY" })).toEqual("times_refused: rule");
    expect(await reason({ rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" })).toEqual("times_refused: rule");
    expect(await reason({ rule: "FREQ=DAILY;COUNT=10000" })).toEqual("times_refused: rule");
    expect(await mari!.list("2027-02-01", "2027-02-02")).toEqual([]);
  });
});

describe("a series", () => {
  const weekly = {
    title: "Stand-up",
    start: "2027-03-22T09:00",
    end: "2027-03-22T09:15",
    zone: "Europe/Lisbon",
    rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4",
  };
  const march = ["2027-03-20", "2027-05-20"] as const;
  const starts = (list: string[]) => list.map((one) => one.replace(/^.* 2027-/, ""));

  test("keeps its wall time when clocks change, and is paged by start", async () => {
    const event = await dev!.create(weekly);
    expect(starts(await dev!.list(...march))).toEqual([
      "03-22T09:00",
      "03-29T08:00",
      "04-05T08:00",
      "04-12T08:00",
    ]);
    expect(event).toMatchObject({ isSeries: true, count: 4, followingCount: 4 });
    const query = { from: "2027-03-20T00:00:00Z", until: "2027-05-20T00:00:00Z", limit: 3 };
    const first = await dev!.client.call(routes.listEvents, { query });
    const rest = await dev!.client.call(routes.listEvents, {
      query: { ...query, cursor: first.nextCursor! },
    });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 1, null]);
    expect([first, rest].map(({ events }) => events.map(({ id }) => id))).toEqual([[event.id], [event.id]]);
    // The prefetch finds a series that may have an occurrence in the range but has none on the page. It must not be
    // listed.
    const between = { from: "2027-03-30T00:00:00Z", until: "2027-04-03T00:00:00Z" };
    expect(await dev!.client.call(routes.listEvents, { query: between })).toEqual({
      items: [],
      events: [],
      nextCursor: null,
    });
    await dev!.remove(event);
    expect(await dev!.list(...march)).toEqual([]);
  });

  test("changes one occurrence alone and resets its answers, and leaves the others as they were", async () => {
    const event = await dev!.create({ ...weekly, invite: { personIds: [kofi!.id] } });
    await kofi!.answer(event.id, { rsvp: "accepted" });
    const times = {
      allDay: false,
      start: "2027-03-30T14:00",
      end: "2027-03-30T14:30",
      zone: "Europe/Lisbon",
    };
    const changed = await dev!.change(event, {
      scope: "this",
      occurrence: "2027-03-29T09:00",
      set: { times, title: "Late" },
    });
    expect(changed?.version).toBe(2);
    expect(await dev!.list(...march)).toEqual([
      "Stand-up 2027-03-22T09:00",
      "Late 2027-03-30T13:00",
      "Stand-up 2027-04-05T08:00",
      "Stand-up 2027-04-12T08:00",
    ]);
    expect((await kofi!.open(event.id, "2027-03-29T09:00")).occurrence.rsvp).toBe("pending");
    expect((await kofi!.open(event.id, "2027-04-05T09:00")).occurrence.rsvp).toBe("accepted");
    await kofi!.answer(event.id, { rsvp: "declined", occurrence: "2027-03-29T09:00", note: "Dentist" });
    await kofi!.answer(event.id, { rsvp: "tentative" });
    expect((await kofi!.open(event.id, "2027-03-29T09:00")).occurrence.rsvp).toBe("declined");
    // All occurrences: the moved one keeps its day and answer, and the others move to Tuesdays, an hour later.
    const later = {
      allDay: false,
      start: "2027-04-06T10:00",
      end: "2027-04-06T10:15",
      zone: "Europe/Lisbon",
    };
    const all = await dev!.change(
      { id: event.id, version: 2 },
      { occurrence: "2027-04-05T09:00", set: { times: later } },
    );
    expect(all?.rule).toBe("FREQ=WEEKLY;BYDAY=TU;COUNT=4");
    expect(starts(await dev!.list(...march))).toEqual([
      "03-23T10:00",
      "03-30T13:00",
      "04-06T09:00",
      "04-13T09:00",
    ]);
    const asked = await kofi!.open(event.id, "2027-03-30T10:00");
    expect([asked.rsvp, asked.occurrence.rsvp, asked.occurrence.title]).toEqual([
      "pending",
      "declined",
      "Late",
    ]);
    const back = { scope: "this" as const, asSeries: true };
    const params = of(event.id);
    const refused = async (body: object) =>
      dev!.refused(routes.changeEvent, {
        ...params,
        body: { changeId: uuidv7(), version: 3, ...back, ...body },
      });
    expect(await refused({ occurrence: "2027-04-06T10:00" })).toBe("occurrence_not_found");
    expect(await refused({ occurrence: "2027-03-30T10:00", scope: "all" })).toBe("occurrence_not_found");
    expect(await refused({ occurrence: "2027-03-30T10:00", set: { title: "More" } })).toBe(
      "invalid_request: asSeries",
    );
    await dev!.change({ id: event.id, version: 3 }, { ...back, occurrence: "2027-03-30T10:00" });
    expect((await dev!.list(...march))[1]).toBe("Stand-up 2027-03-30T09:00");
    expect((await kofi!.open(event.id, "2027-03-30T10:00")).occurrence).toMatchObject({
      isException: false,
      rsvp: "pending",
    });
    // A cancelled occurrence is listed while it is in the future, and can be restored.
    await dev!.remove({ id: event.id, version: 4 }, { scope: "this", occurrence: "2027-04-13T10:00" });
    expect((await kofi!.open(event.id)).cancelled).toEqual(["2027-04-13T10:00"]);
    expect(await dev!.list(...march)).toHaveLength(3);
    const changeId = uuidv7();
    await dev!.change({ id: event.id, version: 5 }, { ...back, occurrence: "2027-04-13T10:00" }, changeId);
    expect((await kofi!.open(event.id)).cancelled).toEqual([]);
    expect(await dev!.list(...march)).toHaveLength(4);
    await dev!.undo(changeId);
    expect(await dev!.list(...march)).toHaveLength(3);
    await dev!.remove(await dev!.open(event.id));
  });

  test("is split by this and following with COUNT and later exceptions, and an undo restores it whole", async () => {
    const event = await dev!.create({ ...weekly, invite: { personIds: [kofi!.id] } });
    await dev!.remove(event, { scope: "this", occurrence: "2027-04-12T09:00" });
    const changeId = uuidv7();
    const times = {
      allDay: false,
      start: "2027-03-29T16:00",
      end: "2027-03-29T17:00",
      zone: "Europe/Lisbon",
    };
    const change = {
      scope: "following" as const,
      occurrence: "2027-03-29T09:00",
      set: { times, title: "Review" },
    };
    const tail = await dev!.change({ id: event.id, version: 2 }, change, changeId);
    expect(tail).toMatchObject({
      title: "Review",
      rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=3",
      count: 2,
      attendeeCount: 2,
    });
    expect(tail!.id).not.toBe(event.id);
    const after = ["Stand-up 2027-03-22T09:00", "Review 2027-03-29T15:00", "Review 2027-04-05T15:00"];
    expect(await kofi!.list(...march)).toEqual(after);
    const again = await dev!.change({ id: event.id, version: 2 }, change, changeId);
    expect(again?.id).toBe(tail!.id);
    expect(await kofi!.list(...march)).toEqual(after);
    await dev!.undo(changeId);
    expect(starts(await kofi!.list(...march))).toEqual(["03-22T09:00", "03-29T08:00", "04-05T08:00"]);
    const undo = { params: { changeId } };
    expect(await dev!.refused(routes.undoEventChange, undo)).toBe("event_change_not_found");
    // All occurrences follow the first one, so the series is changed in place.
    const now = await dev!.open(event.id);
    const whole = await dev!.change(now, {
      scope: "following",
      occurrence: "2027-03-22T09:00",
      set: { title: "New" },
    });
    expect(whole?.id).toBe(event.id);
    await dev!.remove(whole!);
  });

  test("ends before an occurrence deleted with all that follow, and refuses a change of an outdated version", async () => {
    const event = await dev!.create(weekly);
    const part = { scope: "following" as const, occurrence: "2027-04-05T09:00" };
    const changeId = await dev!.remove(event, part);
    expect(starts(await dev!.list(...march))).toEqual(["03-22T09:00", "03-29T08:00"]);
    const stale = { ...of(event.id), body: { changeId: uuidv7(), version: event.version, ...part } };
    expect(await dev!.refused(routes.deleteEvent, stale)).toBe("changed_meanwhile");
    const none = { ...of(event.id), body: { changeId: uuidv7(), version: 2, ...part } };
    expect(await dev!.refused(routes.deleteEvent, none)).toBe("occurrence_not_found");
    await dev!.undo(changeId);
    expect(await dev!.list(...march)).toHaveLength(4);
    // An answer given since a change stays when the change is undone.
    const invitedBy = await dev!.change(await dev!.open(event.id), { invite: { personIds: [kofi!.id] } });
    const renaming = uuidv7();
    await dev!.change(invitedBy!, { set: { title: "Renamed" } }, renaming);
    await kofi!.answer(event.id, { rsvp: "accepted" });
    await dev!.undo(renaming);
    const now = await dev!.open(event.id);
    expect([now.title, now.counts.accepted]).toEqual(["Stand-up", 2]);
    const deleted = await dev!.remove(now);
    await dev!.undo(deleted);
    expect(await dev!.list(...march)).toHaveLength(4);
    await dev!.remove(await dev!.open(event.id));
  });
});

describe("events of a person who leaves", () => {
  test("go to the heir if they could read them, else to an attendee, and private ones to nobody", async () => {
    const [gil, hal] = await createPlanners(server, {
      Gil: { departments: ["Marketing"] },
      Hal: { departments: ["Marketing"] },
    });
    const ofDepartment = { departmentId: departments.Marketing! };
    const withKofi = { invite: { personIds: [kofi!.id] } };
    const past = { start: "2026-01-12T09:00", end: "2026-01-12T10:00" };
    const toCome = { start: "2098-03-10T10:00", end: "2098-03-10T11:00" };
    const shared = await gil!.create({ title: "Plan", ...toCome, ...ofDepartment });
    const secret = await gil!.create({
      title: "Offer",
      ...toCome,
      visibility: "private",
      ...ofDepartment,
      ...withKofi,
    });
    const talk = await gil!.create({ title: "Talk", ...toCome, ...withKofi });
    const over = await gil!.create({ title: "Over", ...past, ...withKofi });
    const own = await gil!.create({ title: "Focus", ...toCome });
    const params = { userId: gil!.id };
    const { owned } = await greta!.client.call(administrationRoutes.countOwned, { params });
    expect(owned).toEqual([{ kind: "events to come", count: 3 }]);
    await greta!.client.call(administrationRoutes.deleteUser, { params, body: { handOverTo: hal!.id } });

    expect(await hal!.open(shared.id)).toMatchObject({ mayChange: true, rsvp: "accepted", version: 2 });
    for (const { id } of [secret, talk]) {
      const now = await kofi!.open(id);
      expect([now.organiser?.name, now.mayChange, now.rsvp]).toEqual(["Kofi", true, "accepted"]);
    }
    expect(await hal!.open(secret.id)).toMatchObject({ isBusyOnly: true, mayChange: false });
    expect((await kofi!.open(over.id)).organiser).toMatchObject({ name: "Gil", isFormer: true });
    for (const other of [hal!, kofi!, greta!])
      expect(await other.refused(routes.getEvent, { ...of(own.id), query: {} })).toBe("event_not_found");
    const renamed = await kofi!.change(await kofi!.open(talk.id), { set: { title: "Farewell" } });
    expect(renamed?.title).toBe("Farewell");
  });
});

describe("the dashboard's card of today", () => {
  test("lists the events of today in the person's time zone, in order, without declined ones", async () => {
    const [lea] = await createPlanners(server, { Lea: { departments: ["Backend"] } });
    // A time zone in which it is about noon, so that the test does not cross midnight.
    const hoursAhead = 12 - new Date().getUTCHours();
    const timeZone = hoursAhead === 0 ? "UTC" : `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
    await server.db
      .updateTable("accounts")
      .set({ preferences: JSON.stringify({ timeZone }) })
      .where("id", "=", lea!.id)
      .execute();
    const noon = new Date(Math.floor(Date.now() / 3600_000) * 3600_000 + hoursAhead * 3600_000);
    const day = (after: number) => new Date(noon.getTime() + after * 86_400_000).toISOString().slice(0, 10);
    const at = (title: string, from: string, to: string, more: Partial<NewEvent> = {}) => ({
      title,
      start: `${day(0)}T${from}`,
      end: `${day(0)}T${to}`,
      zone: timeZone,
      ...more,
    });
    await lea!.create(at("Late", "21:00", "23:30"));
    await lea!.create(at("Early", "06:00", "06:30"));
    await lea!.create({
      ...at("Tomorrow", "09:00", "10:00"),
      start: `${day(1)}T09:00`,
      end: `${day(1)}T10:00`,
    });
    await lea!.create({ title: "Fair", allDay: true, start: day(0), end: day(1), zone: "Pacific/Auckland" });
    await dev!.create(at("Theirs", "10:00", "11:00"));
    await kofi!.create(at("Team", "10:00", "11:00", { departmentId: departments.Backend! }));
    const invite = { personIds: [lea!.id] };
    await kofi!.create(at("Asked", "11:00", "12:00", { invite }));
    const declined = await kofi!.create(at("Declined", "12:00", "13:00", { invite }));
    await lea!.answer(declined.id, { rsvp: "declined" });
    const { contents } = await lea!.client.call(dashboardRoutes.getDashboard, {});
    const content = contents.find(({ cardId }) => cardId === "events")?.content;
    expect(content?.type === "events" && content.items.map(({ event }) => event.title)).toEqual([
      "Fair",
      "Early",
      "Team",
      "Asked",
      "Late",
    ]);
  });
});
