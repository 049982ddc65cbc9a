import { automationRoutes } from "@atoll/contract/automations/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import type { RouteCall } from "@atoll/contract/route";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createChannel, createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = sharedServer();
let ada: SignedIn;
let ben: SignedIn;
let departmentId: string;
let channelId: string;

type Body = RouteCall<typeof automationRoutes.createAutomation>["body"];

beforeAll(() => createRole(server.db, { name: "automator", permissions: ["automations:manage"] }));

beforeEach(async () => {
  const [person, other] = [
    await createPerson(server.db, { name: "Ada Quay", roles: ["user", "automator"] }),
    await createPerson(server.db, { name: "Ben Roe" }),
  ];
  departmentId = uuidv7();
  await sql`INSERT INTO departments (id, name, slug) VALUES (${departmentId}, ${`Team ${departmentId}`}, ${departmentId})`.execute(
    server.db,
  );
  await sql`INSERT INTO user_departments (user_id, department_id)
    VALUES (${person.id}, ${departmentId}), (${other.id}, ${departmentId})`.execute(server.db);
  ada = await server.signIn(person);
  ben = await server.signIn(other);
  channelId = (await createChannel(server.db, { members: [ada.user, ben.user] })).id;
});

const inDepartment = () => ({ kind: "department" as const, id: departmentId });
const post = (text: string): Body["actions"][number] => ({ do: "message.post", channelId, text });
async function create(more: Partial<Body>, from = ada) {
  const body: Body = {
    ...{
      id: uuidv7(),
      name: "Watch",
      place: inDepartment(),
      trigger: { kind: "task.created" },
      conditions: {},
    },
    ...{ actions: [post("New: {{task.title}}")], ...more },
  };
  return (await from.client.call(automationRoutes.createAutomation, { body })).automation;
}
const newTask = async (title: string, from = ben) =>
  (await from.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title, departmentId } })).task;
const contents = async () =>
  (await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} })).messages.map(
    ({ content }) => content.split("\n")[0],
  );
const runsOf = async ({ id }: { id: string }, from = ada) =>
  (await from.client.call(automationRoutes.listAutomationRuns, { params: { automationId: id }, query: {} }))
    .items;
const states = async (automation: { id: string }) =>
  (await runsOf(automation)).map(({ state, reason }) => [state, reason]);
const own = async ({ id }: { id: string }) =>
  (await ada.client.call(automationRoutes.listAutomations, { query: {} })).items.find((one) => one.id === id);

test("posts a message for a new task once, whose title is text and calls nobody", async () => {
  const automation = await create({});
  await newTask("**Bold** @channel {{task.creator}} [x](http://evil.test)");
  await expect.poll(() => states(automation)).toEqual([["done", null]]);
  expect(await contents()).toEqual([
    String.raw`New: \*\*Bold\*\* \@channel \{\{task.creator\}\} \[x\]\(http\://evil.test\)`,
  ]);
  const [run] = await runsOf(automation);
  expect(run).toMatchObject({ event: "A task is created", results: [{ text: "Posted a message" }] });
  // As after a crash: the run is taken again.
  await sql`UPDATE automation_runs SET state = 'waiting', results = '[]', due_at = now() WHERE id = ${run?.id}`.execute(
    server.db,
  );
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect.poll(() => states(automation)).toEqual([["done", null]]);
  expect(await contents()).toHaveLength(1);
});

test("links the subject of a message by its title, once, without a public address", async () => {
  const texts = ["New: {{task.title}} {{task.link}}", "Due: {{task.link}}", "[Open it]({{task.link}})"];
  const automation = await create({ actions: texts.map(post) });
  const { id } = await newTask("Call [Ann]");
  await expect.poll(() => states(automation)).toEqual([["done", null]]);
  const link = `(/tasks?task=${id})`;
  expect(await contents()).toEqual(
    expect.arrayContaining([
      String.raw`New: [Call \[Ann\]]${link}`,
      String.raw`Due: [Call \[Ann\]]${link}`,
      `[Open it]${link}`,
    ]),
  );
  const { runs } = await ada.client.call(automationRoutes.tryAutomation, {
    params: { automationId: automation.id },
  });
  expect(runs.find((run) => run.title === "Call [Ann]")?.actions).toContain("Post “Due: Call [Ann]”");
});

