import { Readable } from "node:stream";
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { ImportSource } from "@atoll/contract/imports/schemas";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { type Chatter, codeOf, signInChatter } from "../../../test/chatter.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import type { ImportedTask } from "../tasks/public.ts";
import type { SourceReader } from "./archive/records.ts";
import { githubReader } from "./trackers/github-reader.ts";
import { linearReader } from "./trackers/linear-reader.ts";

const server = sharedServer();
let admin: Mover;
let adminPerson: TestPerson;
let [ana, bea, cleo]: Chatter[] = [];
let departmentId: string;

beforeAll(async () => {
  const department = { name: "Port office", slug: "port-office" };
  departmentId = (
    await server.db.insertInto("departments").values(department).returning("id").executeTakeFirstOrThrow()
  ).id;
  const people = [
    await createPerson(server.db, { name: "Ana Alvarez", email: "ana@port.test" }),
    await createPerson(server.db, { name: "Bea Braun", email: "bea@port.test" }),
    await createPerson(server.db, { name: "Cleo Costa", departments: ["Port office"] }),
  ];
  [ana, bea, cleo] = await Promise.all(people.map((person) => signInChatter(server, person)));
});

// One person starts a limited number of imports a minute.
beforeEach(async () => {
  adminPerson = await createPerson(server.db, { name: "Greta", roles: ["admin"] });
  admin = createMover(await server.signIn(adminPerson));
});
// Tasks that a failed test leaves would fail later tests.
afterEach(async () => {
  await sql`DELETE FROM import_items`.execute(server.db);
  await sql`DELETE FROM tasks`.execute(server.db);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** Writes a CSV file of rows by the names of their columns. */
const csv = (heading: string, ...rows: Record<string, string>[]) =>
  [
    heading,
    ...rows.map((row) =>
      heading
        .split(",")
        .map((name) => quoted(row[name] ?? ""))
        .join(","),
    ),
  ].join("\r\n");
const titled = async (who: Chatter | undefined, title: string) => {
  const { items } = await who!.client.call(taskListRoutes.listTasks, { query: { limit: 100 } });
  const found = items.find((task) => task.title === title);
  return found && (await who!.client.call(taskRoutes.getTask, { params: { taskId: found.id } })).task;
};
const commentsOf = async (who: Chatter | undefined, subjectId = "") =>
  (await who!.client.call(commentRoutes.listComments, { params: { kind: "task", subjectId }, query: {} }))
    .items;
const kindsOf = async (id: string) =>
  Object.fromEntries((await admin.lines(id)).map(({ kind, count }) => [kind, count]));
const countRows = async () => {
  const { rows } = await sql<{ tasks: number; told: number }>`SELECT (SELECT count(*) FROM tasks) AS tasks,
    (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS told`.execute(server.db);
  return rows[0];
};
/** Plans a file, confirms people by the names that they have in it, and does the dry run and the run. */
async function move(
  source: ImportSource,
  name: string,
  content: string | Buffer,
  people: Record<string, Chatter | undefined> = {},
) {
  const id = await admin.planFile(source, name, content);
  for (const { key, name: named } of await admin.people(id))
    if (people[named]) await admin.choosePerson(id, key, people[named].id);
  const before = await countRows();
  const { tried } = await admin.try(id);
  expect(await countRows()).toEqual(before);
  const { made, state } = await admin.run(id);
  expect([state, made]).toEqual(["done", tried]);
  // Nobody is notified.
  expect((await countRows())?.told).toBe(before?.told);
  expect(await kindsOf(id)).not.toHaveProperty("difference");
  return { id, made };
}
async function undoAll(...ids: string[]): Promise<void> {
  for (const id of ids) await admin.undo(id);
  expect((await countRows())?.tasks).toBe(0);
}
/** Reads the tasks of a file, without an import. */
async function tasksOf(reader: SourceReader, path: string, content: string): Promise<ImportedTask[]> {
  const archive = {
    ...{ paths: [path], leftOut: [], sizeOf: () => content.length, assertWhole: () => undefined },
    read: async () => Readable.from([Buffer.from(content)]),
  };
  const tasks: ImportedTask[] = [];
  for (const part of ["issues", "parts"])
    for await (const read of reader.readUnit(archive, { placeKeys: [], paths: [`${part}:${path}`] })) {
      const record = typeof read === "function" ? await read() : read;
      if ("task" in record) tasks.push(record.task);
    }
  return tasks;
}
const statesOf = async (id: string) => (await admin.places(id)).map(({ name, status }) => [name, status]);

describe("an import of Linear", () => {
  const heading =
    "ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Cycle Start,Cycle End,Created,Updated,Started,Triaged,Completed,Canceled,Archived,Due Date,Parent issue,Initiatives,Project Milestone ID,Project Milestone,SLA Status,UUID,Related to,Blocked by,Duplicate of";
  const issue = (cells: Record<string, string>) => ({
    ...{ Team: "Port", Status: "Todo", Creator: "ana@port.test", Assignee: "bea@port.test" },
    ...{ Created: "Wed Nov 05 2025 13:14:15 GMT+0000 (GMT)", ...cells },
  });

  test("keeps states, people by address, times, labels, links, sub-tasks before their task and names of issues, and adds nothing twice", async () => {
    const file = csv(
      heading,
      issue({
        ID: "POR-2",
        Title: "Paint it",
        Status: "Done",
        "Parent issue": "POR-1",
        Completed: "2025-11-06",
      }),
      issue({
        ...{ ID: "POR-1", Title: "Repair the crane", Status: "In Review", Priority: "Urgent", Estimate: "3" },
        Description:
          "After POR-3, see [it](https://linear.app/port/issue/POR-3/old).\n\n- [ ] oil\n\n`POR-3` XX-9 <script>alert(1)</script>\n![plan](https://uploads.example/p.png)",
        ...{ Labels: 'Bug, "Big" one', Project: "Harbour", "Cycle Number": "7", "Project ID": "p-1" },
        ...{ Updated: "Thu Nov 06 2025 15:00:00 GMT+0200 (Central European Summer Time)" },
        ...{ Started: "Wed Nov 05 2025 14:00:00 GMT+0000 (GMT)", Triaged: "2025-11-05T13:20:00.000Z" },
        ...{
          "Due Date": "Wed Nov 12 2031 00:00:00 GMT+0000 (GMT)",
          "Blocked by": "POR-3",
          "Related to": "XX-9",
        },
      }),
      issue({ ID: "POR-3", Title: "'=Order steel", Assignee: "Gone Gil" }),
      issue({ ID: "POR-4", Title: "Dropped", Status: "Canceled", Canceled: "2025-11-07" }),
      issue({
        ID: "POR-5",
        Title: "Shipped",
        Status: "Done",
        Completed: "2025-11-07",
        Archived: "2026-01-07",
      }),
    );
    const { id, made } = await move("linear", "export.csv", file);
    expect(await statesOf(id)).toEqual([
      ["Port", null],
      ["Port · Done", "done"],
      ["Port · In Review", "in_review"],
      ["Port · Todo", "todo"],
      ["Port · Canceled", "archived"],
    ]);
    expect(made).toMatchObject({ tasks: 4, subtasks: 1, dependencies: 1, people: 1 });
    const [task, steel] = [await titled(bea, "Repair the crane"), await titled(ana, "=Order steel")];
    expect(task).toMatchObject({
      ...{
        status: "in_review",
        priority: "urgent",
        startsOn: "2025-11-05",
        departmentId: null,
        blockedBy: 1,
      },
      ...{ due: { date: "2031-11-12", clock: null }, subtasks: { done: 1, total: 1 } },
      ...{ createdAt: "2025-11-05T13:14:15.000Z", updatedAt: "2025-11-06T13:00:00.000Z" },
      ...{ createdBy: { id: ana?.id }, assignee: { id: bea?.id }, tags: ["bug", '"big" one'] },
    });
    expect(task?.description).toContain(
      `After [POR-3](/tasks?task=${steel?.id}), see [it](/tasks?task=${steel?.id}).\n\n- [ ] oil\n\n\`POR-3\` XX-9 <script>alert(1)</script>\n[📎 plan](https://uploads.example/p.png)`,
    );
    for (const line of ["`Key`: `POR-1`", "`Project`: `Harbour`", "`Cycle`: `Cycle 7`", "`Estimate`: 3"])
      expect(task?.description).toContain(line);
    expect(task?.description).toContain("`Relates (to)`: `XX-9`");
    expect(steel?.assignee).toMatchObject({ name: "Gone Gil", isFormer: true });
    expect((await titled(ana, "Dropped"))?.status).toBe("archived");
    expect((await titled(ana, "Shipped"))?.status).toBe("archived");
    expect(await kindsOf(id)).toMatchObject({ comments_not_in_export: 1, column_unread: 1 });
    // A manager of all tasks is no person of these.
    const manager = await signInChatter(server, adminPerson);
    const params = { taskId: task?.id ?? "" };
    expect(await codeOf(manager.client.refused(taskRoutes.getTask, { params }))).toBe("task_not_found");
    const again = await move("linear", "export.csv", file);
    expect(again.made).toEqual({ record_earlier: 5, board_without_people: 1 });
    await undoAll(again.id, id);
    const repeated = await admin.run(id);
    expect(repeated.made).toMatchObject({ tasks: 4, subtasks: 1 });
    const [later, laterSteel] = [await titled(bea, "Repair the crane"), await titled(ana, "=Order steel")];
    expect(later?.description).toContain(`(/tasks?task=${laterSteel?.id})`);
    await undoAll(id);
  });

  test("reads Latin-1, a mark at the start and repeated columns, tells issues of two workspaces apart, and passes over broken rows", async () => {
    const first = await move("linear", "a.csv", csv(heading, issue({ ID: "POR-1", Title: "Küche" })));
    const broken = [
      `\ufeff${heading},Labels`,
      `POR-1,Port,Größe,"see POR-2",Todo,,,,,ana@port.test,,Bug,,,,,2024-01-05T10:00:00.000Z`,
      `nonsense "in, the middle`,
      `POR-2,Port,Equal,,Todo,,,,,ana@port.test,,,,,,,2024-01-06T10:00:00.000Z`,
      `POR-3,Port,Equal,,Todo,,,,,ana@port.test,,,,,,,2024-01-06T10:00:00.000Z`,
    ].join("\n");
    const second = await move("linear", "b.csv", broken);
    expect(second.made).toMatchObject({ tasks: 3, issue_other: 1 });
    expect(await kindsOf(second.id)).toMatchObject({ record_unreadable: 1 });
    const one = await titled(ana, "Größe");
    expect(one?.description).toMatch(/^see \[POR-2\]\(\/tasks\?task=[\w-]{36}\)/);
    const latin = Buffer.from(csv(heading, issue({ ID: "POR-9", Title: "Straße" })), "latin1");
    const third = await move("linear", "c.csv", latin);
    expect(await kindsOf(third.id)).toMatchObject({ file_encoding: 1 });
    expect(await titled(ana, "Straße")).toBeDefined();
    await undoAll(third.id, second.id, first.id);
  });

  test("keeps the words of an issue that is left out, and gives a department its states", async () => {
    const file = csv(
      heading,
      issue({ ID: "POR-1", Title: "Open one", Description: "POR-2 is over", Status: "Building" }),
      issue({ ID: "POR-2", Title: "Old one", Status: "Done" }),
    );
    const id = await admin.planFile("linear", "export.csv", file);
    const [board, building, done] = await admin.places(id);
    await admin.placeTasks(id, board?.key ?? "", { departmentId });
    await admin.placeTasks(id, building?.key ?? "", { status: "in_progress" });
    await admin.choosePlace(id, done?.key ?? "", "skip");
    const { tried } = await admin.try(id);
    expect((await admin.run(id)).made).toEqual(tried);
    expect(await titled(cleo, "Open one")).toMatchObject({
      ...{ departmentId, state: { name: "Building" }, status: "in_progress" },
      description: expect.stringMatching(/^POR-2 is over/),
    });
    await undoAll(id);
  });

  test("gives an issue below one of another team its own readers, and names others by their keys only", async () => {
    const file = csv(
      heading,
      issue({ ID: "POR-1", Title: "Reorganise", "Related to": "HR-7, POR-2, HR-8" }),
      issue({ ID: "POR-2", Title: "Open" }),
      issue({ ID: "HR-7", Team: "HR", Title: "Dismiss B.", "Parent issue": "POR-1", Assignee: "" }),
      issue({ ID: "HR-8", Team: "HR", Title: "Pay less" }),
    );
    const id = await admin.planFile("linear", "export.csv", file);
    const port = (await admin.places(id)).find(({ name }) => name === "Port");
    await admin.placeTasks(id, port?.key ?? "", { departmentId });
    const { tried } = await admin.try(id);
    expect(tried).toMatchObject({ tasks: 4, part_of_other_project: 1 });
    expect((await admin.run(id)).made).toEqual(tried);
    expect(await titled(cleo, "Dismiss B.")).toBeUndefined();
    const open = await titled(cleo, "Reorganise");
    expect(open).toMatchObject({ departmentId, subtaskList: [] });
    expect(open?.description).toMatch(/`HR-7`[\s\S]*`POR-2 Open`[\s\S]*`HR-8`/);
    expect(open?.description).not.toMatch(/Dismiss|Pay less/);
    expect((await titled(ana, "Dismiss B."))?.description).toContain("`Parent`: `POR-1`");
    await undoAll(id);
  });

  test.each([
    ["Thu Jun 25 2031 23:00:00 GMT+0000 (GMT+00:00)", "2031-06-26"],
    ["Thu Jun 25 2031 22:00:00 GMT+0000 (GMT+00:00)", "2031-06-26"],
    ["Thu Jun 26 2031 04:00:00 GMT+0000 (GMT+00:00)", "2031-06-26"],
    ["Thu Jun 26 2031 07:00:00 GMT+0000 (GMT+00:00)", "2031-06-26"],
    ["2031-06-26", "2031-06-26"],
  ])("keeps the day of a due date that is midnight of another zone: %s", async (due, date) => {
    const content = csv(heading, issue({ ID: "POR-1", Title: "Due", "Due Date": due }));
    const tasks = await tasksOf(linearReader, "a.csv", content);
    expect(tasks.map((task) => task.due)).toEqual([{ date, clock: null }]);
  });

  fullTest("reads 20,000 rows with sub-tasks before their tasks and names of other issues", async () => {
    const file = csv(
      heading,
      ...Array.from({ length: 20_000 }, (_, index) =>
        issue({
          ...{ ID: `BIG-${index + 1}`, Title: `Row ${index + 1}`, Description: `Like BIG-${20_000 - index}` },
          "Parent issue": index % 4 === 2 ? `BIG-${index + 2}` : "",
        }),
      ),
    );
    const id = await admin.planFile("linear", "big.csv", file);
    expect((await admin.get(id)).found).toMatchObject({ records: 20_000, projects: 1, states: 1 });
    const counts = { tasks: 0, parts: 0, named: 0 };
    for (const task of await tasksOf(linearReader, "big.csv", file)) {
      counts[task.parentKey === null ? "tasks" : "parts"] += 1;
      counts.named += task.description.filter((one) => typeof one === "object").length;
    }
    expect(counts).toEqual({ tasks: 15_000, parts: 5_000, named: 20_000 });
  });
});

describe("an import of Asana", () => {
  const person = { gid: "11", name: "Bea Braun", email: "bea@port.test", resource_type: "user" };
  const project = { gid: "7", name: "Harbour" };
  const task = (gid: string, name: string, more: object = {}) => ({
    ...{ gid, name, resource_subtype: "default_task", completed: false, notes: "", assignee: null },
    ...{ created_at: "2025-03-01T08:00:00.000Z", modified_at: "2025-03-02T08:00:00.000Z", tags: [] },
    ...{ memberships: [{ project, section: { gid: "s1", name: "Doing" } }], projects: [project], ...more },
  });

  test("keeps sections, nested sub-tasks, notes as Markdown, comments, fields, dependencies and completed tasks", async () => {
    const other = { gid: "8", name: "Another project" };
    const crane = task("1201", "Repair the crane", {
      html_notes: `<body><b>Why</b>\nso\n<ul><li>rust</li></ul><a href="https://app.asana.com/0/7/1202">the order</a> <a href="https://app.asana.com/0/11" data-asana-gid="11" data-asana-type="user">@Bea Braun</a><script>alert(1)</script></body>`,
      ...{ assignee: person, created_by: { gid: "12", name: "Ana Alvarez" }, due_on: "2031-05-06" },
      ...{ tags: [{ gid: "t", name: "Big, one" }], followers: [person], dependencies: [{ gid: "1202" }] },
      memberships: [
        { project: other, section: { gid: "s9", name: "Elsewhere" } },
        { project, section: { gid: "s1", name: "Doing" } },
      ],
      projects: [other, project],
      custom_fields: [
        { name: "Priority", resource_subtype: "enum", enum_value: { name: "High" }, display_value: "High" },
        { name: "Tons", resource_subtype: "number", number_value: 12, display_value: "12" },
        { name: "Estimated time", resource_subtype: "number", number_value: 90, display_value: "90" },
      ],
      stories: [
        { gid: "91", type: "system", text: "changed the date" },
        {
          gid: "92",
          type: "comment",
          text: "On \u0000it",
          created_at: "2025-03-02T07:00:00.000Z",
          created_by: person,
        },
        { gid: "93", type: "comment", html_text: "<body>Gone <em>now</em></body>", created_by: null },
      ],
      subtasks: [
        task("1301", "Scaffold", {
          completed: true,
          completed_at: "2025-03-02T08:00:00.000Z",
          memberships: [],
          projects: [],
        }),
        task("1302", "Oil", {
          memberships: [],
          projects: [],
          subtasks: [task("1401", "Buy oil", { memberships: [] })],
        }),
      ],
    });
    const order = task("1202", "Order steel", { completed: true, completed_at: "2025-03-04T08:00:00.000Z" });
    const file = JSON.stringify({ data: [crane, order] }, null, 1);
    const { id, made } = await move("asana", "project.csv", file, { "Ana Alvarez": ana });
    expect(await statesOf(id)).toEqual([
      ["Harbour", null],
      ["Harbour · Doing", "in_progress"],
    ]);
    expect(made).toMatchObject({ tasks: 3, subtasks: 2, comments: 2, dependencies: 1 });
    const [one, steel] = [
      await titled(bea, "Repair the crane"),
      await server.db
        .selectFrom("tasks")
        .select(["id", "status", "completed_at"])
        .where("title", "=", "Order steel")
        .executeTakeFirstOrThrow(),
    ];
    expect(steel).toMatchObject({ status: "done", completed_at: new Date("2025-03-04T08:00:00.000Z") });
    expect(one).toMatchObject({
      ...{ status: "in_progress", priority: "high", due: { date: "2031-05-06" }, estimateMinutes: 90 },
      ...{ tags: ["doing", "big one"], createdBy: { id: ana?.id }, assignee: { id: bea?.id }, blockedBy: 0 },
    });
    expect(one?.subtaskList.map(({ title, status }) => [title, status]).sort()).toEqual([
      ["Oil", "todo"],
      ["Scaffold", "done"],
    ]);
    expect(one?.description).toContain(
      `**Why**\nso\n\n- rust\n\n[the order](/tasks?task=${steel.id}) @Bea Braun`,
    );
    expect(one?.description).not.toContain("alert");
    expect(one?.description).toMatch(/`Tons`: 12[\s\S]*`Projects`: `Another project`/);
    expect((await commentsOf(bea, one?.id)).map(({ content, author }) => [content, author.name])).toEqual([
      ["On it", "Bea Braun"],
      ["Gone _now_", "Unknown person"],
    ]);
    expect(await kindsOf(id)).toMatchObject({ part_deeper: 1 });
    const again = await move("asana", "project.json", file);
    expect(again.made).toMatchObject({ record_earlier: 7 });
    await undoAll(again.id, id);
  });

  test("keeps tasks whose titles end with a colon, tasks without a project apart, times of due dates, and one task of each sub-task", async () => {
    const none = { memberships: [], projects: [] };
    const part = { gid: "31", name: "Whole part", resource_type: "task" };
    const first = {
      data: [
        task("21", "Questions for the lawyer:", {
          ...{ due_on: "2031-05-06", due_at: "2031-05-06T09:00:00.000Z", assignee: person },
          ...{
            html_notes: "<body>Which?</body>",
            subtasks: [part, { ...part, gid: "32", name: "Only a name" }],
          },
          custom_fields: [
            {
              name: "Priority",
              resource_subtype: "enum",
              enum_value: { name: "Must" },
              display_value: "Must",
            },
          ],
        }),
        task("22", "Private", { ...none, assignee: person }),
        { gid: "9", name: "Harbour", resource_type: "project" },
      ],
      next_page: { offset: "x" },
    };
    const next = { data: [task("31", "Whole part", { completed: true })], next_page: { offset: "y" } };
    const file = [first, next].map((page) => JSON.stringify(page, null, 1)).join("\n");
    const id = await admin.planFile("asana", "tasks.json", file);
    expect(await kindsOf(id)).toMatchObject({ export_has_more: 1, not_a_task: 1 });
    const harbour = (await admin.places(id)).find(({ name }) => name === "Harbour");
    await admin.placeTasks(id, harbour?.key ?? "", { departmentId });
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ tasks: 2, subtasks: 2, subtask_without_content: 1 });
    expect(await titled(cleo, "Private")).toBeUndefined();
    expect(await titled(bea, "Private")).toMatchObject({ departmentId: null });
    const one = await titled(cleo, "Questions for the lawyer:");
    expect(one).toMatchObject({ due: { date: "2031-05-06", clock: { time: "09:00", zone: "UTC" } } });
    expect(one?.description).toContain("`Priority`: `Must`");
    expect(one?.subtaskList.map(({ title, status }) => [title, status]).sort()).toEqual([
      ["Only a name", "todo"],
      ["Whole part", "done"],
    ]);
    // A CSV file has only the day of a task's creation.
    const heading = "Task ID,Created At,Completed At,Last Modified,Name,Projects,Summary,Status";
    const table = csv(heading, {
      ...{ "Task ID": "21", "Created At": "2025-03-02", Name: "Renamed", Projects: "Harbour", Summary: "x" },
    });
    const again = await move("asana", "tasks.csv", table);
    expect(again.made).toMatchObject({ record_earlier: 1 });
    await undoAll(again.id, id);
  });

  test("takes headings of old exports as sections, and no task with content", async () => {
    const old = (gid: string, name: string, more: object = {}) =>
      task(gid, name, { memberships: [], ...more });
    const tasks = [old("1", "Doing:"), old("2", "Paint"), old("3", "Ask:", { due_on: "2031-01-01" })];
    const id = await admin.planFile("asana", "old.json", JSON.stringify(tasks));
    expect(await statesOf(id)).toEqual([
      ["Harbour", null],
      ["Harbour · Doing", "in_progress"],
    ]);
    expect(await kindsOf(id)).toMatchObject({ heading_as_section: 1 });
    expect((await admin.get(id)).found).toMatchObject({ records: 2 });
  });

  test("takes the project that most rows of a CSV file have for its board, and splits dependencies between titles", async () => {
    const heading =
      "Task ID,Created At,Completed At,Last Modified,Name,Projects,Parent task,Blocked By (Dependencies)";
    const row = (id: string, name: string, projects: string, cells: Record<string, string> = {}) => ({
      ...{ "Task ID": id, "Created At": "2025-03-01", Name: name, Projects: projects, ...cells },
    });
    const content = csv(
      heading,
      row("1", "Plan, then do", "Sprint, Roadmap"),
      row("2", "Plan", "Sprint, Roadmap"),
      row("3", "Ship", "Sprint, Ideas", { "Blocked By (Dependencies)": "Plan, then do, Twice" }),
      row("4", "Twice", "Sprint"),
      row("5", "Twice", "Salaries"),
      row("6", "Below", "", { "Parent task": "Twice" }),
      row("7", "Mine", ""),
    );
    const id = await admin.planFile("asana", "Sprint.csv", content);
    const boards = (await admin.places(id)).filter(({ kind }) => kind === "board").map(({ name }) => name);
    expect(boards).toEqual(["Sprint", "Salaries", "No project"]);
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ tasks: 7, dependencies: 1, dependency_missing: 1, parent_missing: 1 });
    await undoAll(id);
  });

  test("reads CSV with headings of sections, names for parents that several tasks have, and people by address", async () => {
    const heading =
      "Task ID,Created At,Completed At,Last Modified,Name,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Priority,Litres ";
    const row = (id: string, name: string, cells: Record<string, string> = {}) => ({
      ...{ "Task ID": id, "Created At": "2025-03-01", Name: name, Projects: "Harbour" },
      ...cells,
    });
    const file = csv(
      heading,
      row("1", "Doing:"),
      row("2", "Paint", {
        "Assignee Email": "bea@port.test",
        Assignee: "B.",
        "Litres ": "12",
        Priority: "Low",
      }),
      row("3", "Brush", { "Parent task": "Paint", Projects: "", "Completed At": "2025-03-02" }),
      row("4", "Paint", { "Assignee Email": "bea@port.test", Notes: "Line one\nline, two" }),
      row("5", "Ladder", { "Parent task": "Paint", Projects: "" }),
      row("6", "Later", { "Parent task": "Whole" }),
      row("7", "Whole", { "Blocked By (Dependencies)": "Ladder", "Assignee Email": "bea@port.test" }),
      row("1.2E+15", "Rounded", { "Assignee Email": "bea@port.test" }),
      row("x", "Broken"),
    );
    const { id, made } = await move("asana", "Harbour.csv", Buffer.from(`\ufeff${file}`));
    expect(made).toMatchObject({ tasks: 4, subtasks: 3, dependencies: 1 });
    expect(await kindsOf(id)).toMatchObject({ record_unreadable: 1, comments_not_in_export: 1 });
    const { items } = await bea!.client.call(taskListRoutes.listTasks, { query: { limit: 100 } });
    const paints = items.filter(({ title }) => title === "Paint");
    expect(paints.map(({ tags, subtasks }) => [...tags, subtasks.done, subtasks.total]).sort()).toEqual([
      ["doing", 0, 1],
      ["doing", 1, 1],
    ]);
    expect((await titled(bea, "Whole"))?.subtaskList).toMatchObject([{ title: "Later" }]);
    expect(await titled(bea, "Rounded")).toBeDefined();
    const again = await move("asana", "Harbour.csv", file);
    expect(again.made).toMatchObject({ record_earlier: 7 });
    await undoAll(again.id, id);
  });
});

