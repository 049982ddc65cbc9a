import type { RouteCall } from "@atoll/contract/route";
import type { TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { maxDependencies, type TaskStatus } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { enqueueJob } from "../../../../test/run-job.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

type AddField = RouteCall<typeof taskRoutes.addTaskField>["body"];

const server = sharedServer();
let [ana, ben, mia, otis]: Worker[] = [];
let backendId: string;

beforeAll(async () => {
  [ana, ben, mia, otis] = await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Ben: { departments: ["Backend"] },
    Mia: { roles: ["admin"] },
    Otis: {},
  });
  const department = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  backendId = department.id;
});

describe("visibility of a task", () => {
  test("shows a task to its creator, assignee, watchers, department, and managers of all tasks", async () => {
    const own = await ana!.create();
    const team = await ana!.create({ departmentId: backendId });
    const given = await ana!.create({ assigneeId: otis!.id });
    const watched = await ana!.create();
    await ana!.watchers(watched.id, { add: [otis!.id] });
    const seenBy = async (who: Worker) => {
      const seen = new Set((await who.list()).map(({ id }) => id));
      return [own, team, given, watched].map(({ id }) => seen.has(id));
    };
    expect(await seenBy(ana!)).toEqual([true, true, true, true]);
    expect(await seenBy(ben!)).toEqual([false, true, false, false]);
    expect(await seenBy(mia!)).toEqual([false, true, false, false]);
    expect(await seenBy(otis!)).toEqual([false, false, true, true]);
  });

  test("readers of a task also read its sub-tasks, and see their count", async () => {
    const whole = await ana!.create({ departmentId: backendId });
    const part = await ana!.create({ parentId: whole.id, title: "A part" });
    expect(await ben!.read(part.id)).toMatchObject({ parent: { id: whole.id } });
    await ben!.change(part.id, { status: "done" });
    expect(await ana!.read(whole.id)).toMatchObject({
      subtasks: { done: 1, total: 1 },
      subtaskList: [{ id: part.id, status: "done" }],
    });
    expect(await codeOf(otis!.client.refused(taskRoutes.getTask, { params: { taskId: part.id } }))).toBe(
      "task_not_found",
    );
    const body = { id: uuidv7(), title: "A part of a part", parentId: part.id };
    expect(await codeOf(ana!.client.refused(taskRoutes.createTask, { body }))).toBe("task_not_found");
  });

  test("a viewer who assigns a task to somebody else may lose access, and the response says so", async () => {
    const task = await ana!.create({ assigneeId: ben!.id });
    expect(await ben!.change(task.id, { assigneeId: null })).toBeNull();
    expect((await ana!.read(task.id)).assignee).toBeNull();
  });
});

