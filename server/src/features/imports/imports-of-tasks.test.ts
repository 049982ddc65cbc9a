import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { departmentAdministrationRoutes } from "@atoll/contract/administration/department-routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";
import { trelloBoard, trelloId } from "../../../test/trello-board.ts";
import { openDiskStorage } from "../../platform/files/disk-storage.ts";
import { createLog } from "../../platform/log/log.ts";
import { workByOperator } from "./by-operator.ts";
import { takeTurn } from "./engine/work-import.ts";
import { jiraReader } from "./jira/jira-reader.ts";

const server = sharedServer();
let admin: Mover;
let greta: TestPerson;
let ana: Worker;

beforeAll(async () => {
  greta = await createPerson(server.db, { name: "Greta", email: "greta@tasks.test", roles: ["admin"] });
  admin = createMover(await server.signIn(greta));
  ana = (await createWorkers(server, { "Ana Alvarez": {} }))[0]!;
});

const idOf = async (title: string): Promise<string> =>
  (
    await server.db
      .selectFrom("tasks")
      .select("id")
      .where("title", "=", title)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow()
  ).id;
const titles = async (prefix: string) =>
  (
    await server.db
      .selectFrom("tasks")
      .select("title")
      .where("title", "like", `${prefix}%`)
      .orderBy("title")
      .execute()
  ).map(({ title }) => title);
const commentsOf = async (subjectId: string) =>
  (await ana.client.call(commentRoutes.listComments, { params: { kind: "task", subjectId }, query: {} }))
    .items;
const say = (subjectId: string, content: string) =>
  ana.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId },
    body: { id: uuidv7(), content },
  });

/** Does something while no server can work on an import. */
async function withTurn(id: string, work: () => Promise<unknown>): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    expect(await takeTurn(tx, id)).toBe(true);
    await work();
  });
}

describe("a turn at an import", () => {
  test("writes a batch even if its time is over, and reads the file on from there in the next turn", async () => {
    const one = trelloBoard("Turns");
    for (let number = 0; number < 450; number += 1) {
      const card = one.card(`Turn ${number}`);
      if (number % 3 === 0) one.comment(card, `Said ${number}`);
      if (number % 50 === 0)
        one.checklist(card, "Steps", [{ id: trelloId(), name: "A step", state: "incomplete" }]);
    }
    const id = await admin.planFile("trello", "board.json", one.json());
    const files = await openDiskStorage(server.filesFolder);
    let readings = 0;
    const counting = {
      ...files,
      read: (...place: Parameters<typeof files.read>) => {
        readings += 1;
        return files.read(...place);
      },
    };
    const work = (wanted: "try" | "run") =>
      workByOperator(
        { db: server.db, files: counting, log: createLog("silent"), turnMs: 0 },
        { importId: id, work: wanted, email: greta.email },
        { signal: new AbortController().signal, onProgress: () => undefined },
      );
    const { tried } = await work("try");
    expect(tried).toMatchObject({ tasks: 450, comments: 150, subtasks: 9 });
    const { state, made } = await work("run");
    expect([state, made]).toEqual(["done", tried]);
    // The file has one part, which each of the two has opened once.
    expect(readings).toBe(2);
    const { rows } = await sql<{ number: number }>`SELECT count(*) AS number FROM tasks`.execute(server.db);
    expect(rows[0]?.number).toBe(459);
    expect((await admin.lines(id)).map(({ kind }) => kind)).not.toContain("difference");
  });
});