describe("an import of Plane", () => {
  test("reads newer files with lists in JSON: people, relations, comments, archived items; not drafts", async () => {
    const heading =
      "Project Name,Project Identifier,Parent,Identifier,Sequence Id,Name,State Name,Priority,Assignees,Subscribers,Created By Name,Start Date,Target Date,Completed At,Created At,Updated At,Archived At,Estimate,Labels,Cycles,Modules,Links,Relations,Comments,Sub Issues Count,Is Draft";
    const item = (key: string, name: string, cells: Record<string, string> = {}) => ({
      ...{ "Project Name": "Harbour", "Project Identifier": "HAR", Identifier: key, Name: name },
      ...{ "State Name": "Todo", Assignees: '["Bea Braun"]', "Created By Name": "Ana Alvarez" },
      ...{ "Created At": "2024-01-01T10:00:00.123456Z", "Is Draft": "False", Labels: "[]", ...cells },
    });
    const file = csv(
      heading,
      item("HAR-7", "Scaffold", {
        Parent: "HAR-1",
        "State Name": "Done",
        "Completed At": "2024-01-03T10:00:00Z",
      }),
      item("HAR-1", "Repair the crane", {
        ...{ Priority: "none", Assignees: '["Bea Braun", "Ana Alvarez"]', Labels: '["big, one", "port"]' },
        ...{ "Start Date": "2031-01-02", "Target Date": "2031-01-05", Estimate: "5", Cycles: '["Week 1"]' },
        Links:
          '[{"url": "https://port.example/plan", "title": "Plan"}, {"url": "javascript:alert(1)", "title": "x"}]',
        Relations:
          '[{"type": "blocked_by", "issue": "HAR-2", "direction": "outgoing"}, {"type": "duplicate", "issue": "HAR-3", "direction": "incoming"}]',
        Comments:
          '[{"comment": "As HAR-2 <b>said</b>", "created_by": "Bea Braun", "created_at": "2024-01-01 14:30:00"}]',
      }),
      item("HAR-2", "Order steel"),
      item("HAR-3", "Old", { "State Name": "Cancelled", "Archived At": "2024-02-01T10:00:00Z" }),
      item("HAR-4", "Only mine", { "Is Draft": "True" }),
    );
    const { id, made } = await move("plane", "har.csv", file, { "Ana Alvarez": ana, "Bea Braun": bea });
    expect(made).toMatchObject({ tasks: 3, subtasks: 1, comments: 1, dependencies: 1, links: 1 });
    expect(await kindsOf(id)).toMatchObject({
      draft_left_out: 1,
      descriptions_not_in_export: 1,
      link_refused: 1,
    });
    const [task, steel] = [await titled(bea, "Repair the crane"), await titled(bea, "Order steel")];
    expect(task).toMatchObject({
      ...{ priority: "medium", startsOn: "2031-01-02", due: { date: "2031-01-05" }, blockedBy: 1 },
      ...{
        tags: ["todo", "big one", "port"],
        links: [{ url: "https://port.example/plan", filename: "Plan" }],
      },
      ...{ assignee: { id: bea?.id }, createdBy: { id: ana?.id }, subtasks: { done: 1, total: 1 } },
    });
    expect(task?.description).toMatch(/`Duplicate \(from\)`: `HAR-3 Old`/);
    expect(await commentsOf(bea, task?.id)).toMatchObject([
      { content: `As [HAR-2](/tasks?task=${steel?.id}) **said**`, createdAt: "2024-01-01T14:30:00.000Z" },
    ]);
    expect((await titled(bea, "Old"))?.status).toBe("archived");
    await undoAll(id);
  });

  test("reads older files: descriptions, dates in words, and lists as Python writes them", async () => {
    const heading =
      "ID,Project Identifier,Project,Sequence ID,Name,Description,Priority,Start Date,Target Date,State,Created At,Updated At,Labels,Comments,Assignees,Created By,Cycle Name,Parent,Relations";
    const file = csv(heading, {
      ...{ ID: "HAR-1", Project: "Harbour", Name: "Older", Description: "<p>Use <strong>red</strong></p>" },
      ...{ Priority: "urgent", State: "In Progress", "Target Date": "Sun, 05 Jan 2031", Labels: "big, port" },
      ...{
        "Created At": "Wed, 05 Nov 2025 01:14:15 UTC+0000",
        Assignees: "Bea Braun",
        "Created By": "Bea Braun",
      },
      Comments: `{'comment': "It's\\nhere", 'created_at': 'Thu, 06 Nov 2025', 'created_by': 'Bea Braun'}`,
      Relations: '{"blocking": "HAR-9"}',
    });
    const { id, made } = await move("plane", "old.csv", file, { "Bea Braun": bea });
    expect(made).toMatchObject({ tasks: 1, comments: 1, dependency_missing: 1 });
    const task = await titled(bea, "Older");
    expect(task).toMatchObject({
      ...{ status: "in_progress", priority: "urgent", due: { date: "2031-01-05" } },
      ...{ createdAt: "2025-11-05T01:14:15.000Z", description: expect.stringMatching(/^Use \*\*red\*\*/) },
    });
    expect(await commentsOf(bea, task?.id)).toMatchObject([
      { content: "It's\nhere", createdAt: "2025-11-06T00:00:00.000Z" },
    ]);
    await undoAll(id);
  });
});

