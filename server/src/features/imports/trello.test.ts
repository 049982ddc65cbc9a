import { commentRoutes } from "@atoll/contract/comments/routes";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, codeOf, signInChatter } from "../../../test/chatter.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { type trelloBoard as Board, trelloBoard, trelloId } from "../../../test/trello-board.ts";
import { readJsonMembers } from "./archive/read-json-items.ts";

const server = sharedServer();
let admin: Mover;
let adminPerson: TestPerson;
let [ana, bea, cleo]: Chatter[] = [];
let departmentId: string;

beforeAll(async () => {
  const department = await server.db
    .insertInto("departments")
    .values({ name: "Harbour office", slug: "harbour-office" })
    .returning("id")
    .executeTakeFirstOrThrow();
  departmentId = department.id;
  adminPerson = await createPerson(server.db, { name: "Greta", roles: ["admin"] });
  admin = createMover(await server.signIn(adminPerson));
  const people: TestPerson[] = [];
  for (const name of ["Ana Alvarez", "Bea Braun", "Cleo Costa"])
    people.push(
      await createPerson(server.db, {
        name,
        ...(name.startsWith("Cleo") && { departments: ["Harbour office"] }),
      }),
    );
  [ana, bea, cleo] = await Promise.all(people.map((person) => signInChatter(server, person)));
});

type TestBoard = ReturnType<typeof Board>;

const plan = (board: TestBoard) => admin.planFile("trello", "board.json", board.json());
/** A name alone does not say who somebody is. */
async function confirm(id: string, { people }: TestBoard): Promise<void> {
  await admin.choosePerson(id, people.ana.id, ana?.id ?? "");
  await admin.choosePerson(id, people.bea.id, bea?.id ?? "");
}
const tasksOf = async (who: Chatter | undefined): Promise<Task[]> =>
  (await who?.client.call(taskListRoutes.listTasks, { query: { limit: 100 } }))?.items ?? [];
const titled = async (who: Chatter | undefined, title: string) =>
  (await tasksOf(who)).find((task) => task.title === title);
const open = async (who: Chatter | undefined, taskId = "") =>
  (await who!.client.call(taskRoutes.getTask, { params: { taskId } })).task;
const commentsOf = async (who: Chatter | undefined, id = "") =>
  (await who!.client.call(commentRoutes.listComments, { params: { kind: "task", subjectId: id }, query: {} }))
    .items;
const kindsOf = async (id: string, phase = "running") =>
  Object.fromEntries(
    (await admin.lines(id)).filter((line) => line.phase === phase).map(({ kind, count }) => [kind, count]),
  );
const countRows = async () => {
  const { rows } = await sql<{ tasks: number; told: number }>`SELECT (SELECT count(*) FROM tasks) AS tasks,
    (SELECT count(*) FROM tellings) + (SELECT count(*) FROM notifications) AS told`.execute(server.db);
  return rows[0];
};