describe("undoing an import of tasks", () => {
  test("keeps a task that people build on in the meantime as a whole, and adds it only once afterwards", async () => {
    const one = trelloBoard("Undone");
    const kept = one.card("Undo: kept");
    one.comment(kept, "Before", one.people.olga);
    one.checklist(kept, "Steps", [{ id: trelloId(), name: "Undo: a step", state: "complete" }]);
    const edited = one.card("Undo: edited");
    one.comment(edited, "As it was", one.people.ana);
    const gone = one.card("Undo: gone");
    one.comment(gone, "Goes as well");
    one.card("Undo: waits");
    one.card("Undo: put away", { closed: true });
    const id = await admin.planFile("trello", "board.json", one.json());
    await admin.choosePerson(id, one.people.ana.id, ana.id);
    await admin.run(id);
    const { rows } = await sql<{ completed: number }>`SELECT count(completed_at) AS completed FROM tasks
      WHERE title = 'Undo: put away'`.execute(server.db);
    expect(rows[0]?.completed).toBe(0);

    expect(await admin.builtOn(id)).toEqual({ items: [], more: 0 });
    const own = await ana.create({ title: "Own task" });
    const goneId = await idOf("Undo: gone");
    await ana.block(own.id, goneId);
    expect(await admin.refusedWork(id, "undo")).toBe("import_built_on");
    // Only Ana reads the task.
    expect(await admin.builtOn(id)).toEqual({
      items: [{ kind: "task", id: goneId, title: null, link: null }],
      more: 0,
    });
    await ana.unblock(own.id, goneId);
    expect(await admin.builtOn(id)).toEqual({ items: [], more: 0 });
    await withTurn(id, async () => {
      await admin.work(id, "undo");
      await admin.work(id, "pause");
    });
    await say(await idOf("Undo: kept"), "Still needed");
    const [comment] = await commentsOf(await idOf("Undo: edited"));
    await ana.client.call(commentRoutes.editComment, {
      params: { commentId: comment!.id },
      body: { content: "As it is", version: comment!.version },
    });
    await ana.block(own.id, await idOf("Undo: waits"));
    await admin.work(id, "resume");
    await admin.until(id, "undone");

    const all = ["Undo: a step", "Undo: edited", "Undo: kept", "Undo: waits"];
    expect(await titles("Undo:")).toEqual(all);
    const said = async (title: string) =>
      (await commentsOf(await idOf(title))).map(({ content }) => content).sort();
    expect(await said("Undo: kept")).toEqual(["Before", "Still needed"]);
    expect(await said("Undo: edited")).toEqual(["As it is"]);
    expect((await ana.read(await idOf("Undo: kept"))).commentCount).toBe(2);
    expect((await ana.read(own.id)).blockedBy).toBe(1);
    const lines = (await admin.lines(id)).filter(({ phase, kind }) => phase === "undoing" && kind === "kept");
    expect(lines.map(({ detail }) => detail)).toEqual(expect.arrayContaining(all));

    expect((await admin.run(id)).made).toMatchObject({ tasks: 2, comments: 1, record_earlier: 6 });
    expect((await admin.lines(id)).map(({ kind }) => kind)).not.toContain("difference");
    expect(await titles("Undo:")).toEqual([...all, "Undo: gone", "Undo: put away"].sort());
    expect(await said("Undo: kept")).toEqual(["Before", "Still needed"]);
  });
});

