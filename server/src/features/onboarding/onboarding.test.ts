import { administrationRoutes } from "@atoll/contract/administration/routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import type { OnboardingItem, OpenOnboarding } from "@atoll/contract/onboarding/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { idsByName } from "../../../test/announcers.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../test/knowledge.ts";
import { startWanted } from "./start-wanted.ts";

const server = sharedServer();
let [hanne, noor, greta]: Writer[] = [];
let roleId: string;
let departmentIds: Record<string, string>;
let articleId: string;
let sopId: string;
let pathId: string;

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const of = (onboardingId: string) => ({ params: { onboardingId } });
const ofItem = (onboardingId: string, itemId: string) => ({ params: { onboardingId, itemId } });
const item = (kind: string, at: number, more: object = {}) =>
  ({ id: uuidv7(), kind, day: at, ...more }) as never;

beforeAll(async () => {
  // The days of this file are counted from today, on whichever weekday it runs.
  await sql`UPDATE company SET working_days = '{1,2,3,4,5,6,7}'`.execute(server.db);
  const lead = await createRole(server.db, {
    name: "people office",
    permissions: ["onboarding:manage", "tasks:create"],
  });
  roleId = (await createRole(server.db, { name: "newcomer", permissions: [] })).id;
  departmentIds = await idsByName(server.db, "departments");
  hanne = await createWriter(server, "Hanne", { roles: ["user", lead.name] });
  noor = await createWriter(server, "Noor");
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  articleId = await createArticleRow(server.db, greta.id, { title: "How we write" });
  sopId = await createArticleRow(server.db, greta.id, {
    title: "Release the portal",
    kind: "sop",
    must_read_version: 1,
  });
  pathId = await newPath({ roleIds: [roleId] });
});

async function newPath(more: object = {}): Promise<string> {
  const id = uuidv7();
  const body = {
    id,
    name: "Content marketer",
    ownerId: hanne!.id,
    stages: [
      { name: "Before you start", day: -5 },
      { name: "Week 1", day: 1 },
      { name: "Week 4", day: 22 },
    ],
    items: [
      item("text", 0, { title: "Send your papers" }),
      item("read", 2, { articleId }),
      item("sop", 3, { articleId: sopId }),
      item("task", 4, { title: "Connect your calendar" }),
      item("event", 5, { title: "1:1", time: "14:30" }),
      item("meet", 6, { meets: "buddy" }),
      item("task", 30, { title: "Plan a campaign" }),
      item("text", 1, { title: "Order a laptop", doer: "manager" }),
    ],
    ...more,
  };
  await hanne!.client.call(routes.createPath, { body });
  await hanne!.client.call(routes.publishPath, { params: { pathId: id } });
  return id;
}

const own = async (who: Writer) => (await who.client.call(routes.listOwnOnboardings, {})).items;
const open = async (who: Writer, id: string) =>
  (await who.client.call(routes.getOnboarding, of(id))).onboarding;
const find = (onboarding: OpenOnboarding, name: string): OnboardingItem =>
  onboarding.items.find(({ title, kind }) => title === name || kind === name)!;
const giveRole = (userId: string, id = roleId) =>
  sql`INSERT INTO user_roles (user_id, role_id) VALUES (${userId}, ${id}) ON CONFLICT DO NOTHING`.execute(
    server.db,
  );
const takeRole = (userId: string) =>
  sql`DELETE FROM user_roles WHERE user_id = ${userId} AND role_id = ${roleId}`.execute(server.db);

/** Creates a newcomer on the path, once the first tasks and meetings exist. */
async function newcomer(name: string): Promise<{ who: Writer; id: string }> {
  const who = await createWriter(server, name, { roles: ["user", "newcomer"] });
  await expect
    .poll(async () => find((await own(who))[0] ?? ({ items: [] } as never), "1:1")?.eventId)
    .toBeTruthy();
  return { who, id: (await own(who))[0]!.id };
}

