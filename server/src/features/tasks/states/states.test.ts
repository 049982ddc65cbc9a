import { administrationRoutes } from "@atoll/contract/administration/routes";
import { changeRoutes } from "@atoll/contract/changes/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { ListedState } from "@atoll/contract/tasks/state-schemas";
import { statesStatuses, usualTones } from "@atoll/contract/tasks/states";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { selectTasks } from "../queries.ts";

const server = sharedServer();
let [ana, mia]: Worker[] = [];
let departmentId: string;
let frontendId: string;

const four = (): ListedState[] =>
  statesStatuses.map((status) => ({
    id: uuidv7(),
    ...{ status, name: `Plain ${status}`, tone: usualTones[status], isDefault: true },
  }));

const building = (isDefault = false): ListedState => ({
  id: uuidv7(),
  ...{ status: "in_progress", name: "Building", tone: "warning", isDefault },
});

const listOf = async (id: string | null) => {
  const { lists } = await mia!.client.call(taskRoutes.listTaskStates, {});
  return lists.find((list) => list.departmentId === id) ?? { departmentId: id, version: 0, states: [] };
};

interface More {
  moves?: { from: string; to: string }[];
  /** Backend, unless it is told. */
  departmentId?: string | null;
}

async function bodyOf(states: ListedState[], more: More = {}) {
  const { departmentId: of = departmentId } = more;
  return { changeId: uuidv7(), version: (await listOf(of)).version, states, ...more, departmentId: of };
}

async function setStates(states: ListedState[], more: More = {}) {
  const body = await bodyOf(states, more);
  await mia!.client.call(taskRoutes.setTaskStates, { body });
  return body.changeId;
}

const undoStates = (changeId: string) => mia!.client.call(changeRoutes.undoChange, { params: { changeId } });

async function idOf(name: string) {
  const named = server.db.selectFrom("departments").select("id").where("name", "=", name);
  return (await named.executeTakeFirstOrThrow()).id;
}

beforeAll(async () => {
  [ana, mia] = await createWorkers(server, {
    Ana: { departments: ["Backend", "Frontend"] },
    Mia: { roles: ["admin"] },
  });
  [departmentId = "", frontendId = ""] = await Promise.all(["Backend", "Frontend"].map(idOf));
});

test("tasks get the states of their department, from every writer and in every way to a status", async () => {
  const early = await ana!.create({ departmentId, status: "in_progress" });
  expect(early.state).toBeNull();
  const [states, extra] = [four(), building(true)];
  await setStates([...states.map((one) => ({ ...one, isDefault: one.status !== "in_progress" })), extra]);
  // From before the list: in what was the default then.
  expect((await ana!.read(early.id)).state).toMatchObject({ tone: "warning", order: 2 });
  const named = async (task: Promise<{ state: unknown } | null>) => (await task)?.state;
  expect(await named(ana!.create({ departmentId }))).toMatchObject({ name: "Plain todo", order: 0 });
  expect(
    await named(ana!.create({ departmentId, status: "in_progress", stateId: states[1]!.id })),
  ).toMatchObject({
    name: "Plain in_progress",
  });
  // An earlier version of the app, which knows the four alone.
  const task = await ana!.create({ departmentId });
  expect(await named(ana!.change(task.id, { status: "in_progress" }))).toMatchObject({ name: "Building" });
  expect(await named(ana!.move(task.id, { status: "done" }))).toMatchObject({ name: "Plain done" });
  expect(await named(ana!.change(task.id, { status: "archived" }))).toBeNull();
  const row = await createTaskRow(server.db, ana!.id, { department_id: departmentId, status: "in_progress" });
  expect(await named(ana!.read(row))).toMatchObject({ name: "Building" });
  // Another department has none of its own, and neither has the company.
  const moved = await ana!.create({ departmentId, status: "in_progress", stateId: states[1]!.id });
  const changeId = uuidv7();
  expect(await named(ana!.change(moved.id, { departmentId: null }, changeId))).toBeNull();
  expect((await ana!.undo(changeId))[0]).toMatchObject({
    departmentId,
    state: { name: "Plain in_progress" },
  });
});