describe("changing", () => {
  test("is refused if it names the status that it began with, and someone else has changed that since", async () => {
    const task = await ana!.create({ departmentId: backendId });
    const change = (status: TaskStatus, seenStatus: TaskStatus) => ({
      params: { taskId: task.id },
      body: { changeId: uuidv7(), status, seenStatus },
    });
    await ben!.client.call(taskRoutes.changeTask, change("in_review", "todo"));
    expect(await codeOf(ana!.client.refused(taskRoutes.changeTask, change("done", "todo")))).toBe(
      "changed_meanwhile",
    );
    expect((await ana!.read(task.id)).status).toBe("in_review");
  });

  test("sets the named fields, records them in the history, and increases the version", async () => {
    const task = await ana!.create({ tags: ["Harbour", "harbour"] });
    expect(task.tags).toEqual(["harbour"]);
    const due = { date: "2026-12-04", clock: { time: "13:00", zone: "Europe/Lisbon" } };
    const changed = await ana!.change(task.id, { title: "Another", priority: "urgent", due, tags: ["pier"] });
    expect(changed).toMatchObject({
      title: "Another",
      priority: "urgent",
      due,
      tags: ["pier"],
      status: "todo",
    });
    expect(changed!.version).toBeGreaterThan(task.version);
    const { items } = await ana!.history(task.id);
    expect(items.map(({ field, before, after }) => [field, before, after])).toEqual(
      expect.arrayContaining([
        ["title", "A task", "Another"],
        ["priority", "medium", "urgent"],
        ["due", null, due],
        ["tags", ["harbour"], ["pier"]],
        ["created", null, true],
      ]),
    );
  });

  test("setting the same values changes nothing and adds nothing to the history", async () => {
    const task = await ana!.create({ priority: "low" });
    const again = await ana!.change(task.id, { priority: "low", title: "A task" });
    expect(again!.version).toBe(task.version);
    expect((await ana!.history(task.id)).items).toHaveLength(1);
  });

  test("refuses the later of two edits of a description, and loses neither text", async () => {
    const task = await ana!.create({ departmentId: backendId, description: "First" });
    const { descriptionVersion: version } = task;
    await ana!.change(task.id, { description: { text: "Ana's", version } });
    const body = { changeId: uuidv7(), description: { text: "Ben's", version } };
    expect(
      await codeOf(ben!.client.refused(taskRoutes.changeTask, { params: { taskId: task.id }, body })),
    ).toBe("changed_meanwhile");
    expect((await ben!.read(task.id)).description).toBe("Ana's");
    const seen = (await ben!.read(task.id)).descriptionVersion;
    const saved = await ben!.change(task.id, { description: { text: "Both", version: seen } });
    expect(saved?.description).toBe("Both");
  });

  test("refuses invalid input and changes nothing", async () => {
    const task = await ana!.create();
    for (const set of [
      { status: "sleeping" },
      { due: { date: "1850-01-01" } },
      { due: { date: "2026-02-30" } },
      { due: { date: "2026-12-01", clock: { time: "25:00", zone: "Europe/Lisbon" } } },
      { due: { date: "2026-12-01", clock: { time: "10:00", zone: "Atlantis" } } },
      { tags: Array.from({ length: 1000 }, (_, index) => `tag ${index}`) },
      { tags: ["one,two"] },
      { title: " " },
    ]) {
      const answer = await ana!.client.send("PATCH", `/api/tasks/${task.id}`, {
        body: { changeId: uuidv7(), ...set },
      });
      expect([set, answer.status]).toEqual([set, 400]);
    }
    expect((await ana!.read(task.id)).version).toBe(task.version);
  });

  test("moves many tasks to a day, each with its own time, and back", async () => {
    const zone = "Europe/Lisbon";
    const times = ["09:30", "16:00"].map((time) => ({ date: "2027-03-01", clock: { time, zone } }));
    const dues = [...times, { date: "2027-03-02", clock: null }, null];
    const created = [];
    for (const due of dues) created.push(await ana!.create({ due }));
    const body = {
      changeId: uuidv7(),
      taskIds: created.map(({ id }) => id),
      set: { dueDay: { date: "2027-03-05", zone } },
    };
    const { tasks } = await ana!.client.call(taskRoutes.changeTasks, { body });
    const dueOf = (id: string) => tasks.find((task) => task.id === id)?.due;
    expect(created.map(({ id }) => dueOf(id))).toEqual(
      dues.map((due) => ({ date: "2027-03-05", clock: due?.clock ?? null })),
    );
    await ana!.client.call(taskRoutes.undoTaskChange, { params: { changeId: body.changeId } });
    for (const [index, { id }] of created.entries()) expect((await ana!.read(id)).due).toEqual(dues[index]);
  });

  test("changes many tasks, all or none", async () => {
    const [one, two] = [await ana!.create({ tags: ["old"] }), await ana!.create()];
    const foreign = await otis!.create();
    const body = {
      changeId: uuidv7(),
      taskIds: [one.id, foreign.id],
      set: { priority: "urgent" as const },
    };
    expect(await codeOf(ana!.client.refused(taskRoutes.changeTasks, { body }))).toBe("task_not_found");
    expect((await ana!.read(one.id)).priority).toBe("medium");
    const changed = await ana!.changeMany([one.id, two.id], {
      status: "done",
      addTags: ["new"],
      removeTags: ["old"],
    });
    expect(changed.map(({ status, tags }) => [status, tags])).toEqual([
      ["done", ["new"]],
      ["done", ["new"]],
    ]);
  });
});

