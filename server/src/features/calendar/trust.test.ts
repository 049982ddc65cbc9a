import { administrationRoutes } from "@atoll/contract/administration/routes";
import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import { eventRoutes as routes } from "@atoll/contract/calendar/routes";
import type { NewEvent } from "@atoll/contract/calendar/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer } from "../../../test/for-file.ts";
import { createPlanners, type Planner } from "../../../test/planners.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let [mari, kofi, ines, greta]: Planner[] = [];

beforeAll(async () => {
  [mari, kofi, ines, greta] = await createPlanners(server, {
    Mari: { roles: ["user"], departments: ["Marketing"] },
    Kofi: { roles: ["user"], departments: ["Marketing"] },
    Ines: { roles: ["user"], departments: ["Backend"] },
    Greta: { roles: ["super_admin"] },
  });
});

const anHour = { start: "2027-03-10T10:00", end: "2027-03-10T11:00", zone: "Europe/Berlin" };
const events = async () =>
  Number(
    (
      await server.db
        .selectFrom("events")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("a rule, a date or a zone that", () => {
  const from1900 = { start: "1900-01-01T10:00", end: "1900-01-01T11:00" };
  test.each<[string, string, Partial<NewEvent>]>([
    [
      "takes more days to look at than the server does",
      "times_refused: rule",
      { ...from1900, rule: "FREQ=DAILY;BYMONTHDAY=31;BYDAY=SU;UNTIL=29991231" },
    ],
    [
      "takes more weeks to look at",
      "times_refused: rule",
      { ...from1900, rule: "FREQ=WEEKLY;BYMONTH=12;BYDAY=SU;UNTIL=29991231" },
    ],
    [
      "counts beyond the calendar from its beginning on",
      "times_refused: rule",
      { ...from1900, rule: "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=5000" },
    ],
    ["gives too many times", "times_refused: rule", { ...from1900, rule: "FREQ=WEEKLY;UNTIL=29991231" }],
    [
      "has no time left",
      "times_refused: rule",
      { ...anHour, rule: "FREQ=DAILY;COUNT=2", removed: [anHour.start, "2027-03-11T10:00"] },
    ],
    [
      "ends, in UTC, after the calendar",
      "times_refused: start",
      { start: "2199-12-31T23:00", end: "2199-12-31T23:30", zone: "America/New_York" },
    ],
    [
      "begins, in UTC, before the calendar",
      "times_refused: start",
      { start: "1900-01-01T00:00", end: "1900-01-01T00:30", zone: "Europe/Berlin" },
    ],
    ["is in no zone", "invalid_request: zone", { ...anHour, zone: "Mars/Olympus" }],
  ])("%s is refused, and leaves nothing behind", async (_what, refusal, more) => {
    const before = await events();
    const body = { id: uuidv7(), title: "Hostile", ...anHour, ...more };
    expect(await mari!.refused(routes.createEvent, { body })).toBe(refusal);
    expect(await events()).toBe(before);
  });

  test.each<[string, Partial<NewEvent>]>([
    [
      "gives few times in many years",
      {
        start: "1950-12-03T10:00",
        end: "1950-12-03T11:00",
        rule: "FREQ=WEEKLY;BYMONTH=12;BYDAY=SU;UNTIL=20491231",
      },
    ],
    [
      "counts beyond the calendar",
      {
        start: "2190-01-04T10:00",
        end: "2190-01-04T11:00",
        rule: "FREQ=WEEKLY;BYMONTH=1;BYDAY=MO;COUNT=5000",
      },
    ],
    [
      "has no time near today",
      { start: "1990-03-10T10:00", end: "1990-03-10T11:00", rule: "FREQ=YEARLY;INTERVAL=90" },
    ],
    [
      "reaches beyond the calendar",
      { start: "2199-06-01T10:00", end: "2199-06-01T11:00", rule: "FREQ=MONTHLY;COUNT=500" },
    ],
    ["is of a zone that PostgreSQL may not know", { zone: "US/Pacific-New", rule: "FREQ=WEEKLY" }],
  ])("%s is kept, and every list answers with it", async (_what, more) => {
    const title = `Kept ${uuidv7()}`;
    const event = await mari!.create({ ...anHour, ...more, title, invite: { personIds: [kofi!.id] } });
    for (const planner of [mari!, kofi!]) {
      expect((await planner.open(event.id)).title).toBe(title);
      const { startsAt } = (await planner.open(event.id)).occurrence;
      const at = Date.parse(startsAt);
      const query = {
        from: new Date(at - 3600_000).toISOString(),
        until: new Date(at + 3600_000).toISOString(),
      };
      const listed = await planner.client.call(routes.listEvents, { query });
      expect(listed.events.map(({ id }) => id)).toContain(event.id);
      const found = await planner.client.call(routes.searchEvents, { query: { query: title } });
      expect(found.items.map((item) => item.event.id)).toEqual([event.id]);
    }
    await kofi!.answer(event.id, { rsvp: "declined" });
    await mari!.change(event, { set: { title: `${title} later` } });
    await mari!.remove(await mari!.open(event.id));
  });
});

test("an event whose times cannot be sent is left out of lists, and does not make them fail", async () => {
  const { id: bad } = await mari!.create({ title: "Keelhaul sooner", invite: { personIds: [kofi!.id] } });
  const { id: good } = await mari!.create({ title: "Keelhaul later", invite: { personIds: [kofi!.id] } });
  // Stored as by a version that did not check instants.
  await sql`UPDATE event_occurrences SET starts_at = '2200-01-01T04:00Z', ends_at = '2200-01-01T05:00Z'
    WHERE event_id = ${bad}`.execute(server.db);
  const found = await kofi!.client.call(routes.searchEvents, { query: { query: "keelhaul" } });
  expect(found.items.map(({ event }) => event.id)).toEqual([good]);
  await expect
    .poll(async () => {
      const { items } = await kofi!.client.call(searchRoutes.searchEverywhere, {
        query: { query: "keelhaul" },
      });
      return items.map((hit) => hit.id);
    })
    .toContain(good);
});

describe("free time", () => {
  test("excludes an event only for those who may read it", async () => {
    const secret = await mari!.create({ ...anHour, visibility: "private", title: "Severance" });
    const body = {
      personIds: [mari!.id],
      from: "2027-03-10T00:00:00.000Z",
      until: "2027-03-11T00:00:00.000Z",
      zone: "Europe/Berlin",
      exceptEventId: secret.id,
    };
    const busy = async (who: Planner) =>
      (await who.client.call(freeRoutes.findTime, { body })).people[0]?.busy.filter(
        ({ startsAt }) => startsAt === "2027-03-10T09:00:00.000Z",
      ).length;
    expect(await busy(ines!)).toBe(1);
    expect(await busy(mari!)).toBe(0);
  });
});

describe("a calendar feed", () => {
  const feedOf = async (who: Planner) => (await who.client.call(icsRoutes.makeFeed, {})).url;
  const isRead = async (url: string) => (await fetch(new URL(url, server.url))).status === 200;
  test("ends when its person signs out everywhere", async () => {
    const [leaver] = await createPlanners(server, { Lena: { roles: ["user"] } });
    const url = await feedOf(leaver!);
    expect(await isRead(url)).toBe(true);
    await leaver!.client.call(identityRoutes.endSessions, {});
    expect(await isRead(url)).toBe(false);
  });

  test("ends when an administrator sets a new password", async () => {
    const [other] = await createPlanners(server, { Otto: { roles: ["user"] } });
    const url = await feedOf(other!);
    await greta!.client.call(administrationRoutes.setUserPassword, {
      params: { userId: other!.id },
      body: { password: "a brand new harbour 7" },
    });
    expect(await isRead(url)).toBe(false);
  });
});

test("a notification about one occurrence of a series opens that occurrence", async () => {
  const series = await mari!.create({
    ...anHour,
    title: "Stand-up",
    rule: "FREQ=DAILY;COUNT=5",
    invite: { personIds: [kofi!.id] },
  });
  const occurrence = "2027-03-12T10:00";
  const times = { allDay: false, start: "2027-03-12T15:00", end: "2027-03-12T16:00", zone: "Europe/Berlin" };
  await mari!.change(series, { scope: "this", occurrence, set: { times } });
  await everybodyNotified(server.db);
  const { items } = await kofi!.client.call(notificationRoutes.listNotifications, { query: {} });
  const entry = items.find(({ kind }) => kind === "event.moved");
  const address = new URL(entry?.link ?? "", "http://atoll.test");
  expect(Object.fromEntries(address.searchParams)).toEqual({ event: series.id, at: occurrence });
  expect((await kofi!.open(series.id, address.searchParams.get("at") ?? "")).occurrence.start).toBe(
    times.start,
  );
});