test("runs only if the conditions match, and assigns in turn", async () => {
  const automation = await create({
    trigger: { kind: "task.status", to: "in_review" },
    conditions: { text: "urgent" },
    actions: [{ do: "task.set", assigneeIds: [ada.user.id, ben.user.id] }],
  });
  const tasks = [await newTask("urgent one"), await newTask("urgent two"), await newTask("other")];
  for (const { id: taskId } of tasks) {
    const body = { changeId: uuidv7(), status: "in_review" as const };
    await ben.client.call(taskRoutes.changeTask, { params: { taskId }, body });
  }
  await expect
    .poll(async () => (await states(automation)).map(([state]) => state).toSorted())
    .toEqual(["done", "done", "skipped"]);
  const assignees = await Promise.all(
    tasks.map(
      async ({ id }) =>
        (await ben.client.call(taskRoutes.getTask, { params: { taskId: id } })).task.assignee?.id ?? null,
    ),
  );
  expect(assignees.slice(0, 2).toSorted()).toEqual([ada.user.id, ben.user.id].toSorted());
  expect(assignees[2]).toBeNull();
});

test("two automations that start each other end, and one does not start itself", async () => {
  const make = (name: string): Partial<Body> => ({
    name,
    actions: [{ do: "task.create", title: `${name}: {{task.title}}`, departmentId }],
  });
  const [first, second] = [await create(make("One")), await create(make("Two"))];
  await newTask("Seed");
  const skipped = async () =>
    [...(await states(first)), ...(await states(second))].filter(([state]) => state === "skipped").length;
  await expect.poll(skipped).toBe(2);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM tasks
    WHERE department_id = ${departmentId}`.execute(server.db);
  // The seed, and of each of the two a chain of three.
  expect(rows).toEqual([{ count: 7 }]);
});

test("stops when its owner loses the right between the event and the run, and tells them", async () => {
  const automation = await create({});
  await sql`DELETE FROM user_departments WHERE user_id = ${ada.user.id}`.execute(server.db);
  await newTask("Secret plan");
  await expect.poll(async () => (await own(automation))?.stopReason).toBe("right_lost");
  expect(await contents()).toEqual([]);
  await everybodyNotified(server.db);
  const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toContainEqual(expect.objectContaining({ kind: "automation.stopped" }));
});

test("stops with the sessions of its owner, and goes on once they switch it on", async () => {
  const automation = await create({});
  await sql`UPDATE sessions SET ended_at = now() WHERE way = 'token' AND user_id = ${ada.user.id}`.execute(
    server.db,
  );
  await newTask("First");
  await expect.poll(async () => (await own(automation))?.stopReason).toBe("access_ended");
  const { version = 0 } = (await own(automation)) ?? {};
  const params = { automationId: automation.id };
  await ada.client.call(automationRoutes.changeAutomation, { params, body: { version, isOn: true } });
  await newTask("Second");
  await expect.poll(contents).toEqual(["New: Second"]);
});

test("a run that is repeated does what its automation did at the first try, and later runs what it does since", async () => {
  const automation = await create({ actions: [post("First"), post("Second")] });
  // As after a crash behind the first action, before which the automation was edited.
  const started = uuidv7();
  await sql`INSERT INTO automation_runs (id, automation_id, event_key, subject_id, due_at, tries, parts, results)
    SELECT ${started}, id, 'task.created ' || ${started}, ${(await newTask("Seed")).id}, now() + interval '1 day', 1,
      jsonb_build_object('trigger', trigger, 'conditions', conditions, 'actions', actions),
      '[{"text":"Posted a message","link":null}]' FROM automations WHERE id = ${automation.id}`.execute(
    server.db,
  );
  await expect.poll(contents).toEqual(["First", "Second"]);
  const params = { automationId: automation.id };
  const body = { version: automation.version, actions: [post("Other")] };
  await ada.client.call(automationRoutes.changeAutomation, { params, body });
  await sql`UPDATE automation_runs SET due_at = now() WHERE id = ${started}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect.poll(contents).toEqual(["First", "Second", "Second"]);
  await newTask("Later");
  await expect.poll(contents).toEqual(["First", "Second", "Second", "Other"]);
});