describe("an import of GitHub issues", () => {
  const of = (number: number, kind = "issues") => ({
    ...{ number, html_url: `https://github.com/Port/crane/${kind}/${number}`, state: "open", labels: [] },
    ...{ url: `https://api.github.com/repos/Port/crane/issues/${number}`, body: null, assignees: [] },
    ...{ user: { login: "bea-b", type: "User" }, created_at: "2024-05-01T08:00:00Z" },
  });
  const bea_b = { login: "bea-b", name: "Bea Braun" };

  test("reads pages of the REST API with a file of comments: names of issues and people, deleted authors; no pull requests", async () => {
    const pages = [
      [
        {
          ...of(12),
          ...{ title: "Repair the crane", labels: [{ name: "P1" }, { name: "big, one" }], comments: 2 },
          body: "<!-- template -->\nAfter #13, port/crane#13 and https://github.com/Port/crane/issues/13#issuecomment-1; not other/crane#13, `#13` or #99.\n\n- [x] #13\n\n@Bea-B and @port/team <script>alert(1)</script>",
          ...{
            assignees: [{ login: "bea-b" }],
            milestone: { title: "Spring" },
            reactions: { total_count: 3 },
          },
          ...{ updated_at: "2024-05-03T10:00:00Z", parent_issue_url: null },
        },
        { ...of(20, "pull"), title: "A pull request", pull_request: { url: "x" } },
      ],
      [
        {
          ...of(13),
          ...{ title: "Order steel", user: null, state: "closed", state_reason: "completed" },
          closed_at: "2024-05-02T10:00:00Z",
        },
        { ...of(14), title: "Moved on", state: "closed", state_reason: "not_planned" },
        { ...of(15), title: "Part", parent_issue_url: "https://api.github.com/repos/Port/crane/issues/12" },
        { title: "No number", number: null },
      ],
    ];
    const comment = (id: number, issue: number, more: object = {}) => ({
      ...{ id, issue_url: `https://api.github.com/repos/Port/crane/issues/${issue}`, body: `Comment ${id}` },
      ...{
        html_url: `https://github.com/Port/crane/issues/${issue}#issuecomment-${id}`,
        user: { login: "bea-b" },
      },
      ...{ created_at: "2024-05-02T09:30:00Z", ...more },
    });
    const comments = [
      comment(1, 12),
      comment(2, 12, { user: null, body: "Seen in #13" }),
      comment(3, 20, { html_url: "https://github.com/Port/crane/pull/20#issuecomment-3" }),
      comment(4, 98),
    ];
    // As a program writes that fetches the pages of both one after the other.
    const file = Buffer.from(
      `\ufeff${[...pages, comments].map((page) => JSON.stringify(page)).join("\n")}`,
      "utf16le",
    );
    const { id, made } = await move("github", "issues.txt", file, { "bea-b": bea });
    expect(await statesOf(id)).toEqual([
      ["Port/crane", null],
      ["Port/crane · Open", "todo"],
      ["Port/crane · Closed", "done"],
      ["Port/crane · Closed as not planned", "archived"],
    ]);
    expect(made).toMatchObject({ tasks: 3, subtasks: 1, comments: 2 });
    expect(await kindsOf(id)).toMatchObject({
      ...{ pull_request_left_out: 1, record_unreadable: 1, record_without_task: 1, reactions_left_out: 1 },
    });
    const task = await titled(bea, "Repair the crane");
    const steel = await server.db
      .selectFrom("tasks")
      .select("id")
      .where("title", "=", "Order steel")
      .executeTakeFirstOrThrow();
    const at = `(/tasks?task=${steel.id})`;
    expect(task?.description).toContain(
      `After [#13]${at}, [port/crane#13]${at} and [#13]${at}; not other/crane#13, \`#13\` or #99.\n\n- [x] [#13]${at}\n\n@Bea Braun and @port/team <script>alert(1)</script>`,
    );
    expect(task).toMatchObject({
      ...{ priority: "high", tags: ["open", "p1", "big one"], updatedAt: "2024-05-03T10:00:00.000Z" },
      subtaskList: [{ title: "Part" }],
    });
    expect((await commentsOf(bea, task?.id)).map(({ content, author }) => [content, author.name])).toEqual([
      ["Comment 1", "Bea Braun"],
      [`Seen in [#13]${at}`, "Unknown person"],
    ]);
    const again = await move("github", "issues.json", JSON.stringify(pages[0]), { "bea-b": bea });
    expect(again.made).toEqual({ record_earlier: 1, board_without_people: 1 });
    await undoAll(again.id, id);
  });

  test("reads what the command line lists, with comments, states of a project and dependencies, and knows them again", async () => {
    const listed = (number: number, title: string, more: object = {}) => ({
      ...{ number, title, url: `https://github.com/port/crane/issues/${number}`, state: "OPEN", body: "" },
      ...{ author: { ...bea_b, is_bot: false }, assignees: [], labels: [], comments: [], stateReason: "" },
      ...{ createdAt: "2024-05-01T08:00:00Z", updatedAt: "2024-05-01T08:00:00Z", ...more },
    });
    const comment = {
      ...{ id: "IC_kwDO1", author: { login: "ghost" }, body: "Good", createdAt: "2024-05-02T08:00:00Z" },
      url: "https://github.com/port/crane/issues/1#issuecomment-77",
    };
    const issues = [
      listed(1, "First", {
        ...{ comments: [comment], projectItems: [{ title: "Board", status: { name: "In review" } }] },
        ...{ blockedBy: { nodes: [{ number: 2, url: "https://github.com/port/crane/issues/2" }] } },
        ...{ issueType: { name: "Bug" }, assignees: [bea_b] },
      }),
      listed(2, "Second", { state: "CLOSED", stateReason: "DUPLICATE", closedAt: "2024-05-02T08:00:00Z" }),
    ];
    const { id, made } = await move("github", "issues.json", JSON.stringify(issues), { "Bea Braun": bea });
    expect(made).toMatchObject({ tasks: 2, comments: 1, dependencies: 1 });
    expect(await titled(bea, "First")).toMatchObject({
      ...{ status: "in_review", tags: ["bug"], blockedBy: 0, commentCount: 1 },
    });
    expect((await titled(bea, "Second"))?.status).toBe("archived");
    const lines = issues.map((one) => JSON.stringify(one)).join("\n");
    const again = await move("github", "issues.jsonl", lines, { "Bea Braun": bea });
    expect(again.made).toEqual({ record_earlier: 3, board_without_people: 1 });
    await undoAll(again.id, id);
  });

  test("reads the table of a project", async () => {
    const table = [
      "Title\tURL\tAssignees\tStatus\tLabels\tRepository\tMilestone\tPriority\tSummary\tTeam\tID",
      "Repair\thttps://github.com/port/crane/issues/1\tbea-b, ana-a\tIn progress\tbig\tport/crane\tSpring\tP0\tCrane\tPort\t1",
      "A pull request\thttps://github.com/port/crane/pull/2\t\tDone\t\tport/crane\t\t\t\t\t",
      "An idea\t\tbea-b\tTodo\t\t\t\tMust have\t\t\t",
    ].join("\n");
    const { id, made } = await move("github", "view.tsv", table, { "bea-b": bea });
    expect(made).toMatchObject({ tasks: 2 });
    const repair = await titled(bea, "Repair");
    expect(repair).toMatchObject({ status: "in_progress", priority: "urgent", tags: ["big"] });
    expect(repair?.description).toMatch(/`Summary`: `Crane`[\s\S]*`Team`: `Port`/);
    expect((await titled(bea, "An idea"))?.description).toContain("`Priority`: `Must have`");
    const kinds = await kindsOf(id);
    expect(kinds).toMatchObject({ pull_request_left_out: 1 });
    expect(kinds).not.toHaveProperty("due_unread");
    expect(kinds).not.toHaveProperty("column_unread");
    // The table has no dates: an issue that was renamed is the same by its address.
    const renamed = await move("github", "view.tsv", table.replace("Repair", "Mend"), { "bea-b": bea });
    expect(renamed.made).toMatchObject({ record_earlier: 2 });
    await admin.undo(renamed.id);
    await undoAll(id);
  });
});

