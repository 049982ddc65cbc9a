import { auditRoutes } from "@atoll/contract/audit/routes";
import { maxOpenApprovals } from "@atoll/contract/automations/limits";
import { automationRoutes } from "@atoll/contract/automations/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { RouteCall } from "@atoll/contract/route";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { sweepAutomationsJob } from "./work.ts";

const server = sharedServer();
let ada: SignedIn;
let ben: SignedIn;
let cho: SignedIn;
let departmentId: string;

type Body = RouteCall<typeof automationRoutes.createAutomation>["body"];
type Actions = Body["actions"];

beforeAll(() => createRole(server.db, { name: "approving", permissions: ["automations:manage"] }));

beforeEach(async () => {
  departmentId = uuidv7();
  await sql`INSERT INTO departments (id, name, slug) VALUES (${departmentId}, ${`Team ${departmentId}`}, ${departmentId})`.execute(
    server.db,
  );
  const join = async (name: string, roles?: string[]) => {
    const person = await createPerson(server.db, { name, ...(roles && { roles }) });
    await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${person.id}, ${departmentId})`.execute(
      server.db,
    );
    return server.signIn(person);
  };
  ada = await join("Ada Quay", ["user", "approving"]);
  ben = await join("Ben Roe");
  cho = await join("Cho Lin");
});

const ask = (people: SignedIn[], more: object = {}): Actions[number] => ({
  ...{ do: "approval.ask", personIds: people.map(({ user }) => user.id), text: "Buy {{task.title}}?" },
  ...more,
});
const make = (title: string, more: object = {}): Actions[number] => ({
  ...{ do: "task.create", title, departmentId: null, description: "By {{approval.by}}: {{approval.reason}}" },
  ...more,
});
const create = async (actions: Actions) =>
  (
    await ada.client.call(automationRoutes.createAutomation, {
      body: {
        ...{ id: uuidv7(), name: "Purchases", place: { kind: "department", id: departmentId } },
        ...{ trigger: { kind: "task.created" }, actions },
      },
    })
  ).automation;
const newTask = async (title: string) =>
  (await ben.client.call(taskRoutes.createTask, { body: { id: uuidv7(), title, departmentId } })).task;
const askedOf = async (person: SignedIn) =>
  (await person.client.call(automationRoutes.listApprovals, { query: {} })).items;
const onlyAsked = async (person: SignedIn) => {
  await expect.poll(() => askedOf(person)).toHaveLength(1);
  return (await askedOf(person))[0]!;
};
const answer = (person: SignedIn, approvalId: string, isApproved: boolean, reason = "") =>
  person.client.call(automationRoutes.answerApproval, {
    params: { approvalId },
    body: { isApproved, reason },
  });
const runOf = async (automation: { id: string }) =>
  (
    await ada.client.call(automationRoutes.listAutomationRuns, {
      params: { automationId: automation.id },
      query: {},
    })
  ).items[0];
const wake = () => sql`SELECT pg_notify('atoll_automations_due', '')`.execute(server.db);
const made = async (title: string) => {
  const { rows } = await sql<{ description: string }>`SELECT description FROM tasks
    WHERE title = ${title} AND created_by = ${ada.user.id}`.execute(server.db);
  return rows.map(({ description }) => description.split("\n")[0]);
};
const entriesOf = async (person: SignedIn) => {
  await everybodyNotified(server.db);
  const { items } = await person.client.call(notificationRoutes.listNotifications, { query: {} });
  return items.filter(({ kind }) => kind === "approval.asked");
};

test("waits for a decision, goes on once with who decided and why, and records it", async () => {
  const automation = await create([ask([ben, cho]), make("Order it"), make("Say no", { when: "declined" })]);
  await newTask("A chair");
  const { id, text, subject, people } = await onlyAsked(ben);
  expect(text).toBe("Buy A chair?");
  expect(subject).toMatchObject({ title: "A chair" });
  expect(people.map(({ name }) => name)).toEqual(["Ben Roe", "Cho Lin"]);
  await expect
    .poll(() => runOf(automation))
    .toMatchObject({
      state: "waiting",
      reason: expect.stringMatching(/^Waits until .* approval of Ben Roe and Cho Lin$/),
    });
  const [entry] = await entriesOf(ben);
  expect(entry).toMatchObject({ title: "The automation “Purchases” asks for your approval", isDone: false });
  // Both at once: one decides, and repeats change nothing.
  const outcomes = await Promise.allSettled([
    answer(ben, id, true, "We need *it*"),
    answer(cho, id, false, "Too dear"),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [isBen, word] = outcomes[0].status === "fulfilled" ? [true, "Order it"] : [false, "Say no"];
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "done", reason: null });
  await answer(isBen ? ben : cho, id, isBen);
  // As after a crash between the decision and the end.
  await sql`UPDATE automation_runs SET state = 'waiting', results = '[]', due_at = now() WHERE automation_id = ${automation.id}`.execute(
    server.db,
  );
  await wake();
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "done" });
  expect(await made(word as string)).toEqual([
    isBen ? "By Ben Roe: We need \\*it\\*" : "By Cho Lin: Too dear",
  ]);
  expect(await made(isBen ? "Say no" : "Order it")).toEqual([]);
  expect((await runOf(automation))?.results[0]).toMatchObject({
    text: isBen ? "Approved by Ben Roe" : "Declined by Cho Lin",
    at: expect.any(String),
  });
  expect([await askedOf(cho), await entriesOf(ben), await entriesOf(cho)]).toEqual([[], [], []]);
  const admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
  const { items } = await admin.client.call(auditRoutes.listEntries, { query: {} });
  expect(items.filter(({ action }) => action.startsWith("approval."))[0]).toMatchObject({
    action: isBen ? "approval.approved" : "approval.declined",
    actor: expect.objectContaining({ name: isBen ? "Ben Roe" : "Cho Lin" }),
  });
});

test("waits for everyone if all have to approve, and a decline without other steps ends the run", async () => {
  const both = await create([ask([ben, cho], { needs: "all" }), make("Ordered by both")]);
  await newTask("A desk");
  const first = await onlyAsked(ben);
  await answer(ben, first.id, true);
  await expect(answer(ben, first.id, false)).rejects.toThrow("approval_settled");
  expect(await runOf(both)).toMatchObject({ reason: expect.stringContaining("Cho Lin, 1 of 2 approved") });
  expect(await made("Ordered by both")).toEqual([]);
  await answer(cho, first.id, true);
  await expect.poll(() => made("Ordered by both")).toHaveLength(1);
  await ada.client.call(automationRoutes.deleteAutomation, { params: { automationId: both.id } });

  const one = await create([ask([ben]), make("Never ordered")]);
  await newTask("A yacht");
  await answer(ben, (await onlyAsked(ben)).id, false, "No");
  await expect.poll(() => runOf(one)).toMatchObject({ state: "done" });
  expect((await runOf(one))?.results.map(({ text }) => text)).toEqual([
    "Declined by Ben Roe",
    "Not done: declined",
  ]);
  expect(await made("Never ordered")).toEqual([]);
});

test("ends a request that is too late, whose subject is deleted, or whose automation is switched off", async () => {
  const automation = await create([ask([ben], { days: 2 }), make("Not made")]);
  const start = async (title: string) => {
    const task = await newTask(title);
    return { task, approval: await onlyAsked(ben) };
  };
  const late = await start("Late");
  await sql`UPDATE approvals SET ends_at = now() WHERE id = ${late.approval.id}`.execute(server.db);
  await expect(answer(ben, late.approval.id, true)).rejects.toThrow("approval_settled");
  await sql`UPDATE automation_runs SET due_at = now() WHERE automation_id = ${automation.id}`.execute(
    server.db,
  );
  await wake();
  await expect.poll(() => runOf(automation)).toMatchObject({ reason: "Nobody decided within 2 days" });
  expect(
    (await ben.client.call(automationRoutes.getApproval, { params: { approvalId: late.approval.id } }))
      .approval,
  ).toMatchObject({ state: "ended", endReason: "Nobody decided within 2 days" });
  expect(await entriesOf(ben)).toEqual([]);

  const gone = await start("Gone");
  await ben.client.call(taskRoutes.deleteTask, {
    params: { taskId: gone.task.id },
    query: { changeId: uuidv7() },
  });
  expect(await askedOf(ben)).toEqual([]);
  await expect(answer(ben, gone.approval.id, true)).rejects.toThrow("approval_not_found");
  await sweep();
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "skipped" });

  const off = await start("Off");
  await ada.client.call(automationRoutes.changeAutomation, {
    params: { automationId: automation.id },
    body: { version: automation.version, isOn: false },
  });
  await expect(answer(ben, off.approval.id, true)).rejects.toThrow("approval_settled");
  expect(await made("Not made")).toEqual([]);
});

test("shows the subject only to those who can see it now, and stops if its owner lost the right", async () => {
  const automation = await create([ask([ben, cho]), make("Not theirs")]);
  await newTask("Secret plan");
  const { id } = await onlyAsked(cho);
  await sql`DELETE FROM user_departments WHERE user_id = ${cho.user.id}`.execute(server.db);
  await expect.poll(() => askedOf(cho)).toEqual([]);
  await expect(answer(cho, id, true)).rejects.toThrow("approval_not_found");
  expect(JSON.stringify(await entriesOf(cho))).not.toContain("Secret plan");
  await sql`DELETE FROM user_departments WHERE user_id = ${ada.user.id}`.execute(server.db);
  await answer(ben, id, true);
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "skipped" });
  expect(await made("Not theirs")).toEqual([]);
});

test("fails if nobody who is asked can see it, and refuses steps for a decline without a request", async () => {
  const stranger = await server.signIn(await createPerson(server.db));
  const automation = await create([ask([stranger]), make("Unasked")]);
  await newTask("Hidden");
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "failed" });
  expect(await askedOf(stranger)).toEqual([]);
  await expect(create([make("Alone", { when: "declined" })])).rejects.toThrow("automation_parts_refused");
  await expect(create([ask([])])).rejects.toThrow("invalid_request");
});

const sweep = () =>
  sweepAutomationsJob().run({ tx: server.db, data: {}, signal: new AbortController().signal });

test("does not wait for a colleague who leaves after the others have approved", async () => {
  await create([ask([ben, cho], { needs: "all" }), make("Without Cho")]);
  await newTask("A lamp");
  const { id } = await onlyAsked(ben);
  await answer(ben, id, true);
  await sweep();
  expect(await askedOf(cho)).toHaveLength(1);
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${cho.user.id}`.execute(server.db);
  await sweep();
  await expect.poll(() => made("Without Cho")).toEqual(["By Ben Roe: no reason given"]);
});