describe("an import of Trello", () => {
  test("keeps titles, texts, authors, times, labels, checklists, comments, links and dates, and notifies nobody", async () => {
    const one = trelloBoard();
    const { people, lists } = one;
    const card = one.card(
      "Paint the crane",
      {
        ...{
          idList: lists.doing,
          desc: "Use **red**.\n\n<script>alert(1)</script> @bea_b",
          idMembers: [people.bea.id],
        },
        labels: [
          { id: "", name: "Safety, first", color: "red" },
          { id: "", name: "", color: "green_dark" },
        ],
        due: "2031-02-03T15:30:00.000Z",
        attachments: [
          { name: "plan.pdf", url: "https://trello.example/plan.pdf", isUpload: true },
          { name: "Evil", url: "javascript:alert(1)", isUpload: false },
        ],
        customFieldItems: [{ idCustomField: "f1", value: { number: "12" } }],
      },
      people.olga,
    );
    one.board.customFields.push({ id: "f1", name: "Litres", type: "number", options: [] });
    one.checklist(card, "Tools", [
      { id: trelloId(), name: "Brush", state: "complete", idMember: people.ana.id },
      { id: trelloId(), name: "Ladder", state: "incomplete" },
    ]);
    one.comment(card, "Ask @anaalvarez <img src=x onerror=alert(1)>", people.olga);
    one.card("Archived card", { closed: true });
    one.card("Overdue card", {
      idList: lists.todo,
      idMembers: [people.ana.id],
      due: "2024-05-09T10:00:00.000Z",
    });
    // Due the same day, but later: its person still hears when the time has passed.
    one.card("Due soon", {
      idList: lists.todo,
      idMembers: [people.ana.id],
      due: new Date(Date.now() + 600_000).toISOString(),
    });
    const id = await plan(one);
    expect((await admin.get(id)).found).toMatchObject({ boards: 1, lists: 4, records: 7 });
    expect((await admin.places(id)).map(({ kind, status }) => [kind, status])).toEqual([
      ["board", null],
      ["list", "todo"],
      ["list", "in_progress"],
      ["list", "done"],
      ["list", "archived"],
    ]);
    await confirm(id, one);
    const before = await countRows();
    const { tried } = await admin.try(id);
    expect(await countRows()).toEqual(before);
    const { made, state } = await admin.run(id);
    expect([state, made]).toEqual(["done", tried]);
    expect(made).toMatchObject({ tasks: 4, subtasks: 2, comments: 1, links: 1, people: 1 });
    expect((await countRows())?.told).toBe(before?.told);

    const task = await open(bea, (await titled(bea, "Paint the crane"))?.id);
    expect(task).toMatchObject({
      ...{ status: "in_progress", departmentId: null, assignee: { id: bea?.id }, commentCount: 1 },
      createdBy: { name: "Old Olga", isFormer: true },
      due: { date: "2031-02-03", clock: { time: "15:30", zone: "UTC" } },
      tags: ["doing now", "safety first", "green dark"],
      links: [{ url: "https://trello.example/plan.pdf", filename: "plan.pdf" }],
      createdAt: expect.stringMatching(/^2024-05-01T08:00/),
      updatedAt: "2024-05-03T10:00:00.000Z",
    });
    expect(task.description).toBe(
      "Use **red**.\n\n<script>alert(1)</script> @Bea Braun\n\nAttached: `Evil` `javascript:alert(1)`\n`Litres`: 12",
    );
    expect(task.subtaskList.map(({ title, status }) => [title, status]).sort()).toEqual(
      [
        ["Brush", "done"],
        ["Ladder", "todo"],
      ].sort(),
    );
    expect(await commentsOf(bea, task.id)).toMatchObject([
      {
        content: "Ask @Ana Alvarez <img src=x onerror=alert(1)>",
        ...{
          author: { name: "Old Olga" },
          createdAt: "2024-05-02T09:30:00.000Z",
          mentions: [{ id: ana?.id }],
        },
      },
    ]);
    expect((await titled(ana, "Archived card"))?.status).toBe("archived");
    // Tasks that were private to the people of the board stay so, also for those who manage all tasks of departments.
    expect(await titled(cleo, "Paint the crane")).toBeUndefined();
    const manager = await signInChatter(server, adminPerson);
    expect(await codeOf(manager.client.refused(taskRoutes.getTask, { params: { taskId: task.id } }))).toBe(
      "task_not_found",
    );
    expect(await kindsOf(id)).toMatchObject({
      link_refused: 1,
      file_as_link: 1,
      field_unmatched: 1,
      tag_cut: 1,
    });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const { rows } = await sql`SELECT t.title FROM task_due_told d JOIN tasks t ON t.id = d.task_id
      WHERE t.title IN ('Overdue card', 'Due soon') AND d.kind = 'task.overdue'`.execute(server.db);
    expect(rows).toEqual([{ title: "Overdue card" }]);
  });

  test("adds nothing the second time and only what is new later, and undoes everything while nobody built on it", async () => {
    const one = trelloBoard("Twice");
    const card = one.card("Counted once");
    one.checklist(card, "Steps", [{ id: trelloId(), name: "First step", state: "incomplete" }]);
    one.comment(card, "Heard", one.people.olga);
    const before = await countRows();
    const first = await plan(one);
    await confirm(first, one);
    await admin.run(first);
    const again = await plan(one);
    await confirm(again, one);
    expect((await admin.run(again)).made).toEqual({ record_earlier: 3 });
    one.comment(card, "New since");
    const later = await plan(one);
    await confirm(later, one);
    expect((await admin.run(later)).made).toMatchObject({ record_earlier: 3, comments: 1 });
    const task = await titled(ana, "Counted once");
    expect((await commentsOf(ana, task?.id)).map(({ content }) => content).sort()).toEqual([
      "Heard",
      "New since",
    ]);
    expect(await admin.refusedWork(first, "undo")).toBe("import_built_on");
    await admin.undo(later);
    expect((await open(ana, task?.id)).commentCount).toBe(1);
    await admin.undo(first);
    expect(await countRows()).toMatchObject({ tasks: before?.tasks });
    expect(await titled(ana, "Counted once")).toBeUndefined();
    expect((await admin.run(first)).made).toMatchObject({ tasks: 1, subtasks: 1, comments: 1 });
  });

  test("gives a department states of its lists, asks whether that is allowed, and takes them back", async () => {
    const one = trelloBoard("Office");
    one.comment(one.card("Berth plan", { idList: one.lists.doing }), "Berth 4", one.people.ana);
    one.card("Finished plan", { idList: one.lists.done });
    await sql`INSERT INTO outgoing_webhooks (id, owner_id, name, address, place_kind, place_id, events)
      VALUES (uuidv7(), ${adminPerson.id}, 'Mirror', 'https://mirror.invalid', 'department', ${departmentId},
        '{task.created,task.changed,task.deleted}')`.execute(server.db);
    const id = await plan(one);
    const [board, , doing] = await admin.places(id);
    const other = createMover(await server.signIn(await createPerson(server.db, { roles: ["admin"] })));
    expect(JSON.stringify([await other.places(id), await other.lines(id)])).not.toContain("Doing now");
    await expect(other.placeTasks(id, board?.key ?? "", { departmentId })).rejects.toThrow();
    await expect(admin.placeTasks(id, board?.key ?? "", { departmentId: adminPerson.id })).rejects.toThrow();
    await admin.placeTasks(id, board?.key ?? "", { departmentId });
    await admin.placeTasks(id, doing?.key ?? "", { status: "in_review" });
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    const task = await titled(cleo, "Berth plan");
    expect(task).toMatchObject({ departmentId, status: "in_review", state: { name: "Doing now" }, tags: [] });
    expect((await titled(cleo, "Finished plan"))?.state).toMatchObject({ name: "Done" });
    const states = async () => {
      const { lists } = await cleo!.client.call(taskStateRoutes.listTaskStates, {});
      return lists.find((list) => list.departmentId === departmentId)?.states.map(({ name }) => name);
    };
    expect(await states()).toEqual(["To Do", "In Progress", "In Review", "Doing now", "Done"]);
    await admin.undo(id);
    expect(await states()).toEqual([]);
    // Other systems hear neither of old tasks that an import writes, nor of taking them back.
    expect(await server.db.selectFrom("outgoing_deliveries").select("event").execute()).toEqual([]);
    await sql`DELETE FROM outgoing_webhooks`.execute(server.db);
  });

  test("says what the export lacks, skips what cannot be read, and the rest goes on", async () => {
    const one = trelloBoard("Traps");
    const card = one.card("Big list", { badges: { comments: 3 }, idList: "gone" });
    one.checklist(
      card,
      "Long",
      Array.from({ length: 120 }, (_, index) => ({
        id: trelloId(),
        name: `Item ${index}`,
        state: "incomplete",
      })),
    );
    one.comment(card, "x".repeat(9_000));
    one.comment(trelloId(), "On a card that is gone");
    one.card(`Long title ${"y".repeat(200)}`, { desc: "z ".repeat(6_000) });
    one.board.cards.push({ name: "No key" }, { id: 7, name: "A number for a key" });
    one.board.cards.push(one.board.cards[0] ?? {});
    while (one.board.actions.length < 1_000)
      one.board.actions.push({
        id: trelloId(),
        type: "updateCard",
        data: {},
        date: "2024-05-01T08:00:00.000Z",
      });
    const id = await plan(one);
    await confirm(id, one);
    const { made } = await admin.run(id);
    expect(made).toMatchObject({
      tasks: 2,
      subtasks: 100,
      comments: 1,
      part_in_comment: 20,
      record_unreadable: 2,
    });
    expect(await kindsOf(id, "reading")).toMatchObject({ history_cut: 1, list_missing: 1 });
    expect(await kindsOf(id)).toMatchObject({
      ...{ record_without_task: 1, task_repeated: 1, comment_split: 1, description_split: 1, title_cut: 1 },
    });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const task = await titled(ana, "Big list");
    const comments = await commentsOf(ana, task?.id);
    expect(comments.map(({ content }) => content).join("\n")).toContain("- [ ] Item 119");
  });

  test("puts archived cards and lists away with their open items, and sets the start of a card", async () => {
    const one = trelloBoard("Put away");
    const { lists, people } = one;
    const items = () =>
      ["incomplete", "complete"].map((state) => ({
        ...{ id: trelloId(), name: `${state} item`, state, idMember: people.ana.id },
      }));
    one.checklist(one.card("Away", { closed: true }), "Steps", items());
    one.checklist(one.card("Over", { dueComplete: true, due: "2024-05-09T10:00:00.000Z" }), "Steps", items());
    one.card("Of last year", { idList: lists.old, dueComplete: true, due: "2024-05-09T10:00:00.000Z" });
    one.card("Planned", { start: "2031-02-01T09:00:00.000Z", due: "2031-02-03T15:30:00.000Z" });
    one.card("Too late", { start: "2031-02-04T09:00:00.000Z", due: "2031-02-03T15:30:00.000Z" });
    const id = await plan(one);
    await confirm(id, one);
    await admin.run(id);
    const partsOf = async (title: string) =>
      (await open(ana, (await titled(ana, title))?.id)).subtaskList
        .map((part) => [part.title, part.status])
        .sort();
    expect(await partsOf("Away")).toEqual([
      ["complete item", "archived"],
      ["incomplete item", "archived"],
    ]);
    expect(await partsOf("Over")).toEqual([
      ["complete item", "done"],
      ["incomplete item", "archived"],
    ]);
    expect((await titled(ana, "Of last year"))?.status).toBe("archived");
    expect((await titled(ana, "Planned"))?.startsOn).toBe("2031-02-01");
    expect((await titled(ana, "Too late"))?.startsOn).toBeNull();
    expect(await kindsOf(id)).toMatchObject({ start_after_due: 1 });
    await admin.undo(id);
  });

  test("counts comments, items and attachments that cannot be read", async () => {
    const one = trelloBoard("Damaged parts");
    const card = one.card("Whole", {
      attachments: [7, { name: "a", url: "https://a.b/c", isUpload: false }],
    });
    one.checklist(card, "Steps", [
      { id: "with spaces in it", name: "Lost" },
      { id: trelloId(), name: "Kept" },
    ]);
    one.board.actions.push({ id: 7, type: "commentCard", data: { card: { id: card }, text: "lost" } });
    const id = await plan(one);
    await confirm(id, one);
    expect((await admin.run(id)).made).toMatchObject({ tasks: 1, subtasks: 1, record_unreadable: 2 });
    expect(await kindsOf(id)).toMatchObject({ part_unreadable: 1, record_unreadable: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    await admin.undo(id);
  });

  test("pauses when its person may not add to the department any more, and another one resumes it", async () => {
    const one = trelloBoard("Paused");
    const [card = ""] = Array.from({ length: 450 }, (_, index) => one.card(`Card ${index}`));
    one.checklist(card, "Later", [{ id: trelloId(), name: "In another batch", state: "incomplete" }]);
    one.comment(card, "In another batch, too");
    const person = await createPerson(server.db, { roles: ["admin"] });
    const leaving = createMover(await server.signIn(person));
    const id = await leaving.planFile("trello", "board.json", one.json());
    await leaving.placeTasks(id, (await leaving.places(id))[0]?.key ?? "", { departmentId });
    const { tried } = await leaving.try(id);
    await leaving.work(id, "run");
    await sql`DELETE FROM user_roles WHERE user_id = ${person.id}`.execute(server.db);
    await admin.until(id, "paused");
    await admin.work(id, "resume");
    await admin.work(id, "pause");
    await admin.work(id, "resume");
    const { made } = await admin.until(id, "done");
    expect(made).toEqual(tried);
    expect(made).toMatchObject({ tasks: 450, subtasks: 1, comments: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    await admin.undo(id);
  });

  test.each([
    ["no JSON", "hello", /not an export of Trello/],
    ["of another product", '{"issues": [{"key": 1}]}', /not an export of Trello/],
    ["in UTF-16", Buffer.from('\ufeff{"id":"1"}', "utf16le"), /not an export of Trello/],
  ])("that is %s fails with the reason", async (_what, content, reason) => {
    const id = await admin.upload(Buffer.from(content), "trello", "board.json");
    expect((await admin.until(id, "failed")).failure).toMatch(reason);
  });

  test("with its end cut off brings everything before, and says so", async () => {
    const one = trelloBoard("Cut");
    one.card("Before the cut");
    const json = one.json();
    const id = await admin.planFile("trello", "board.json", json.slice(0, json.lastIndexOf('"labels":[]')));
    expect(await kindsOf(id, "reading")).toMatchObject({ file_unreadable: 1, list_missing: 1 });
    expect((await admin.run(id)).made).toMatchObject({ tasks: 1 });
  });
});

describe("the members of a JSON object", () => {
  async function read(text: string, step: number, isWanted = (_key: string) => true) {
    async function* bytes() {
      const all = Buffer.from(text);
      for (let at = 0; at < all.length; at += step) yield all.subarray(at, at + step);
    }
    const members: unknown[] = [];
    for await (const member of readJsonMembers(bytes(), isWanted, { maxItemBytes: 60, maxDepth: 4 }))
      members.push("problem" in member ? [member.key, member.problem] : [member.key, member.value]);
    return members;
  }

  test.each([1, 3, 1_000])("are read wherever the pieces of %i bytes end", async (step) => {
    const long = "x".repeat(80);
    const text = ` {"a\\"[b":[{"c":"]},"},2,[3]],"n":null, "list" : [] ,"o":{"p":[1,{}]},"big":["${long}",1],"deep":[[[[[1]]]]],"bad":[nope,true]}`;
    expect(await read(text, step)).toEqual([
      ['a\\"[b', { c: "]}," }],
      ['a\\"[b', 2],
      ['a\\"[b', [3]],
      ["n", null],
      ["o", { p: [1, {}] }],
      ["big", "record_too_large"],
      ["big", 1],
      ["deep", "record_too_deep"],
      ["bad", "record_unreadable"],
      ["bad", true],
    ]);
    expect(await read(text, step, (key) => key === "n" || key === "bad")).toEqual([
      ["n", null],
      ["bad", "record_unreadable"],
      ["bad", true],
    ]);
  });

  test.each(["", "[1]", '{"a":[1,2', '{"a":1}{', "{1}"])("of %j are read as far as they go", async (text) => {
    expect((await read(text, 2)).at(-1)).toEqual(["", "file_unreadable"]);
  });
});