test("recent activity and search say the state that a task was moved to", async () => {
  const [states, extra] = [four(), building()];
  await setStates([...states, extra]);
  const title = `Weld the ${uuidv7()}`;
  const task = await ana!.create({ departmentId, title });
  const activity = async () => {
    const { contents } = await ana!.client.call(dashboardRoutes.getDashboard, {});
    const card = contents.find(({ cardId }) => cardId === "activity")?.content;
    return card?.type === "activity" ? card.items.find(({ about }) => about === title) : undefined;
  };
  await ana!.change(task.id, { status: "in_progress", stateId: extra.id });
  expect(await activity()).toMatchObject({ lead: "moved", rest: " to Building" });
  await ana!.change(task.id, { status: "in_progress", stateId: states[1]!.id });
  expect(await activity()).toMatchObject({ lead: "moved", rest: " to Plain in_progress" });
  const { items } = await ana!.client.call(searchRoutes.searchEverywhere, { query: { query: title } });
  expect(items.find(({ id }) => id === task.id)?.detail).toMatchObject({
    status: "in_progress",
    state: { name: "Plain in_progress" },
  });
  await ana!.change(task.id, { status: "done" });
  expect(await activity()).toMatchObject({ lead: "finished", rest: "" });
});

test("moves, undoes and tells of tasks by their states, and refuses those of another status or department", async () => {
  const [states, extra] = [four(), building()];
  await setStates([...states, extra]);
  const [todo, progress] = states;
  const task = await ana!.create({ departmentId });
  const changeId = uuidv7();
  await ana!.move(task.id, { status: "in_progress", stateId: extra.id }, changeId);
  await ana!.change(task.id, { status: "in_progress", stateId: progress!.id });
  // Someone has moved it on since.
  expect(await codeOf(ana!.client.refused(taskRoutes.undoTaskChange, { params: { changeId } }))).toBe(
    "changed_meanwhile",
  );
  const { items, names } = await ana!.history(task.id);
  const moves = items.filter(({ field }) => field === "state").map(({ before, after }) => [before, after]);
  expect(moves.map((pair) => pair.map((id) => names[String(id)]))).toEqual([
    ["Building", "Plain in_progress"],
    ["Plain todo", "Building"],
  ]);
  const refused = (set: object) =>
    codeOf(
      ana!.client.refused(taskRoutes.changeTask, {
        params: { taskId: task.id },
        body: { changeId: uuidv7(), ...set },
      }),
    );
  expect(await refused({ status: "done", stateId: todo!.id })).toBe("task_state_wrong");
  expect(await refused({ status: "todo", stateId: uuidv7() })).toBe("task_state_wrong");
  expect(await refused({ departmentId: null, status: "todo", stateId: todo!.id })).toBe("task_state_wrong");
  // Together with a task of another department, which has no states of its own.
  const elsewhere = await ana!.create({ departmentId: frontendId });
  await ana!.client.call(taskRoutes.changeTasks, {
    body: {
      changeId: uuidv7(),
      taskIds: [task.id, elsewhere.id],
      set: { status: "in_progress", stateId: extra.id },
    },
  });
  expect((await ana!.read(task.id)).state).toMatchObject({ id: extra.id });
  expect(await ana!.read(elsewhere.id)).toMatchObject({ status: "in_progress", state: null });
});

test("keeps the tasks of a removed state in the one that replaces it, and brings them back", async () => {
  const [states, extra] = [four(), building()];
  const other = { ...building(), name: "Testing" };
  await setStates([...states, extra, other]);
  const [stays, leaves] = [
    await ana!.create({ title: "It stays", departmentId, status: "in_progress", stateId: extra.id }),
    await ana!.create({ departmentId, status: "in_progress", stateId: extra.id }),
  ];
  const removal = await setStates([...states, other], { moves: [{ from: extra.id, to: other.id }] });
  expect((await ana!.read(stays.id)).state).toMatchObject({ name: "Testing" });
  // A colleague who still sees the state moves a task into it.
  const late = { changeId: uuidv7(), status: "in_progress" as const, stateId: extra.id };
  const call = { params: { taskId: leaves.id }, body: late };
  expect(await codeOf(ana!.client.refused(taskRoutes.changeTask, call))).toBe("task_state_wrong");
  await ana!.change(leaves.id, { status: "in_progress", stateId: states[1]!.id });
  // Links and saved views with the removed state mean the one that replaced it.
  const shown = async () =>
    (await ana!.list({ departments: departmentId, states: extra.id, text: "stays" })).map(({ id }) => id);
  expect(await shown()).toEqual([stays.id]);
  await undoStates(removal);
  expect((await ana!.read(stays.id)).state).toMatchObject({ name: "Building" });
  expect((await ana!.read(leaves.id)).state).toMatchObject({ name: "Plain in_progress" });
  // Removed without a place: the default. Removed all together: the statuses of the board.
  await setStates([...states, other]);
  expect((await ana!.read(stays.id)).state).toMatchObject({ name: "Plain in_progress" });
  const end = await setStates([]);
  expect(await ana!.read(stays.id)).toMatchObject({ status: "in_progress", state: null });
  expect((await ana!.list({ departments: departmentId, states: extra.id })).length).toBeGreaterThan(1);
  await undoStates(end);
  expect((await ana!.read(stays.id)).state).toMatchObject({ name: "Plain in_progress" });
});