test("ends a request whose subject is moved to another place, and asks those who see it there nothing", async () => {
  const automation = await create([ask([ben]), make("Moved")]);
  const task = await newTask("Wandering");
  const { id } = await onlyAsked(ben);
  const elsewhere = uuidv7();
  await sql`INSERT INTO departments (id, name, slug) VALUES (${elsewhere}, ${elsewhere}, ${elsewhere})`.execute(
    server.db,
  );
  await sql`UPDATE tasks SET department_id = ${elsewhere} WHERE id = ${task.id}`.execute(server.db);
  await expect(answer(ben, id, true)).rejects.toThrow("approval_not_found");
  await sweep();
  await expect.poll(() => runOf(automation)).toMatchObject({ state: "skipped" });
  expect(await entriesOf(ben)).toEqual([]);
});

test("shows an answer to the others who are asked, and who is missing to the owner, as soon as it is there", async () => {
  await create([ask([ben, cho], { needs: "all" }), make("Live")]);
  await newTask("A rug");
  const { id } = await onlyAsked(ben);
  const [other, owner] = [await server.connect(cho), await server.connect(ada)];
  await answer(ben, id, true);
  await other.next("approvals.changed");
  await owner.next("automations.changed");
});

test("names the place for people who do not manage it, and skips pages of what they cannot see", async () => {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM departments WHERE id = ${departmentId}`.execute(server.db);
  await create([ask([ben], { text: "For {{place.name}}: {{task.title}}?" })]);
  await newTask("First");
  expect((await onlyAsked(ben)).text).toBe(`For ${rows[0]?.name}: First?`);
  const { id } = await newTask("Second");
  await expect.poll(() => askedOf(ben)).toHaveLength(2);
  await sql`UPDATE tasks SET deleted_at = now() WHERE id = ${id}`.execute(server.db);
  const page = await ben.client.call(automationRoutes.listApprovals, { query: { limit: 1 } });
  expect(page.items.map(({ text }) => text)).toEqual([expect.stringContaining("First?")]);
});

test("refuses another request while an automation has the maximum of open ones", async () => {
  const automation = await create([ask([ben]), make("Too many")]);
  await newTask("One of many");
  const { id } = await onlyAsked(ben);
  await sql`WITH runs AS (INSERT INTO automation_runs (automation_id, event_key, due_at, at)
      SELECT ${automation.id}, 'task.created ' || n, now() + interval '1 day', now() - interval '1 hour'
      FROM generate_series(2, ${maxOpenApprovals}) AS n RETURNING id)
    INSERT INTO approvals (id, run_id, text, needs_all, ends_at)
      SELECT gen_random_uuid(), id, '', false, now() + interval '1 day' FROM runs`.execute(server.db);
  await newTask("One too many");
  const states = async () => {
    const { rows } = await sql<{ state: string }>`SELECT state FROM automation_runs
      WHERE automation_id = ${automation.id} AND state <> 'waiting'`.execute(server.db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(states).toEqual(["failed"]);
  await answer(ben, id, true);
  await expect.poll(() => made("Too many")).toHaveLength(1);
});