test("people who gain or lose access to a task receive events for its sub-tasks too", async () => {
  const whole = await ana!.create({ assigneeId: otis!.id });
  const part = await ana!.create({ parentId: whole.id });
  const socket = await otis!.listen();
  const idsOf = (name: string) =>
    socket.received.flatMap((one) => {
      const { taskId, task } = one.payload as { taskId?: string; task?: { id: string } };
      return one.name === name ? [taskId ?? task?.id] : [];
    });
  await ana!.change(whole.id, { assigneeId: null });
  await vi.waitFor(() => expect(idsOf("task.gone").toSorted()).toEqual([whole.id, part.id].toSorted()));
  await ana!.watchers(whole.id, { add: [otis!.id] });
  await vi.waitFor(() => expect(idsOf("task.changed").toSorted()).toEqual([whole.id, part.id].toSorted()));
  await ana!.remove(whole.id);
  await vi.waitFor(() => expect(idsOf("task.gone")).toHaveLength(4));
  socket.close();
});

describe("a start date", () => {
  test("is in the history, is undone, and cannot be after the due date", async () => {
    const task = await ana!.create({ startsOn: "2027-03-01", due: { date: "2027-03-05" } });
    const changeId = uuidv7();
    expect(await ana!.change(task.id, { startsOn: "2027-03-03" }, changeId)).toMatchObject({
      startsOn: "2027-03-03",
    });
    const { items } = await ana!.history(task.id);
    expect(items[0]).toMatchObject({ field: "start", before: "2027-03-01", after: "2027-03-03" });
    await ana!.undo(changeId);
    expect((await ana!.read(task.id)).startsOn).toBe("2027-03-01");
    const late = { changeId: uuidv7(), startsOn: "2027-03-06" };
    const params = { taskId: task.id };
    expect(await codeOf(ana!.client.refused(taskRoutes.changeTask, { params, body: late }))).toBe(
      "task_start_after_due",
    );
    const body = { id: uuidv7(), title: "Late", startsOn: "2027-03-06", due: { date: "2027-03-05" } };
    expect(await codeOf(ana!.client.refused(taskRoutes.createTask, { body }))).toBe("task_start_after_due");
  });

  test("goes along with a due date that is moved before it, and comes back with it", async () => {
    const [one, other] = [
      await ana!.create({ startsOn: "2027-03-04", due: { date: "2027-03-05" } }),
      await ana!.create({ startsOn: "2027-03-01" }),
    ];
    const changeId = uuidv7();
    const set = { dueDay: { date: "2027-03-02", zone: "UTC" } };
    const changed = await ana!.changeMany([one.id, other.id], set, changeId);
    expect(changed.map(({ startsOn }) => startsOn).toSorted()).toEqual(["2027-03-01", "2027-03-02"]);
    await ana!.undo(changeId);
    expect(await ana!.read(one.id)).toMatchObject({ startsOn: "2027-03-04", due: { date: "2027-03-05" } });
  });

  test("is never after the due date, whichever of two changes is undone", async () => {
    const due = (date: string) => ({ due: { date: `2027-03-${date}` } });
    // Moved before the start's old day by someone else, while the start was earlier.
    const task = await ana!.create({ assigneeId: ben!.id, startsOn: "2027-03-10", ...due("20") });
    const earlier = uuidv7();
    await ana!.change(task.id, { startsOn: "2027-03-05" }, earlier);
    await ben!.change(task.id, due("07"));
    await ana!.undo(earlier);
    expect(await ana!.read(task.id)).toMatchObject({ startsOn: "2027-03-07", ...due("07") });
    // Started later by someone else, while the due date was later.
    const later = uuidv7();
    await ana!.change(task.id, due("20"), later);
    await ben!.change(task.id, { startsOn: "2027-03-15" });
    await ana!.undo(later);
    expect(await ana!.read(task.id)).toMatchObject({ startsOn: "2027-03-07", ...due("07") });
  });

  test("is filtered and sorted by, where the viewer is, and exported", async () => {
    const tags = ["started"];
    await ana!.create({ title: "Past", startsOn: "2020-01-02", tags });
    await ana!.create({ title: "Ahead", startsOn: "2199-01-02", tags });
    await ana!.create({ title: "Open", tags });
    await ana!.create({ title: "Due", due: { date: "2030-01-01" }, tags });
    const list = async (query: Parameters<Worker["list"]>[0]) =>
      (await ana!.list({ tags: "started", sort: "start", ...query })).map(({ title }) => title);
    expect((await list({})).slice(0, 2)).toEqual(["Past", "Ahead"]);
    expect(await list({ start: "reached" })).toEqual(["Past"]);
    expect((await list({ start: "later,none" })).toSorted()).toEqual(["Ahead", "Due", "Open"]);
    expect(await list({ dates: "none" })).toEqual(["Open"]);
    expect((await list({ dates: "some" })).toSorted()).toEqual(["Ahead", "Due", "Past"]);
    const { csv } = await ana!.client.call(taskRoutes.exportTasks, { query: { tags: "started" } });
    expect(csv).toContain("2199-01-02");
  });
});