describe("a path", () => {
  test("starts for an account created with its role, with a copy of every item on its day", async () => {
    const { users } = { users: administrationRoutes };
    const { user } = await greta!.client.call(users.createUser, {
      body: {
        name: "Bea Santoro",
        email: "bea@example.test",
        password: "seven herons on a pier",
        roleIds: [roleId],
      },
    });
    const listed = async () =>
      (await hanne!.client.call(routes.listOnboardings, { query: {} })).items.find(
        ({ person }) => person.id === user.id,
      );
    await expect.poll(async () => (await listed())?.state).toBe("running");
    const there = await open(hanne!, (await listed())!.id);
    expect(there).toMatchObject({
      startOn: day(0),
      total: 7,
      done: 0,
      manager: { name: "Hanne" },
      buddy: null,
    });
    expect(there.stages.map(({ name, total }) => [name, total])).toEqual([
      ["Before you start", 1],
      ["Week 1", 5],
      ["Week 4", 1],
    ]);
    expect(find(there, "How we write")).toMatchObject({ dueOn: day(1), article: { id: articleId } });
    expect(find(there, "Plan a campaign")).toMatchObject({ dueOn: day(29), taskId: null });
  });

  test("starts for an account once it is approved, and not for people who were there before", async () => {
    const { departments } = { departments: departmentIds };
    await newPath({ name: "Backend", departmentIds: [departments.Backend!] });
    const waiting = await server.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "pending")
      .executeTakeFirstOrThrow();
    const late = await createWriter(server, "Late");
    await sql`DELETE FROM user_roles WHERE user_id = ${late.id}`.execute(server.db);
    await giveRole(late.id, waiting.id);
    await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${late.id}, ${departments.Backend!})`.execute(
      server.db,
    );
    // The row for the role below already exists. An unchanged row must not suppress the announcement.
    await sql`INSERT INTO onboarding_wanted (person_id, thing_id)
      SELECT ${late.id}, id FROM roles WHERE name = 'user' ON CONFLICT DO NOTHING`.execute(server.db);
    while (await startWanted(server.db));
    const count = async () =>
      (await server.db.selectFrom("onboardings").select("id").where("person_id", "=", late.id).execute())
        .length;
    expect(await count()).toBe(0);
    await sql`DELETE FROM user_roles WHERE user_id = ${late.id}`.execute(server.db);
    const user = await server.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "user")
      .executeTakeFirstOrThrow();
    await giveRole(late.id, user.id);
    await expect.poll(count).toBe(1);
    expect(await own(noor!)).toEqual([]);
  });

  test("starts once, however many start it concurrently, by hand and automatically", async () => {
    const who = await createWriter(server, "Twice");
    const body = () => ({ id: uuidv7(), pathId, personId: who.id, startOn: day(0), managerId: hanne!.id });
    const [first, second] = [body(), body()];
    const byHand = (one: ReturnType<typeof body>) =>
      hanne!.client.call(routes.startOnboarding, { body: one }).then(
        () => "started",
        () => "refused",
      );
    await giveRole(who.id);
    await Promise.all([
      byHand(first),
      byHand(second),
      byHand(first),
      startWanted(server.db),
      startWanted(server.db),
    ]);
    await expect.poll(async () => (await own(who)).length).toBe(1);
    const mine = async () =>
      (await own(who))[0]!.items.filter(({ taskId, eventId }) => taskId !== null || eventId !== null).length;
    await expect.poll(mine).toBe(2);
    const tasks = await server.db
      .selectFrom("tasks")
      .select("id")
      .where("assignee_id", "=", who.id)
      .execute();
    expect(tasks).toHaveLength(1);
    expect(await hanne!.refused(routes.startOnboarding, { body: { ...body(), startOn: day(3) } })).toBe(
      "onboarding_there",
    );
  });

  test("stops when the role is removed, and resumes in the same state when it is given again", async () => {
    const { who, id } = await newcomer("Again");
    const text = find(await open(who, id), "Send your papers");
    await who.client.call(routes.tickOnboardingItem, ofItem(id, text.id));
    await takeRole(who.id);
    await expect.poll(async () => (await open(who, id)).state).toBe("stopped");
    await giveRole(who.id);
    await expect.poll(async () => (await open(who, id)).state).toBe("running");
    const all = await own(who);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ id, done: 1 });
    await hanne!.client.call(routes.stopOnboarding, of(id));
    await takeRole(who.id);
    await giveRole(who.id);
    while (await startWanted(server.db));
    expect((await open(who, id)).state).toBe("stopped");
    expect((await hanne!.client.call(routes.resumeOnboarding, of(id))).onboarding.state).toBe("running");
  });

  test("moves only untouched items when the first day moves", async () => {
    const { who, id } = await newcomer("Mover");
    const before = await open(who, id);
    await who.client.call(routes.tickOnboardingItem, ofItem(id, find(before, "Send your papers").id));
    await hanne!.client.call(routes.moveOnboardingItem, {
      ...ofItem(id, find(before, "meet").id),
      body: { dueOn: day(20) },
    });
    const { onboarding } = await hanne!.client.call(routes.changeOnboarding, {
      ...of(id),
      body: { startOn: day(10), revision: before.revision },
    });
    const dueOn = (name: string) => find(onboarding, name).dueOn;
    expect(dueOn("Send your papers")).toBe(day(-1));
    expect(dueOn("How we write")).toBe(day(11));
    expect(dueOn("Connect your calendar")).toBe(day(3));
    expect(dueOn("1:1")).toBe(day(4));
    expect(dueOn("meet")).toBe(day(20));
    expect(dueOn("Plan a campaign")).toBe(day(39));
    const stale = { ...of(id), body: { startOn: day(1), revision: before.revision } };
    expect(await hanne!.refused(routes.changeOnboarding, stale)).toBe("changed_meanwhile");
    expect(
      await who.refused(routes.changeOnboarding, { ...of(id), body: { startOn: day(1), revision: 2 } }),
    ).toBe("forbidden");
  });
});

describe("a new first day", () => {
  test("moves tasks and meetings on request, with their times, and items to working days", async () => {
    const { who, id } = await newcomer("Later");
    const before = await open(who, id);
    const { eventId } = find(before, "1:1");
    const { taskId } = find(before, "Connect your calendar");
    const { setUp } = { setUp: await greta!.client.call(companyRoutes.getSetUp, {}) };
    const { version } = setUp.company;
    await greta!.client.call(companyRoutes.updateCompany, {
      body: { version, workingDays: [1, 2, 3, 4, 5] },
    });
    // A Friday, so that days 2 and 3 are a weekend, and day 4 a Monday.
    const startOn = "2027-01-01";
    const { onboarding } = await hanne!.client.call(routes.changeOnboarding, {
      ...of(id),
      body: { startOn, movesMade: true, revision: before.revision },
    });
    expect(find(onboarding, "How we write").dueOn).toBe("2027-01-04");
    expect(find(onboarding, "Send your papers").dueOn).toBe("2026-12-31");
    expect(find(onboarding, "Connect your calendar").dueOn).toBe("2027-01-04");
    expect(find(onboarding, "1:1").dueOn).toBe("2027-01-05");
    expect(
      await server.db
        .selectFrom("events")
        .select(["starts", "ends"])
        .where("id", "=", eventId)
        .executeTakeFirst(),
    ).toEqual({
      starts: expect.stringMatching("2027-01-05T14:30"),
      ends: expect.stringMatching("2027-01-05T1"),
    });
    const { rows } =
      await sql`SELECT to_char(due_date, 'YYYY-MM-DD') AS due FROM tasks WHERE id = ${taskId}`.execute(
        server.db,
      );
    expect(rows).toEqual([{ due: "2027-01-04" }]);
    await sql`UPDATE company SET working_days = '{1,2,3,4,5,6,7}'`.execute(server.db);
  });
});

describe("an item", () => {
  test("is ticked when the page is read, the procedure confirmed or the task done, and not by hand", async () => {
    const { who, id } = await newcomer("Reader");
    const there = await open(who, id);
    const doneAt = async (name: string) => find(await open(who, id), name).doneAt;
    const page = find(there, "How we write");
    expect(page.canTick).toBe(false);
    expect(await who.refused(routes.tickOnboardingItem, ofItem(id, page.id))).toBe("item_ticked_by_itself");
    await who.client.call(knowledgeRoutes.markArticleRead, who.of(articleId));
    expect(await doneAt("How we write")).not.toBeNull();
    await who.client.call(knowledgeRoutes.markArticleRead, who.of(sopId));
    expect(await doneAt("Release the portal")).toBeNull();
    await who.confirm(sopId, 1);
    expect(await doneAt("Release the portal")).not.toBeNull();
    const { taskId } = find(there, "Connect your calendar");
    const status = (value: "done" | "todo") =>
      who.client.call(taskRoutes.changeTask, {
        params: { taskId: taskId! },
        body: { changeId: uuidv7(), status: value } as never,
      });
    await status("done");
    expect(await doneAt("Connect your calendar")).not.toBeNull();
    await status("todo");
    expect(await doneAt("Connect your calendar")).toBeNull();
  });

  test("is done from the start if its page was read before", async () => {
    const who = await createWriter(server, "Early");
    await who.client.call(knowledgeRoutes.markArticleRead, who.of(articleId));
    await giveRole(who.id);
    await expect.poll(async () => (await own(who)).length).toBe(1);
    expect(find((await own(who))[0]!, "How we write").doneAt).not.toBeNull();
  });

  test("does not name a page that the newcomer cannot read", async () => {
    const secret = await createArticleRow(server.db, greta!.id, {
      title: "Salaries",
      department_ids: [departmentIds.DevOps!],
    });
    const id = uuidv7();
    const body = {
      id,
      name: "Odd",
      ownerId: greta!.id,
      departmentIds: [departmentIds.DevOps!],
      items: [item("read", 1, { articleId: secret })],
    };
    expect(await hanne!.refused(routes.createPath, { body })).toBe("article_not_found");
    await greta!.client.call(routes.createPath, { body });
    await greta!.client.call(routes.publishPath, { params: { pathId: id } });
    const who = await createWriter(server, "Curious");
    const start = { id: uuidv7(), pathId: id, personId: who.id, startOn: day(0), managerId: greta!.id };
    await greta!.client.call(routes.startOnboarding, { body: start });
    expect(JSON.stringify(await open(who, start.id))).not.toContain("Salaries");
    expect(find(await open(greta!, start.id), "Salaries").article?.id).toBe(secret);
    expect((await who.inbox()).join()).not.toContain("Salaries");
  });

  test("is in the inbox from its due day until it is done, and a manager's item in the manager's inbox", async () => {
    const { who, id } = await newcomer("Due");
    const due = "“Send your papers” is due on “Content marketer”";
    await expect.poll(() => who.inbox()).toContain(due);
    expect((await hanne!.inbox()).filter((title) => title.startsWith("“Order a laptop” is due"))).not.toEqual(
      [],
    );
    await who.client.call(
      routes.tickOnboardingItem,
      ofItem(id, find(await open(who, id), "Send your papers").id),
    );
    await expect.poll(() => who.inbox()).not.toContain(due);
    const laptop = find(await open(hanne!, id), "Order a laptop");
    expect(await who.refused(routes.tickOnboardingItem, ofItem(id, laptop.id))).toBe("forbidden");
    await hanne!.client.call(routes.tickOnboardingItem, ofItem(id, laptop.id));
    const again = await hanne!.client.call(routes.tickOnboardingItem, ofItem(id, laptop.id));
    expect(find(again.onboarding, "Order a laptop").doneBy?.name).toBe("Hanne");
  });

  test("with a person to meet is booked once, and follows a moved or cancelled meeting", async () => {
    const { who, id } = await newcomer("Meets");
    const { revision, items } = await open(who, id);
    const meet = items.find(({ kind }) => kind === "meet")!;
    const booking = { ...ofItem(id, meet.id), body: { start: "2027-03-01T12:30", zone: "UTC", minutes: 45 } };
    expect(await who.refused(routes.bookOnboardingMeeting, booking)).toBe("forbidden");
    await hanne!.client.call(routes.changeOnboarding, { ...of(id), body: { buddyId: noor!.id, revision } });
    for (const start of ["2199-12-31T23:59", "2027-02-31T10:00", "2199-12-31T10:00"])
      expect(
        await who.refused(routes.bookOnboardingMeeting, { ...booking, body: { ...booking.body, start } }),
      ).toBe("invalid_request");
    const late = { ...ofItem(id, meet.id), body: { dueOn: "2199-12-31" } };
    expect(await hanne!.refused(routes.moveOnboardingItem, late)).toBe("invalid_request");
    await Promise.all([
      who.client.call(routes.bookOnboardingMeeting, booking),
      who.client.call(routes.bookOnboardingMeeting, booking),
    ]);
    const booked = find(await open(who, id), "meet");
    expect(booked).toMatchObject({ dueOn: "2027-03-01", time: "12:30", person: { name: "Noor" } });
    const events = await server.db
      .selectFrom("events")
      .select("id")
      .where("organiser_id", "=", who.id)
      .execute();
    expect(events).toEqual([{ id: booked.eventId }]);
    const params = { eventId: booked.eventId! };
    const { event } = await who.client.call(eventRoutes.getEvent, { params, query: {} });
    const body = {
      changeId: uuidv7(),
      version: event.version,
      set: { times: { allDay: false, start: "2027-03-02T09:00", end: "2027-03-02T09:45", zone: "UTC" } },
    };
    await who.client.call(eventRoutes.changeEvent, { params, body: body as never });
    expect(find(await open(who, id), "meet")).toMatchObject({ dueOn: "2027-03-02", time: "09:00" });
  });
});

describe("people who lead", () => {
  test("see the progress of their people, and can remind each once a day", async () => {
    const { who, id } = await newcomer("Behind");
    const figures = await hanne!.client.call(routes.getOnboardingFigures, {});
    expect(figures.onPath).toBeGreaterThan(0);
    expect(figures.withoutBuddy.map(({ onboardingId }) => onboardingId)).toContain(id);
    expect(figures.ownItems.map(({ onboardingId }) => onboardingId)).toContain(id);
    expect(await who.client.call(routes.getOnboardingFigures, {})).toMatchObject({ onPath: 0, ownItems: [] });
    expect(await who.refused(routes.nudgeNewcomer, of(id))).toBe("forbidden");
    await hanne!.client.call(routes.nudgeNewcomer, of(id));
    expect(await hanne!.refused(routes.nudgeNewcomer, of(id))).toBe("nudged_lately");
    await expect.poll(() => who.inbox()).toContain("Hanne reminds you of “Content marketer”");
    expect(await noor!.refused(routes.getOnboarding, of(id))).toBe("onboarding_not_found");
  });

  test("edit paths with conflict detection, and people keep the version they started with", async () => {
    const { who, id } = await newcomer("Keeper");
    const params = { pathId };
    const { path } = await hanne!.client.call(routes.getPath, { params });
    const change = {
      name: "Content and brand",
      ownerId: hanne!.id,
      roleIds: [roleId],
      items: path.items.slice(0, 2),
      stages: path.stages,
      version: path.version,
    };
    const results = await Promise.allSettled([
      hanne!.client.call(routes.savePath, { params, body: change }),
      greta!.client.call(routes.savePath, { params, body: { ...change, name: "Another name" } }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await open(who, id)).items).toHaveLength(8);
    const now = (await hanne!.client.call(routes.getPath, { params })).path;
    const whole = { ...change, name: path.name, items: path.items, version: now.version };
    await hanne!.client.call(routes.savePath, { params, body: whole });
    const empty = uuidv7();
    await hanne!.client.call(routes.createPath, { body: { id: empty, name: "Empty", ownerId: hanne!.id } });
    expect(await hanne!.refused(routes.publishPath, { params: { pathId: empty } })).toBe("path_empty");
    expect(await noor!.refused(routes.listPaths, {})).toBe("forbidden");
  });

  test("keep the deleted role of a path when they save it, instead of opening it to everyone", async () => {
    const role = await createRole(server.db, { name: "soon gone" });
    const params = { pathId: await newPath({ name: "Role path", roleIds: [role.id] }) };
    await server.db.deleteFrom("roles").where("id", "=", role.id).execute();
    const { path } = await hanne!.client.call(routes.getPath, { params });
    expect(path.roles).toEqual([{ id: role.id, name: "A deleted role" }]);
    const { stages, items, version } = path;
    const roleIds = path.roles.map(({ id }) => id);
    const body = { name: "Renamed", ownerId: hanne!.id, roleIds, stages, items, version };
    expect((await hanne!.client.call(routes.savePath, { params, body })).path.roles).toEqual(path.roles);
    const foreign = { ...body, roleIds: [...roleIds, uuidv7()], version: version + 1 };
    expect(await hanne!.refused(routes.savePath, { params, body: foreign })).toBe("audience_unknown");
  });
});

describe("live", () => {
  test("the pages of newcomer and manager equal a refetch after each event", async () => {
    const { who, id } = await newcomer("Live");
    const text = find(await open(who, id), "Send your papers");
    for (const viewer of [who, hanne!]) {
      const socket = await server.connect(viewer);
      await eventEqualsRefetch({
        socket,
        event: "onboarding.changed",
        fetch: () => open(viewer, id),
        act: () =>
          viewer.client.call(
            viewer === who ? routes.tickOnboardingItem : routes.untickOnboardingItem,
            ofItem(id, text.id),
          ),
        apply: (before, { onboardingId }, fresh) => (onboardingId === id ? fresh : before),
      });
      socket.close();
    }
  });

  test("a replaced buddy is told to remove it, and paths are live for people who edit them", async () => {
    const { id } = await newcomer("Swap");
    const change = async (buddyId: string | null) => {
      const { revision } = await open(hanne!, id);
      await hanne!.client.call(routes.changeOnboarding, { ...of(id), body: { buddyId, revision } });
    };
    await change(noor!.id);
    const socket = await server.connect(noor!);
    const listed = async () =>
      (await noor!.client.call(routes.listOnboardings, { query: {} })).items.map((one) => one.id);
    await eventEqualsRefetch({
      socket,
      event: "onboarding.gone",
      fetch: listed,
      act: () => change(null),
      apply: (before, { onboardingId }) => before.filter((one) => one !== onboardingId),
    });
    socket.close();
    const editor = await server.connect(hanne!);
    await eventEqualsRefetch({
      socket: editor,
      event: "onboarding-path.changed",
      fetch: async () => (await hanne!.client.call(routes.listPaths, {})).items,
      act: () => hanne!.client.call(routes.archivePath, { params: { pathId } }),
      apply: (_before, _payload, fresh) => fresh,
    });
    editor.close();
    await hanne!.client.call(routes.publishPath, { params: { pathId } });
  });

  test("newcomers of somebody who leaves are handed over to people who already see them, or to nobody", async () => {
    const { id } = await newcomer("Heirless");
    const boss = await createWriter(server, "Boss");
    const { revision } = await open(hanne!, id);
    const body = { managerId: boss.id, buddyId: noor!.id, revision };
    await hanne!.client.call(routes.changeOnboarding, { ...of(id), body });
    await greta!.client.call(administrationRoutes.deleteUser, {
      params: { userId: boss.id },
      body: { handOverTo: noor!.id },
    } as never);
    expect((await open(hanne!, id)).manager?.name).toBe("Noor");
  });
});

test("the dashboard's cards show the next items and required reading", async () => {
  const { who } = await newcomer("Carded");
  const cardOf = (type: "onboarding" | "knowledge") => ({
    id: uuidv7(),
    type,
    title: "",
    options: {},
    ...{ x: 0, y: 20, w: 4, h: 3 },
  });
  const cards = [cardOf("onboarding"), cardOf("knowledge")];
  const { layout } = await who.client.call(dashboardRoutes.getDashboard, {});
  await who.client.call(dashboardRoutes.arrangeDashboard, {
    body: { cards: [...layout.cards, ...cards], phoneOrder: [], version: layout.version },
  });
  const { contents: filled } = await who.client.call(dashboardRoutes.getDashboard, {});
  const contentOf = (index: number) => filled.find(({ cardId }) => cardId === cards[index]!.id)?.content;
  expect(contentOf(0)).toMatchObject({
    type: "onboarding",
    own: { total: 7, done: 0 },
    items: [{ title: "Send your papers" }, {}, {}, {}, {}],
    led: [],
  });
  expect(contentOf(1)).toMatchObject({
    toReadCount: 1,
    toRead: [{ article: { id: sopId } }],
    toReviewCount: 0,
  });
});
