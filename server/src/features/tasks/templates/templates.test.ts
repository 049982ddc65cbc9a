import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { maxTaskTemplates } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben, mia, otis]: Worker[] = [];
let departmentId: string;

beforeAll(async () => {
  [ana, ben, mia, otis] = await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Ben: { departments: ["Backend"] },
    Mia: { roles: ["admin"] },
    Otis: {},
  });
  const { id } = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  departmentId = id;
});

const content = () => ({
  title: "Release",
  dueDays: 7,
  assignee: { is: "user" as const },
  subtasks: [
    { title: "Write the notes", assignee: { is: "person" as const, id: ben!.id } },
    { title: "Sign it", assignee: { is: "role" as const, name: "Reviewer" } },
  ],
});
const save = (templateId: string, change: object = {}) => ({
  params: { templateId },
  body: { version: 0, name: "A release", departmentId: null as string | null, content: content(), ...change },
});
const namesOf = async (by: Worker) =>
  (await by.client.call(taskRoutes.listTaskTemplates, {})).templates.map(({ name }) => name);

test("belong to their author, or to a department, which sees them and whose managers change them", async () => {
  const [own, shared] = [uuidv7(), uuidv7()];
  await ana!.client.call(taskRoutes.saveTaskTemplate, save(own));
  const { template } = await ana!.client.call(
    taskRoutes.saveTaskTemplate,
    save(shared, { name: "For all", departmentId }),
  );
  expect(template).toMatchObject({ version: 1, canChange: true, people: [{ name: "Ben" }] });
  expect(await namesOf(ana!)).toEqual(["A release", "For all"]);
  expect(await namesOf(ben!)).toEqual(["For all"]);
  expect(await namesOf(otis!)).toEqual([]);
  const refused = (by: Worker, id: string, change: object) =>
    codeOf(by.client.refused(taskRoutes.saveTaskTemplate, save(id, change)));
  expect(await refused(ben!, shared, { version: 1, departmentId })).toBe("forbidden");
  expect(await refused(otis!, shared, { version: 1 })).toBe("task_template_not_found");
  expect(await refused(ben!, own, { version: 1 })).toBe("task_template_not_found");
  expect(await refused(mia!, shared, { version: 1, departmentId: null })).toBe("forbidden");
  expect(await refused(otis!, uuidv7(), { departmentId })).toBe("department_not_found");
  await mia!.client.call(
    taskRoutes.saveTaskTemplate,
    save(shared, { version: 1, departmentId, name: "New" }),
  );
  // Ana still has the version before Mia's.
  expect(await refused(ana!, shared, { version: 1, departmentId })).toBe("changed_meanwhile");
  const remove = { params: { templateId: shared } };
  expect(await codeOf(ben!.client.refused(taskRoutes.deleteTaskTemplate, remove))).toBe("forbidden");
  await mia!.client.call(taskRoutes.deleteTaskTemplate, remove);
  expect(await namesOf(ben!)).toEqual([]);
});

test("make a task with its sub-tasks at once, with one notification and one undo", async () => {
  const subtasks = ["One", "Two"].map((title) => ({ id: uuidv7(), title, assigneeId: ben!.id }));
  const wanted = { id: uuidv7(), title: "The whole", departmentId, assigneeId: ben!.id, subtasks };
  const task = await ana!.create(wanted);
  expect(task.subtaskList.map(({ title, assignee }) => [title, assignee?.name])).toEqual([
    ["One", "Ben"],
    ["Two", "Ben"],
  ]);
  expect((await ben!.read(subtasks[0]!.id)).departmentId).toBe(departmentId);
  await everybodyNotified(server.db);
  const inbox = await ben!.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(inbox.items.filter(({ kind }) => kind === "task.assigned")).toHaveLength(1);
  // The answer was lost.
  expect((await ana!.create(wanted)).subtaskList).toHaveLength(2);
  const other = { ...wanted, subtasks: subtasks.slice(1) };
  expect(await codeOf(ana!.client.refused(taskRoutes.createTask, { body: other }))).toBe("task_id_taken");
  await ana!.undo(task.id);
  const gone = { params: { taskId: subtasks[1]!.id } };
  expect(await codeOf(ana!.client.refused(taskRoutes.getTask, gone))).toBe("task_not_found");
});

test("make nothing when one of the sub-tasks is refused", async () => {
  const [id, part] = [uuidv7(), uuidv7()];
  const subtasks = [
    { id: uuidv7(), title: "Fine" },
    { id: part, title: "For nobody", assigneeId: uuidv7() },
  ];
  const call = { body: { id, title: "The whole", subtasks } };
  expect(await codeOf(ana!.client.refused(taskRoutes.createTask, call))).toBe("assignee_unavailable");
  const taskId = { params: { taskId: id } };
  expect(await codeOf(ana!.client.refused(taskRoutes.getTask, taskId))).toBe("task_not_found");
});

test("answer a repeated save with what it saved, and compare another one", async () => {
  const id = uuidv7();
  const put = (change: object = {}) => ana!.client.call(taskRoutes.saveTaskTemplate, save(id, change));
  const [first, again] = await Promise.all([put(), put()]);
  expect([first.template.version, again.template]).toEqual([1, first.template]);
  await put({ version: 1, name: "Longer" });
  expect((await put({ version: 1, name: "Longer" })).template).toMatchObject({ version: 2, name: "Longer" });
  const other = save(id, { version: 1, name: "Another" });
  expect(await codeOf(ana!.client.refused(taskRoutes.saveTaskTemplate, other))).toBe("changed_meanwhile");
});

test("go into a department only while it has room", async () => {
  const id = uuidv7();
  await ana!.client.call(taskRoutes.saveTaskTemplate, save(id));
  const content = JSON.stringify(
    (
      await server.db
        .selectFrom("task_templates")
        .select("content")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).content,
  );
  const rows = Array.from({ length: maxTaskTemplates }, (_, at) => ({
    ...{ id: uuidv7(), owner_id: mia!.user.id, department_id: departmentId, name: `T ${at}`, content },
  }));
  await server.db.insertInto("task_templates").values(rows).execute();
  const into = save(id, { version: 1, departmentId });
  expect(await codeOf(ana!.client.refused(taskRoutes.saveTaskTemplate, into))).toBe(
    "too_many_task_templates",
  );
  // Those that are there are still changed.
  await mia!.client.call(
    taskRoutes.saveTaskTemplate,
    save(rows[0]!.id, { version: 1, departmentId, name: "Z" }),
  );
});