describe("texts of GitHub", () => {
  const body = (text: string) => ({
    ...{ number: 1, title: "One", html_url: "https://github.com/port/crane/issues/1", body: text },
  });
  const other = { ...body(""), number: 2, html_url: "https://github.com/port/crane/issues/2" };
  const read = async (text: string) => {
    // As curl and jq write issues: with line breaks, one after the other.
    const content = [body(text), other].map((one) => JSON.stringify(one, null, 2)).join("\n");
    const [task] = await tasksOf(githubReader, "issues.json", content);
    return task?.description.map((part) => (typeof part === "string" ? part : "task" in part ? "LINK" : "@"));
  };

  test.each([
    ["1. ```html\n   <b>a</b> #2\n   ```\n2. #2", "1. ```html\n   <b>a</b> #2\n   ```\n2. LINK"],
    ["    <div>a</div>\n    #2 main\n\n#2", "    <div>a</div>\n    #2 main\n\nLINK"],
    ["```js foo``` #2", "```js foo``` LINK"],
    ["``a `#2` b`` #2", "``a `#2` b`` LINK"],
    ["if a <b and c> d, <b>e</b>", "if a <b and c> d, **e**"],
    ["10<sup>6</sup>", "10^6"],
    ["<!-- run `npm i`\n#2 -->#2", "LINK"],
    ["[#2]: https://port.example/", "[#2]: https://port.example/"],
  ])("keep code and other words: %j", async (text, shown) => {
    expect((await read(text))?.join("")).toBe(shown);
  });

  test.each(["```\n", "` ", "<!---->", "`` ` ", "#2 ", '<img src="'])(
    "are read in time that grows with their length: %j",
    async (piece) => {
      const text = `${piece.repeat(99_000 / piece.length)}\nend`;
      expect((await read(text))?.join("")).toMatch(/end$/);
    },
  );
});