describe("waiting for others", () => {
  test("is counted on both tasks as long as it lasts, and a loop is refused", async () => {
    const [a, b, c] = [await ana!.create(), await ana!.create(), await ana!.create()];
    await ana!.block(a.id, b.id);
    await ana!.block(b.id, c.id);
    const params = { taskId: c.id, blockerId: a.id };
    const body = { changeId: uuidv7() };
    expect(await codeOf(ana!.client.refused(taskRoutes.blockTask, { params, body }))).toBe("task_loop");
    expect(await ana!.read(b.id)).toMatchObject({ blockedBy: 1, blocks: 1, blockedByList: [{ id: c.id }] });
    await ana!.change(c.id, { status: "done" });
    expect((await ana!.read(b.id)).blockedBy).toBe(0);
    await ana!.unblock(a.id, b.id);
    expect((await ana!.read(a.id)).blockedByList).toEqual([]);
  });

  test("is listed for a timeline only as far as the viewer may read both tasks", async () => {
    const task = await ana!.create({ departmentId: backendId });
    const [shared, own] = [await ana!.create({ departmentId: backendId }), await ana!.create()];
    for (const { id } of [shared, own]) await ana!.block(task.id, id);
    const list = async (who: Worker, id: string) => {
      const { dependencies } = await who.client.call(taskRoutes.listTaskDependencies, {
        query: { tasks: id },
      });
      return dependencies.map(({ blockerId }) => blockerId);
    };
    expect((await list(ana!, task.id)).toSorted()).toEqual([shared.id, own.id].toSorted());
    expect(await list(ben!, task.id)).toEqual([shared.id]);
    expect(await list(otis!, task.id)).toEqual([]);
  });

  test("is limited on both sides", async () => {
    const blocker = await ana!.create();
    await sql`WITH waiting AS (INSERT INTO tasks (id, title, status, created_by, rank, sent_hash)
        SELECT uuidv7(), 'Waits', 'archived', ${ana!.id}, 'waits' || lpad(n::text, 2, '0'), ''
        FROM generate_series(1, ${maxDependencies}::int) n RETURNING id)
      INSERT INTO task_dependencies (blocked_id, blocker_id) SELECT id, ${blocker.id} FROM waiting`.execute(
      server.db,
    );
    const params = { taskId: (await ana!.create()).id, blockerId: blocker.id };
    const body = { changeId: uuidv7() };
    expect(await codeOf(ana!.client.refused(taskRoutes.blockTask, { params, body }))).toBe(
      "too_many_dependencies",
    );
  });

  test("names in the history only tasks that its reader may read", async () => {
    const task = await ana!.create({ departmentId: backendId });
    const [shared, own] = [await ana!.create({ departmentId: backendId }), await ana!.create()];
    await ana!.block(task.id, own.id);
    await ana!.block(task.id, shared.id);
    const [toAna, toBen] = [await ana!.history(task.id), await ben!.history(task.id)];
    expect(JSON.stringify(toAna)).toContain(own.id);
    expect(JSON.stringify(toBen)).not.toContain(own.id);
    // Only the change that Ben may read is left.
    const ofBlockers = toBen.items.filter(({ field }) => field === "blockedBy");
    expect(ofBlockers.map(({ before, after }) => [before, after])).toEqual([[[], [shared.id]]]);
  });

  test("is counted on the other task again after an undo, on every screen", async () => {
    const [task, blocker] = [await ana!.create(), await ana!.create()];
    const changeId = uuidv7();
    await ana!.block(task.id, blocker.id, changeId);
    expect(await ana!.read(blocker.id)).toMatchObject({ blocks: 1 });
    const socket = await ana!.listen();
    await ana!.undo(changeId);
    await vi.waitFor(() =>
      expect(socket.received).toContainEqual(
        expect.objectContaining({
          name: "task.changed",
          payload: { task: expect.objectContaining({ id: blocker.id, blocks: 0 }) },
        }),
      ),
    );
    socket.close();
  });

  test("refuses one of two concurrent changes that would close a loop", async () => {
    const [a, b] = [await ana!.create(), await ana!.create()];
    const codes = await Promise.all(
      [
        [a.id, b.id],
        [b.id, a.id],
      ].map(async ([taskId, blockerId]) => {
        const answer = await ana!.client.send("PUT", `/api/tasks/${taskId}/blockers/${blockerId}`, {
          body: { changeId: uuidv7() },
        });
        return answer.status;
      }),
    );
    expect(codes.sort()).toEqual([200, 409]);
  });
});