test("a waiting run of a trigger that was edited away is skipped", async () => {
  const automation = await create({ trigger: { kind: "task.status", to: "done" } });
  await sql`INSERT INTO automation_runs (automation_id, event_key, subject_id)
    VALUES (${automation.id}, 'task.created x', ${(await newTask("Seed")).id})`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect.poll(() => states(automation)).toEqual([["skipped", "It was edited before it ran"]]);
  const [run] = await runsOf(automation);
  expect(run?.event).toBe("A task is created");
});

test("names nothing in the actions that the viewer cannot see", async () => {
  const hidden = (await createChannel(server.db, { members: [ben.user] })).id;
  const automation = await create({});
  await sql`UPDATE automations SET actions = ${JSON.stringify([{ ...post("x"), channelId: hidden }])}::jsonb
    WHERE id = ${automation.id}`.execute(server.db);
  const listed = await own(automation);
  expect(listed?.names[hidden]).toBeUndefined();
  expect(listed?.place).toMatchObject({ name: `Team ${departmentId}`, stages: [] });
});

test("says nothing about a private task that its owner cannot read", async () => {
  const automation = await create({
    trigger: { kind: "task.due", days: 0, time: "00:00", zone: "UTC" },
  });
  const task = await newTask("Private");
  await sql`UPDATE tasks SET department_id = NULL, due_date = current_date WHERE id = ${task.id}`.execute(
    server.db,
  );
  await sql`INSERT INTO automation_runs (automation_id, event_key, subject_id) VALUES (${automation.id}, 'task.due x', ${task.id})`.execute(
    server.db,
  );
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect
    .poll(() => states(automation))
    .toEqual([["skipped", "Its owner cannot see what started it, or it is gone"]]);
  expect(await contents()).toEqual([]);
});

test("runs for every task that is due, also for more than are started at a time", async () => {
  const automation = await create({
    trigger: { kind: "task.due", days: 0, time: "00:00", zone: "UTC" },
    conditions: { priorities: "urgent" },
  });
  const { id } = await newTask("The first of many");
  await sql`INSERT INTO tasks (id, title, department_id, created_by, rank, sent_hash, due_date)
    SELECT uuidv7(), 'Due ' || n, t.department_id, t.created_by, 'due' || lpad(n::text, 4, '0'), '', (now() AT TIME ZONE 'UTC')::date
    FROM tasks t, generate_series(1, 205) n WHERE t.id = ${id}`.execute(server.db);
  await sql`UPDATE automations SET next_at = now() WHERE id = ${automation.id}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  const started = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM automation_runs
      WHERE automation_id = ${automation.id}`.execute(server.db);
    return rows[0]?.count;
  };
  await expect.poll(started).toBe(205);
});

test("runs again for a due task once its days were edited, and once for the same days", async () => {
  const trigger = { kind: "task.due" as const, days: 3, time: "00:00", zone: "UTC" };
  const automation = await create({ trigger, actions: [post("Due: {{task.title}}")] });
  const { id } = await newTask("Tar");
  await sql`UPDATE tasks SET due_date = (now() AT TIME ZONE 'UTC')::date + 2 WHERE id = ${id}`.execute(
    server.db,
  );
  const lookAt = async (daysAgo: number) => {
    await sql`UPDATE automations SET next_at = now() - make_interval(days => ${daysAgo}) WHERE id = ${automation.id}`.execute(
      server.db,
    );
    await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
    await expect.poll(async () => new Date((await own(automation))?.nextAt ?? 0) > new Date()).toBe(true);
  };
  await lookAt(1);
  await expect.poll(contents).toEqual(["Due: Tar"]);
  const params = { automationId: automation.id };
  const body = { version: automation.version, trigger: { ...trigger, days: 2 } };
  await ada.client.call(automationRoutes.changeAutomation, { params, body });
  await lookAt(0);
  await expect.poll(contents).toEqual(["Due: Tar", "Due: Tar"]);
  await lookAt(0);
  expect(await runsOf(automation)).toHaveLength(2);
});