test("counts items of a file that are no records, and reads on after them", async () => {
  const numbers = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
  const id = await admin.upload(Buffer.from(numbers), "asana", "numbers.json");
  expect((await admin.until(id, "failed")).failure).toContain("not an export of Asana");
  const one = '{"gid":"1","name":"A"}';
  const mixed = await admin.planFile("asana", "mixed.json", `[${one},${"1,".repeat(20_000)}2]`);
  expect(await kindsOf(mixed)).toMatchObject({ record_unreadable: 20_001 });
});

test.each([
  ["linear", "Summary,Issue key,Status\nA,B-1,Open", "an export of Jira: choose Jira"],
  ["jira", "ID,Team,Title,Status\nA-1,A,B,Todo", "an export of Linear: choose Linear"],
  ["plane", "Task ID,Created At,Completed At,Last Modified,Name\n1,,,,A", "an export of Asana: choose Asana"],
  ["asana", '[{"number":1,"title":"A"}]', "an export of GitHub issues: choose"],
  ["github", '{"data":[{"gid":"1","name":"A"}]}', "an export of Asana: choose Asana"],
  ["asana", "Name,Mail\nA,b@c.test", "not an export of Asana"],
  ["github", "[[[[", "not an export of GitHub issues"],
] as const)("refuses as %s a file of something else by its content: %j", async (source, content, reason) => {
  const id = await admin.upload(Buffer.from(content), source, "issues.csv");
  expect((await admin.until(id, "failed")).failure).toContain(reason);
});