test("shows columns and groups by state where all tasks have one list, and by status elsewhere", async () => {
  const [states, extra] = [four(), building()];
  await setStates([...states, extra]);
  const text = `shown ${uuidv7()}`;
  await ana!.create({ title: `${text} 1`, departmentId, status: "in_progress", stateId: extra.id });
  await ana!.create({ title: `${text} 2`, departmentId, status: "in_progress" });
  await ana!.create({ title: `${text} 3` });
  const board = async (query: object) => {
    const answer = await ana!.client.call(taskRoutes.getBoard, { query: { text, by: "state", ...query } });
    return answer.columns.map(({ status, state, total }) => [state?.name ?? status, total]);
  };
  expect(await board({ departments: departmentId, statuses: "in_progress,archived" })).toEqual([
    ["Plain in_progress", 1],
    ["Building", 1],
    ["archived", 0],
  ]);
  expect(await board({ departments: departmentId, states: extra.id, statuses: "in_progress" })).toEqual([
    ["Building", 1],
  ]);
  expect(await board({ statuses: "todo,in_progress" })).toEqual([
    ["todo", 1],
    ["in_progress", 2],
  ]);
  const query = { group: "status" as const, by: "state" as const, text, departments: departmentId };
  const { by, groups } = await ana!.client.call(taskRoutes.listTaskGroups, { query });
  expect([by, groups.map(({ state, total }) => [state?.name, total])]).toEqual([
    "state",
    [
      ["Plain in_progress", 1],
      ["Building", 1],
    ],
  ]);
  const { items } = await ana!.client.call(taskRoutes.listTasks, { query: { text, sort: "status" } });
  expect(items.map(({ title }) => title.at(-1))).toEqual(["3", "2", "1"]);
  const { csv } = await ana!.client.call(taskRoutes.exportTasks, {
    query: { text, departments: departmentId },
  });
  expect(csv).toMatch(/,Building,/);
});

test("tells people outside a department its states once they have a task there, and hides them until then", async () => {
  const states = four();
  await setStates(states);
  await setStates(four(), { departmentId: null });
  const [ben] = await createWorkers(server, { Ben: { departments: ["Frontend"] } });
  const seen = async () => {
    const { lists } = await ben!.client.call(taskRoutes.listTaskStates, {});
    const list = lists.find((one) => one.departmentId === departmentId);
    const query = { departments: departmentId, by: "state" as const };
    const { by } = await ben!.client.call(taskRoutes.getBoard, { query });
    return [list?.states.length, list?.isHidden, by];
  };
  expect(await seen()).toEqual([0, true, "status"]);
  const task = await ana!.create({ departmentId, assigneeId: ben!.id });
  expect(await seen()).toEqual([4, false, "state"]);
  const moved = await ben!.change(task.id, { status: "done", stateId: states[3]!.id });
  expect(moved?.state).toMatchObject({ name: "Plain done" });
  // States of a department limit nothing in another one.
  const other = await ana!.create({ departmentId: frontendId });
  const query = { departments: frontendId, states: states[0]!.id };
  expect((await ana!.list(query)).map(({ id }) => id)).toContain(other.id);
  await setStates([], { departmentId: null });
});

