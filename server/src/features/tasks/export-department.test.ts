import { commentRoutes } from "@atoll/contract/comments/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRole } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { exportThing, refuseExport } from "../../../test/thing-exports.ts";
import { upload } from "../../../test/upload.ts";

let server: TestServer;
let ana: Worker;
let ben: Worker;
let departmentId: string;
beforeAll(async () => {
  server = await startTestServer();
  await createRole(server.db, { name: "task managers", permissions: ["tasks:manage", "tasks:create"] });
  const [first, second] = await createWorkers(server, {
    Ana: { departments: ["Backend"], roles: ["user", "task managers"] },
    Ben: { departments: ["Backend"] },
  });
  ana = first!;
  ben = second!;
  departmentId = ana.user.departments[0]!.id;
});
afterAll(() => server.close());

const comment = (from: Worker, taskId: string, content: string, attachmentIds: string[] = []) =>
  from.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: taskId },
    body: { id: uuidv7(), content, attachmentIds },
  });

test("a department without tasks is an archive without any", async () => {
  const archive = await exportThing(server, ana, "tasks", departmentId);
  expect(archive.lines("tasks.jsonl")).toEqual([]);
  expect(archive.text("tasks.csv")).toMatch(/^\uFEFFid,title,/);
  expect(archive.manifest).toMatchObject({ format: "atoll-tasks-1", entries: 0, files: { count: 0 } });
});

test("a manager of tasks exports those of a department with sub-tasks, comments and files", async () => {
  const whole = await ben.create({
    title: "Harbour <script>alert(1)</script>",
    departmentId,
    description: "=1+1",
  });
  const part = await ben.create({ title: "A part of it", departmentId, parentId: whole.id });
  await ben.create({ title: "Ben's private errand" });
  const gone = await ben.create({ title: "Regretted errand", departmentId });
  await sql`UPDATE tasks SET deleted_at = now() WHERE id = ${gone.id}`.execute(server.db);
  const file = await upload(server, ben, { name: "../../plan.txt", content: "The plan", kind: "comment" });
  await comment(ben, part.id, "With <i>the plan</i>", [file.id]);
  const archive = await exportThing(server, ana, "tasks", departmentId);
  expect(archive.lines("tasks.jsonl")).toMatchObject([
    {
      id: whole.id,
      parentId: null,
      columns: { title: "Harbour <script>alert(1)</script>", department: "Backend" },
    },
    { id: part.id, parentId: whole.id, columns: { title: "A part of it" } },
  ]);
  expect(archive.lines("comments.jsonl")).toMatchObject([
    { of: part.id, author: { name: "Ben" }, content: "With <i>the plan</i>", files: [{ id: file.id }] },
  ]);
  const changes = archive.lines("history.jsonl");
  expect(changes.map(({ of }) => of)).toEqual(expect.arrayContaining([whole.id, part.id]));
  expect(archive.manifest).toMatchObject({
    ...{ entries: 3 + changes.length, about: { tasks: 2, comments: 1, changes: changes.length } },
    files: { count: 1, problemCount: 0 },
  });
  expect(archive.text("tasks.csv")).toContain("'=1+1");
  const page = archive.text("pages/tasks.html");
  expect(page).toContain("Harbour &lt;script&gt;");
  expect(page.indexOf("With &lt;i&gt;")).toBeGreaterThan(page.indexOf(`id="${part.id}" class="reply"`));
  expect([...archive.files.values()].join("\n")).not.toMatch(/private errand|Regretted/);
  expect(archive.made).toMatchObject({
    name: "Tasks of Backend",
    rowsTotal: 3 + changes.length,
    filesTotal: 1,
  });
});

test("fields whose labels are those of columns or of each other are all in the archive, also a zero", async () => {
  const [mia] = await createWorkers(server, { Mia: { roles: ["admin"] } });
  const addField = async (of: string | null) => {
    const body = { departmentId: of, version: 0, label: "state", kind: "number" as const };
    const { set } = await mia!.client.call(taskRoutes.addTaskField, { body });
    return set.fields[0]!.name;
  };
  const names = [await addField(null), await addField(departmentId)];
  const { id } = await ben.create({ title: "0", departmentId });
  await ben.change(id, { fields: { [names[0]!]: 0, [names[1]!]: 7 } });
  const blocker = await ben.create({ title: "First", departmentId });
  await ben.block(id, blocker.id);
  await ben.watchers(id, { add: [ana.id] });
  await ben.change(id, { title: "Renamed" });
  await ben.change(id, { title: "0" });
  const archive = await exportThing(server, ana, "tasks", departmentId);
  expect(archive.lines("tasks.jsonl").find((line) => line.id === id)).toMatchObject({
    ...{ createdById: ben.id, assigneeId: null, recurrence: null, blockedByIds: [blocker.id] },
    watcherIds: expect.arrayContaining([ana.id]),
    columns: { title: "0", status: "todo", state: "" },
    ownFields: [
      { name: names[0], label: "state", text: "0" },
      { name: names[1], label: "state", text: "7" },
    ],
  });
  const changes = archive.lines("history.jsonl").filter(({ of }) => of === id);
  expect(changes.filter(({ field }) => field === "title")).toMatchObject([
    { before: "0", after: "Renamed", actor: { id: ben.id, name: "Ben" } },
    { before: "Renamed", after: "0" },
  ]);
  expect(changes.find(({ field }) => field === "blockedBy")).toMatchObject({
    names: { [blocker.id]: "First" },
  });
  const [, article] = archive.text("pages/tasks.html").split(`<article id="${id}">`);
  const [table] = article!.split("</article>");
  expect(
    [...table!.matchAll(/<th scope="row">([^<]*)<\/th><td>(\d+)<\/td>/g)].map(([, ...row]) => row),
  ).toEqual([
    ["title", "0"],
    ["blocked by", "1"],
    ["state", "0"],
    ["state", "7"],
  ]);
  expect(archive.text("tasks.csv")).toMatch(/,cycle,state,state\r?\n/);
});

test("a member of the department who does not manage tasks exports none", async () => {
  expect(await refuseExport(ben, "tasks", departmentId)).toBe("exported_thing_not_found");
  expect(await refuseExport(ana, "tasks", uuidv7())).toBe("exported_thing_not_found");
});