describe("dependencies of an import", () => {
  const heading = ["Summary", "Issue key", "Status", "Project key", "Reporter", "Created"];
  const links = (number: number) => Array.from({ length: number }, () => "Outward issue link (Blocks)");
  const file = (issues: Record<string, string[]>) =>
    [
      [...heading, ...links(2)],
      ...Object.entries(issues).map(([key, blocks]) => [
        ...[`Link ${key}`, key, "To Do", key.split("-")[0] ?? "", greta.email, "2024-05-01 10:00"],
        ...[0, 1].map((at) => blocks[at] ?? ""),
      ]),
    ]
      .map((row) => row.join(","))
      .join("\n");
  const plan = (issues: Record<string, string[]>) => admin.planFile("jira", "issues.csv", file(issues));
  const kindsOf = async (id: string, phase: string) =>
    Object.fromEntries(
      (await admin.lines(id)).filter((line) => line.phase === phase).map(({ kind, count }) => [kind, count]),
    );

  test("are no circles, at most 50 of a task, and counted as they are", async () => {
    const many = Array.from({ length: 60 }, (_, index) => [`MA-${index}`, ["MA-99"]] as const);
    const id = await plan({
      ...{ "CI-1": ["CI-2"], "CI-2": ["CI-1", "CI-2"] },
      ...{ "TR-1": ["TR-2"], "TR-2": ["TR-3"], "TR-3": ["TR-1"], "TR-4": ["TR-1", "TR-77"] },
      ...{ ...Object.fromEntries(many), "MA-99": [] },
    });
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    const lines = { dependency_loop: 3, dependency_too_many: 10, dependency_missing: 1 };
    expect(made).toMatchObject({ dependencies: 1 + 2 + 1 + 50, ...lines });
    const { rows } = await sql<{ number: number }>`SELECT count(*) AS number FROM task_dependencies d
      JOIN import_items i ON i.target_id = d.blocked_id AND i.fingerprint = d.blocker_id::text`.execute(
      server.db,
    );
    expect(rows[0]?.number).toBe(54);
    expect(await kindsOf(id, "running")).not.toHaveProperty("difference");
    await admin.undo(id);
    expect(await titles("Link ")).toEqual([]);
  });

  test("leave those of people alone, also when the import is undone", async () => {
    await admin.run(await plan({ "OW-1": [], "OW-2": [] }));
    const [blocker, blocked] = [await idOf("Link OW-1"), await idOf("Link OW-2")];
    await sql`INSERT INTO task_watchers (task_id, user_id) VALUES (${blocker}, ${ana.id}), (${blocked}, ${ana.id})`.execute(
      server.db,
    );
    await ana.block(blocked, blocker);
    const later = await plan({ "OW-1": ["OW-2", "OW-3"], "OW-2": [], "OW-3": [] });
    expect((await admin.run(later)).made).toMatchObject({ tasks: 1, record_earlier: 2, dependencies: 1 });
    await admin.undo(later);
    expect((await ana.read(blocked)).blockedBy).toBe(1);
    expect(await titles("Link ")).toEqual(["Link OW-1", "Link OW-2"]);
  });
});

test("an import at work keeps its department from being removed, and follows it into another one", async () => {
  const [from, into] = await server.db
    .insertInto("departments")
    .values([
      { name: "Old harbour", slug: "old-harbour" },
      { name: "New harbour", slug: "new-harbour" },
    ])
    .returning("id")
    .execute();
  const boss = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  const one = trelloBoard("Merged");
  one.card("Merged card");
  const id = await admin.planFile("trello", "board.json", one.json());
  await admin.placeTasks(id, (await admin.places(id))[0]?.key ?? "", { departmentId: from!.id });
  await withTurn(id, async () => {
    await admin.work(id, "run");
    const params = { departmentId: from!.id };
    const { body } = await boss.client.refused(departmentAdministrationRoutes.removeDepartment, { params });
    expect(body.error.code).toBe("department_not_empty");
    await boss.client.call(departmentAdministrationRoutes.mergeDepartment, {
      params,
      body: { intoId: into!.id },
    });
  });
  await admin.until(id, "done");
  const { department_id } = await server.db
    .selectFrom("tasks")
    .select("department_id")
    .where("title", "=", "Merged card")
    .executeTakeFirstOrThrow();
  expect(department_id).toBe(into!.id);
});

fullTest("keeps the names of issues of a large file in memory, and not the file", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const inUse = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
  const description = "The crane is painted once more. ".repeat(1_600);
  function* xml() {
    yield "<rss><channel>";
    for (let number = 1; number <= 1_600; number += 1)
      yield `<item><key id="${number}">MEM-${number}</key><summary>An issue with the number ${number}</summary>
        <project key="MEM">Memory</project><status>Open</status><description>${number} ${description}</description>
        <reporter username="somebody-with-a-long-name-${number}">Somebody with a long name ${number}</reporter></item>`;
    yield "</channel></rss>";
  }
  const archive = {
    ...{ paths: ["all.xml"], leftOut: [], sizeOf: () => 0, assertWhole: () => undefined },
    read: async () =>
      Readable.from(
        (function* () {
          for (const piece of xml()) yield Buffer.from(piece);
        })(),
      ),
  };
  const before = inUse();
  const survey = await jiraReader.survey(archive, new AbortController().signal);
  expect(survey.counts).toMatchObject({ records: 1_600 });
  // The file has 80 MB.
  expect(inUse() - before).toBeLessThan(20);
  expect(archive.paths).toHaveLength(1);
});