describe("undo", () => {
  test("restores fields, status and place, and removes the change from the history", async () => {
    const status = "in_review" as const;
    const [first, moved] = [await ana!.create({ status }), await ana!.create({ status })];
    const changeId = uuidv7();
    await ana!.changeMany([moved.id, first.id], { status: "done", priority: "low" }, changeId);
    const back = await ana!.undo(changeId);
    expect(back.map((task) => [task.id, task.status, task.priority, task.rank]).sort()).toEqual(
      [first, moved].map((task) => [task.id, status, "medium", task.rank]).sort(),
    );
    expect((await ana!.history(moved.id)).items.map(({ field }) => field)).toEqual(["created"]);
    const again = ana!.client.refused(taskRoutes.undoTaskChange, { params: { changeId } });
    expect(await codeOf(again)).toBe("task_change_not_found");
  });

  test("leaves fields that somebody has changed since", async () => {
    const task = await ana!.create({ departmentId: backendId });
    const changeId = uuidv7();
    await ana!.change(task.id, { priority: "high", title: "Ana's" }, changeId);
    await ben!.change(task.id, { title: "Ben's" });
    await ana!.undo(changeId);
    expect(await ana!.read(task.id)).toMatchObject({ priority: "medium", title: "Ben's" });
  });

  test("restores all tasks that were deleted together, or none", async () => {
    const own = [await ana!.create(), await ana!.create()].map(({ id }) => id);
    const bens = await ben!.create({ departmentId: backendId });
    const deleteTasks = (taskIds: string[], changeId = uuidv7()) => ({ body: { changeId, taskIds } });
    const refused = ana!.client.refused(taskRoutes.deleteTasks, deleteTasks([...own, bens.id]));
    expect(await codeOf(refused)).toBe("forbidden");
    const changeId = uuidv7();
    await ana!.client.call(taskRoutes.deleteTasks, deleteTasks(own, changeId));
    await ana!.client.call(taskRoutes.deleteTasks, deleteTasks(own, changeId));
    const gone = ana!.client.refused(taskRoutes.getTask, { params: { taskId: own[1]! } });
    expect(await codeOf(gone)).toBe("task_not_found");
    expect((await ana!.undo(changeId)).map(({ id }) => id).sort()).toEqual(own.toSorted());
  });

  test("restores a deleted task with its requirements, watchers and dependencies", async () => {
    const whole = await ana!.create();
    const part = await ana!.create({ parentId: whole.id });
    const other = await ana!.create();
    await ana!.block(other.id, whole.id);
    await ana!.watchers(whole.id, { add: [otis!.id] });
    const changeId = uuidv7();
    await ana!.remove(whole.id, changeId);
    expect((await ana!.read(other.id)).blockedBy).toBe(0);
    const gone = ana!.client.refused(taskRoutes.getTask, { params: { taskId: part.id } });
    expect(await codeOf(gone)).toBe("task_not_found");
    await ana!.undo(changeId);
    expect(await otis!.read(whole.id)).toMatchObject({
      subtasks: { total: 1 },
      watchers: [{ id: otis!.id }],
    });
    expect((await ana!.read(other.id)).blockedBy).toBe(1);
  });
});