test("waits for the end of read-only maintenance without failing, also with what calls no route", async () => {
  const olu = await server.signIn(await createPerson(server.db, { name: "Olu", roles: ["super_admin"] }));
  const timed = await create({
    trigger: { kind: "schedule", every: "day", time: "08:00", zone: "UTC" },
    actions: [post("Stand up")],
  });
  const other = await create({ actions: [post("New"), { do: "task.create", title: "Next", departmentId }] });
  const subject = await newTask("Seed");
  await expect.poll(() => states(other)).toEqual([["done", null]]);
  const { version } = await olu.client.call(operationRoutes.getMaintenance, {});
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { version, text: "Disks", startsAt: null, endsAt, isReadOnly: true };
  await olu.client.call(operationRoutes.announceMaintenance, { body });
  await sql`INSERT INTO automation_runs (automation_id, event_key, subject_id)
    VALUES (${other.id}, 'task.created again', ${subject.id})`.execute(server.db);
  await sql`UPDATE automations SET next_at = now() WHERE id = ${timed.id}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  expect(await contents()).toEqual(["New"]);
  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(server.db);
  await olu.client.call(operationRoutes.endMaintenance, {});
  await expect.poll(async () => (await contents()).toSorted()).toEqual(["New", "New", "Stand up"]);
  await expect.poll(() => states(timed)).toEqual([["done", null]]);
  await expect.poll(async () => (await states(other)).map(([state]) => state)).toEqual(["done", "done"]);
  const { rows: settled } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM automation_runs
    WHERE automation_id IN (${timed.id}, ${other.id}) AND tries = 1 AND settled_at > ${rows[0]?.at}`.execute(
    server.db,
  );
  expect(settled).toEqual([{ count: 2 }]);
});

test("runs at its time once, and notifies the people it names", async () => {
  const automation = await create({
    trigger: { kind: "schedule", every: "day", time: "08:00", zone: "Europe/Berlin" },
    actions: [{ do: "people.notify", personIds: [ben.user.id], text: "Stand up in {{place.name}}" }],
  });
  expect(automation.nextAt).not.toBeNull();
  await sql`UPDATE automations SET next_at = now() WHERE id = ${automation.id}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect.poll(() => states(automation)).toEqual([["done", null]]);
  await everybodyNotified(server.db);
  const { items } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items.filter(({ kind }) => kind === "automation.told").map(({ title }) => title)).toEqual([
    `Stand up in Team ${departmentId}`,
  ]);
});

test("a pattern is shown in words with its next times, runs at them, and is refused when it cannot be used", async () => {
  const query = { pattern: " 0  9 * * 1-5 ", zone: "Europe/Berlin" };
  const meaning = await ada.client.call(automationRoutes.readPattern, { query });
  expect(meaning).toMatchObject({ refusal: null, words: "At 09:00, on Monday to Friday" });
  expect(meaning.times).toHaveLength(3);
  const often = await ada.client.call(automationRoutes.readPattern, {
    query: { ...query, pattern: "* * * * *" },
  });
  expect(often).toMatchObject({ refusal: "Leave at least 5 minutes between two runs", times: [] });
  const trigger = { kind: "cron" as const, pattern: "*/5 * * * *", zone: "UTC" };
  const automation = await create({ trigger, actions: [post("Tick")] });
  const params = { automationId: automation.id };
  const trial = await ada.client.call(automationRoutes.tryAutomation, { params });
  expect([trial.runs.length, trial.hasMore]).toEqual([25, true]);
  const { body } = await ada.client.refused(automationRoutes.changeAutomation, {
    params,
    body: { version: automation.version, trigger: { ...trigger, pattern: "0 9 30 2 *" } },
  });
  expect(body.error.code).toBe("automation_pattern_refused");
  await sql`UPDATE automations SET next_at = now() WHERE id = ${automation.id}`.execute(server.db);
  await sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
  await expect.poll(() => states(automation)).toEqual([["done", null]]);
  const { nextAt } = (await own(automation)) ?? {};
  expect(new Date(nextAt ?? 0).getTime()).toBeGreaterThan(Date.now());
});

test("a trial says what would have happened and writes nothing", async () => {
  await newTask("Earlier");
  const automation = await create({});
  const trial = await ada.client.call(automationRoutes.tryAutomation, {
    params: { automationId: automation.id },
  });
  expect(trial).toMatchObject({
    runs: [{ title: "Earlier", isMatch: true, actions: ["Post “New: Earlier”"] }],
    hasMore: false,
  });
  expect([await contents(), await runsOf(automation)]).toEqual([[], []]);
});

test("a colleague who manages the place takes an automation over, and only then changes it", async () => {
  const automation = await create({});
  const params = { automationId: automation.id };
  const eve = await server.signIn(
    await createPerson(server.db, { name: "Eve", roles: ["user", "automator"] }),
  );
  const missing = await eve.client.refused(automationRoutes.deleteAutomation, { params });
  expect(missing.body.error.code).toBe("automation_not_found");
  await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${eve.user.id}, ${departmentId})`.execute(
    server.db,
  );
  await sql`INSERT INTO channel_members (channel_id, user_id) VALUES (${channelId}, ${eve.user.id})`.execute(
    server.db,
  );
  const body = { version: 1, name: "Mine" };
  const refused = await eve.client.refused(automationRoutes.changeAutomation, { params, body });
  expect(refused.body.error.code).toBe("automation_of_other");
  const { automation: taken } = await eve.client.call(automationRoutes.takeOverAutomation, {
    params,
    body: { version: 1 },
  });
  expect(taken).toMatchObject({ isOwn: true, isOn: false, owner: { name: "Eve" } });
  await eve.client.call(automationRoutes.changeAutomation, {
    params,
    body: { version: taken.version, name: "Mine" },
  });
});