test("refuses names that are there twice, and what someone else has changed since", async () => {
  const states = four();
  const twice = await bodyOf([...states, { ...building(), name: " plain TODO " }]);
  expect(await codeOf(mia!.client.refused(taskRoutes.setTaskStates, { body: twice }))).toBe(
    "invalid_request",
  );
  const stale = await bodyOf(states);
  await setStates(states);
  expect(await codeOf(mia!.client.refused(taskRoutes.setTaskStates, { body: stale }))).toBe(
    "changed_meanwhile",
  );
  const foreign = await bodyOf(
    states.map((one) => (one.status === "done" ? { ...one, status: "todo" } : one)),
  );
  foreign.states.push({ ...building(), status: "done", isDefault: true });
  foreign.states = foreign.states.map((one, at) => (at === 3 ? { ...one, isDefault: false } : one));
  expect(await codeOf(mia!.client.refused(taskRoutes.setTaskStates, { body: foreign }))).toBe(
    "task_state_wrong",
  );
});

test("tasks stay in their state when they come to another department with the same list", async () => {
  await setStates([]);
  const early = [await ana!.create({ departmentId }), await ana!.create({ departmentId })];
  const [states, triage] = [four(), { ...building(true), status: "todo" as const, name: "Triage" }];
  await setStates(states, { departmentId: null });
  const withTriage = [triage, ...states.map((one, at) => (at === 0 ? { ...one, isDefault: false } : one))];
  await setStates(withTriage, { departmentId: null });
  const [moved, merged] = early.map(({ id }) => id);
  const changeId = uuidv7();
  const plain = { state: { name: "Plain todo" } };
  expect(await ana!.change(moved!, { departmentId: frontendId }, changeId)).toMatchObject(plain);
  expect((await ana!.history(moved!)).items.map(({ field }) => field)).toEqual(["department", "created"]);
  expect(await ana!.undo(changeId)).toMatchObject([plain]);
  expect(await ana!.create({ departmentId })).toMatchObject({ state: { name: "Triage" } });
  // Merged into a department with the company's list, and with its own list into one without.
  const sol = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  const newDepartment = async () => {
    const { client } = sol;
    const body = { name: `Merged ${uuidv7()}` };
    return (await client.call(administrationRoutes.createDepartment, { body })).department.id;
  };
  for (const isOwn of [false, true]) {
    const [fromId, intoId] = [await newDepartment(), await newDepartment()];
    const id = isOwn ? await createTaskRow(server.db, ana!.id, { department_id: fromId }) : merged!;
    const own = withTriage.map((one) => ({ ...one, id: uuidv7(), name: `Own ${one.name}` }));
    if (isOwn) {
      const first = own.slice(1).map((one) => ({ ...one, isDefault: true }));
      await setStates(first, { departmentId: fromId });
      await setStates(own, { departmentId: fromId });
    } else await mia!.change(id, { departmentId: fromId });
    const merger = { params: { departmentId: fromId }, body: { intoId } };
    await sol.client.call(administrationRoutes.mergeDepartment, merger);
    expect(await ana!.read(id)).toMatchObject({
      departmentId: intoId,
      state: { name: isOwn ? "Own Plain todo" : "Plain todo" },
    });
  }
  await setStates([], { departmentId: null });
});

test("undoes a move of a task whose states have been changed since", async () => {
  const [states, extra] = [four(), building()];
  const task = await ana!.create({ departmentId });
  const moveAway = async () => {
    await setStates([...states, extra]);
    const changeId = uuidv7();
    await ana!.move(task.id, { status: "in_progress", stateId: extra.id }, changeId);
    return changeId;
  };
  const left = { status: "todo", state: { name: "Plain todo" } };
  const first = await moveAway();
  const removal = await setStates(states);
  expect(await ana!.undo(first)).toMatchObject([left]);
  await undoStates(removal);
  const second = await moveAway();
  await setStates([]);
  expect(await ana!.undo(second)).toMatchObject([{ status: "todo", state: null }]);
});

test("undoes one change of a list after the other", async () => {
  await setStates([]);
  const [states, extra] = [four(), building()];
  const changeIds = [await setStates(states), await setStates([...states, extra])];
  const task = await ana!.create({ departmentId, status: "in_progress", stateId: extra.id });
  for (const changeId of changeIds.toReversed()) await undoStates(changeId);
  expect((await listOf(departmentId)).states).toEqual([]);
  expect(await ana!.read(task.id)).toMatchObject({ status: "in_progress", state: null });
});

test("asks once for each task of a list which state it is in, however many states there are", async () => {
  await setStates(four());
  const { rows } = await sql<{
    "QUERY PLAN": string;
  }>`EXPLAIN VERBOSE ${selectTasks(server.db).limit(50)}`.execute(server.db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("state_of_task");
  expect(plan).not.toMatch(/(Filter|Cond):.*state_of_task/);
});