describe("own fields", () => {
  const add = async (field: Omit<AddField, "departmentId" | "version">, departmentId: string | null) => {
    const { sets } = await mia!.client.call(taskRoutes.listTaskFields, {});
    const version = sets.find((set) => set.departmentId === departmentId)?.version ?? 0;
    const body = { departmentId, version, ...field };
    return (await mia!.client.call(taskRoutes.addTaskField, { body })).set;
  };
  const edit = (field: string, version: number, change: object) =>
    mia!.client.call(taskRoutes.changeTaskField, { params: { field }, body: { version, ...change } });

  test("are checked by their kinds, kept in the history by their values, and undone each for itself", async () => {
    const size = { label: "Größe", kind: "choice" as const, options: ["Small", "Large"] };
    const { fields } = await add({ ...size, colours: { Large: "red", Gone: "blue" } }, null);
    expect(fields.at(-1)).toMatchObject({ name: "own_gro_e", colours: { Large: "red" }, isAdded: true });
    await add({ label: "Budget", kind: "money" }, backendId);
    await add({ label: "Areas", kind: "choices", options: ["Web", "App"] }, backendId);
    await add({ label: "Pilot", kind: "person" }, backendId);
    await add({ label: "Signed", kind: "checkbox" }, backendId);
    const values = {
      own_gro_e: "Small",
      own_budget: { amount: 120_000, currency: "EUR" },
      own_areas: ["Web", "App"],
      own_pilot: ben!.id,
      own_signed: true,
    };
    const task = await ana!.create({ departmentId: backendId, fields: values });
    expect(task).toMatchObject({
      fields: values,
      fieldPeople: [{ id: ben!.id, name: "Ben" }],
      otherFields: [],
    });
    expect(task.ownFields.map(({ label }) => label)).toEqual(["Größe", "Budget", "Areas", "Pilot", "Signed"]);
    const refused = (fields: TaskFieldValues) =>
      codeOf(
        ana!.client.refused(taskRoutes.changeTask, {
          params: { taskId: task.id },
          body: { changeId: uuidv7(), fields },
        }),
      );
    const wrongs: TaskFieldValues[] = [
      { own_gro_e: "Huge" },
      { own_areas: ["Web", "Boats"] },
      { own_budget: "much" },
    ];
    for (const wrong of wrongs) expect(await refused(wrong)).toBe("task_field_wrong");
    expect(await refused({ own_nothing: "x" })).toBe("task_field_wrong");
    expect(await refused({ own_pilot: uuidv7() })).toBe("assignee_unavailable");
    const changeId = uuidv7();
    await ana!.change(task.id, { fields: { own_gro_e: "Large", own_signed: false } }, changeId);
    await ben!.change(task.id, { fields: { own_signed: true } });
    const { items, names } = await ana!.history(task.id);
    expect(items.find(({ changeId: id }) => id === changeId)).toMatchObject({
      field: "fields",
      before: { own_gro_e: "Small", own_signed: true },
      after: { own_gro_e: "Large", own_signed: null },
    });
    expect(names.own_gro_e).toBe("Größe");
    await ana!.undo(changeId);
    // Ben's value of the other field stays, and comes to the same.
    expect((await ana!.read(task.id)).fields).toEqual(values);
  });

  test("refuse an edit of a value that someone else has changed since, and of no other", async () => {
    await add({ label: "Client", kind: "text" }, null);
    await add({ label: "Ship", kind: "text" }, null);
    const task = await ana!.create({ departmentId: backendId, fields: { own_client: "Pier" } });
    const change = (own: TaskFieldValues, seenFields: TaskFieldValues) => ({
      params: { taskId: task.id },
      body: { changeId: uuidv7(), fields: own, seenFields },
    });
    await ben!.client.call(taskRoutes.changeTask, change({ own_client: "Ben's" }, { own_client: "Pier" }));
    expect(
      await codeOf(
        ana!.client.refused(taskRoutes.changeTask, change({ own_client: "Ana's" }, { own_client: "Pier" })),
      ),
    ).toBe("changed_meanwhile");
    await ana!.client.call(taskRoutes.changeTask, change({ own_ship: "Ana's" }, { own_ship: null }));
    expect((await ana!.read(task.id)).fields).toEqual({ own_client: "Ben's", own_ship: "Ana's" });
  });

  test("stay with a task that moves to another department, which shows them as those of the first", async () => {
    const task = await ana!.create({
      departmentId: backendId,
      fields: { own_budget: { amount: 5, currency: "EUR" } },
    });
    await ana!.change(task.id, { departmentId: null });
    const seen = await ana!.read(task.id);
    expect(seen.fields).toEqual({ own_budget: { amount: 5, currency: "EUR" } });
    expect(seen.otherFields).toMatchObject([{ label: "Budget", departmentId: backendId }]);
    const body = { changeId: uuidv7(), fields: { own_budget: { amount: 7, currency: "EUR" } } };
    expect(
      await codeOf(ana!.client.refused(taskRoutes.changeTask, { params: { taskId: task.id }, body })),
    ).toBe("task_field_wrong");
    const back = await ana!.change(task.id, { departmentId: backendId });
    expect(back).toMatchObject({ otherFields: [] });
  });

  test("rename, swap and replace options on tasks, and come back with their values once restored", async () => {
    const { version } = await add({ label: "Tide", kind: "choice", options: ["Low", "High", "None"] }, null);
    const [low, high, none] = await Promise.all(
      ["Low", "High", "None"].map((own_tide) => ana!.create({ fields: { own_tide } })),
    );
    const wanted = [
      { was: "Low", name: "Ebb" },
      { was: "High", name: "Flood" },
    ];
    expect(
      await codeOf(
        mia!.client.refused(taskRoutes.changeTaskField, {
          params: { field: "own_tide" },
          body: { version, options: wanted },
        }),
      ),
    ).toBe("task_option_used");
    const moves = [{ from: "None", to: "Ebb" }];
    const changeId = uuidv7();
    await ana!.change(low!.id, { fields: { own_tide: null } }, changeId);
    const { set } = await edit("own_tide", version, { options: wanted, optionMoves: moves });
    expect(set.fields.find(({ name }) => name === "own_tide")).toMatchObject({
      options: ["Ebb", "Flood"],
      aliases: [
        { from: "Low", to: "Ebb" },
        { from: "High", to: "Flood" },
        { from: "None", to: "Ebb" },
      ],
    });
    const tide = async (id: string) => (await ana!.read(id)).fields.own_tide;
    expect(await Promise.all([high!, none!].map(({ id }) => tide(id)))).toEqual(["Flood", "Ebb"]);
    // An undo brings the value back under its present name.
    await ana!.undo(changeId);
    expect(await tide(low!.id)).toBe("Ebb");
    const { set: retired } = await edit("own_tide", set.version, { isRetired: true });
    expect((await ana!.read(low!.id)).ownFields.map(({ name }) => name)).not.toContain("own_tide");
    await edit("own_tide", retired.version, { isRetired: false });
    const restored = await ana!.read(low!.id);
    expect(restored.ownFields.map(({ name }) => name)).toContain("own_tide");
    expect(restored.fields.own_tide).toBe("Ebb");
  });

  test("rename an option of many tasks in the background, and then another one", async () => {
    const { version } = await add({ label: "Buoy", kind: "choices", options: ["Red", "Green"] }, null);
    await sql`INSERT INTO tasks (id, title, status, created_by, rank, sent_hash, fields)
      SELECT uuidv7(), 'Buoy', 'archived', ${ana!.id}, 'buoy' || lpad(n::text, 4, '0'), '', '{"own_buoy": ["Red", "Green"]}'
      FROM generate_series(1, 450) n`.execute(server.db);
    const options = [
      { was: "Red", name: "Port" },
      { was: "Green", name: "Green" },
    ];
    await edit("own_buoy", version, { options });
    await vi.waitFor(async () => {
      const { rows } = await sql<{ fields: unknown; count: number }>`SELECT fields, count(*) FROM tasks
        WHERE title = 'Buoy' GROUP BY fields`.execute(server.db);
      expect(rows).toEqual([{ fields: { own_buoy: ["Port", "Green"] }, count: 450 }]);
    }, 20_000);
    const { sets } = await mia!.client.call(taskRoutes.listTaskFields, {});
    const next = sets.find((set) => set.departmentId === null)!.version;
    await vi.waitFor(
      () =>
        edit("own_buoy", next, {
          options: [{ was: "Port", name: "Red" }],
          optionMoves: [{ from: "Green", to: "Red" }],
        }),
      20_000,
    );
    // The schedule finishes a change of options that its job has given up on.
    const lost = await ana!.create();
    await sql`UPDATE tasks SET fields = '{"own_lost": "Old"}' WHERE id = ${lost.id}`.execute(server.db);
    await sql`INSERT INTO task_option_renames VALUES ('own_lost', '{"Old": "New"}')`.execute(server.db);
    await enqueueJob(server, "tasks.rename-options");
    await vi.waitFor(
      async () => expect((await ana!.read(lost.id)).fields).toEqual({ own_lost: "New" }),
      20_000,
    );
  });

  test("have names of their own, also with labels in other scripts and after their department is removed", async () => {
    const nameOf = async (label: string, departmentId: string | null) =>
      (await add({ label, kind: "text" }, departmentId)).fields.at(-1)?.name;
    expect(await nameOf("担当", null)).toBe("own_field");
    expect(await nameOf("Тираж", null)).toBe("own_field_2");
    const { rows } = await sql<{ id: string }>`INSERT INTO departments (name, slug, description)
      VALUES ('Wharf', 'wharf', '') RETURNING id`.execute(server.db);
    const departmentId = rows[0]!.id;
    expect(await nameOf("Crane", departmentId)).toBe("own_crane");
    const task = await mia!.create({ departmentId, fields: { own_crane: "North" } });
    await mia!.change(task.id, { departmentId: null });
    await sql`DELETE FROM departments WHERE id = ${departmentId}`.execute(server.db);
    expect(await nameOf("Crane", null)).toBe("own_crane_2");
    const { sets } = await mia!.client.call(taskRoutes.listTaskFields, {});
    expect(sets.map((set) => set.departmentId)).not.toContain(departmentId);
    expect(await mia!.read(task.id)).toMatchObject({
      fields: { own_crane: "North" },
      otherFields: [{ label: "Crane" }],
    });
  });

  test("are ordered by the first of two people who saw the same order", async () => {
    await add({ label: "Keel", kind: "text" }, null);
    const { version, fields } = await add({ label: "Mast", kind: "text" }, null);
    const names = fields.map(({ name }) => name);
    const order = (wanted: string[]) => ({ body: { departmentId: null, version, order: wanted } });
    const { set } = await mia!.client.call(taskRoutes.orderTaskFields, order(names.toReversed()));
    expect(set.fields.map(({ name }) => name)).toEqual(names.toReversed());
    expect(await codeOf(mia!.client.refused(taskRoutes.orderTaskFields, order(names)))).toBe(
      "changed_meanwhile",
    );
  });

  test("are stored as their kinds write them, and an undo of one leaves the others alone", async () => {
    await add({ label: "Mate", kind: "person" }, null);
    const { version } = await add({ label: "Flag", kind: "choice", options: ["Blue", "White"] }, null);
    const body = {
      id: uuidv7(),
      title: "Hoist",
      fields: { own_mate: ben!.id.toUpperCase(), own_flag: "Blue" },
    };
    const { task } = await ana!.client.call(taskRoutes.createTask, { body });
    expect(task.fields).toEqual({ own_mate: ben!.id, own_flag: "Blue" });
    const changeId = uuidv7();
    await ana!.change(task.id, { fields: { own_mate: null } }, changeId);
    // As if it had been removed from the options, which is refused while a task has it.
    await sql`UPDATE tasks SET fields = jsonb_set(fields, '{own_flag}', '"Black"') WHERE id = ${task.id}`.execute(
      server.db,
    );
    await ana!.undo(changeId);
    expect((await ana!.read(task.id)).fields).toEqual({ own_mate: ben!.id, own_flag: "Black" });
    // Sent again after a lost answer, when its values no longer fit.
    await edit("own_mate", version, { isRetired: true });
    expect((await ana!.client.call(taskRoutes.createTask, { body })).task.id).toBe(task.id);
  });

  test("are changed on many tasks at once, or on none of them", async () => {
    const tasks = await Promise.all([1, 2].map(() => ana!.create({ departmentId: backendId })));
    const outside = await ana!.create();
    const ids = tasks.map(({ id }) => id);
    const changed = await ana!.changeMany(ids, { fields: { own_signed: true } });
    expect(changed.map(({ fields }) => fields)).toEqual([{ own_signed: true }, { own_signed: true }]);
    const body = { changeId: uuidv7(), taskIds: [...ids, outside.id], set: { fields: { own_signed: null } } };
    expect(await codeOf(ana!.client.refused(taskRoutes.changeTasks, { body }))).toBe("task_field_wrong");
    expect((await ana!.read(ids[0]!)).fields).toEqual({ own_signed: true });
  });
});