test("others who list automations see each change at once, and owners are notified of what others end", async () => {
  const [first, second] = [await create({ name: "First" }), await create({ name: "Second" })];
  const other = await createPerson(server.db, { name: "Cy Dell", roles: ["user", "automator"] });
  await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${other.id}, ${departmentId})`.execute(
    server.db,
  );
  const cy = await server.signIn(other);
  const [socket, unable] = [await server.connect(ada), await server.connect(ben)];
  const params = { automationId: first.id };
  const notices = async () => {
    await everybodyNotified(server.db);
    const { items } = await ada.client.call(notificationRoutes.listNotifications, { query: {} });
    return items.map(({ title, excerpt, link }) => [title, excerpt, link]);
  };
  const list = "/admin/automations";
  const isOff = { version: first.version, isOn: false };
  const { automation } = await cy.client.call(automationRoutes.changeAutomation, { params, body: isOff });
  await socket.next("automations.changed");
  expect(await notices()).toEqual([["Your automation “First” was switched off", "By Cy Dell.", list]]);
  const body = { version: automation.version };
  await cy.client.call(automationRoutes.takeOverAutomation, { params, body });
  await socket.next("automations.changed");
  expect(await notices()).toEqual([["Your automation “First” was taken over", "By Cy Dell.", list]]);
  // Its owner cannot open the page of automations any more.
  await sql`DELETE FROM user_roles WHERE user_id = ${ada.user.id}
    AND role_id = (SELECT id FROM roles WHERE name = 'automator')`.execute(server.db);
  await cy.client.call(automationRoutes.deleteAutomation, { params: { automationId: second.id } });
  expect(await notices()).toContainEqual([
    "Your automation “Second” was deleted",
    "By Cy Dell.",
    "/dashboard",
  ]);
  expect(unable.received.map(({ name }) => name)).not.toContain("automations.changed");
});

test("refuses parts that do not fit the place, and people without the permission", async () => {
  const body: Body = {
    ...{ id: uuidv7(), name: "Wrong", place: inDepartment(), trigger: { kind: "message.posted" } },
    actions: [post("Hello")],
  };
  const misfit = await ada.client.refused(automationRoutes.createAutomation, { body });
  expect(misfit.body.error.code).toBe("automation_parts_refused");
  const unfiltered = await ada.client.refused(automationRoutes.createAutomation, {
    body: { ...body, trigger: { kind: "task.created" }, conditions: { priorities: "loud" } },
  });
  expect(unfiltered.body.error.code).toBe("automation_parts_refused");
  const forbidden = await ben.client.refused(automationRoutes.createAutomation, { body });
  expect(forbidden.body.error.code).toBe("forbidden");
});
