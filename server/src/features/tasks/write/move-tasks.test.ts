import { type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import fc from "fast-check";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Ben: { departments: ["Backend"] },
  });
});

test("a task moves behind its visible neighbour, and hidden ones keep their order", async () => {
  const [one, hidden, two, moved] = [
    await ana!.create({ title: "one" }),
    await ben!.create({ title: "Ben's own" }),
    await ana!.create({ title: "two" }),
    await ana!.create({ title: "moved" }),
  ];
  await ana!.move(moved.id, { status: "todo", after: one.id, before: two.id });
  expect(await ana!.column("todo")).toEqual(["one", "moved", "two"]);
  const ranks = await server.db.selectFrom("tasks").select("id").orderBy("rank").execute();
  expect(ranks.map(({ id }) => id)).toEqual([one.id, moved.id, hidden.id, two.id]);
  await ana!.move(moved.id, { status: "todo", before: one.id });
  expect(await ana!.column("todo")).toEqual(["moved", "one", "two"]);
  await ana!.move(moved.id, { status: "done" });
  expect([await ana!.column("todo"), await ana!.column("done")]).toEqual([["one", "two"], ["moved"]]);
});

test("Done starts with the task that was finished last, and other columns end with the newest", async () => {
  const make = async (title: string) => (await ana!.create({ title })).id;
  const [first, second, third] = [await make("last 1"), await make("last 2"), await make("last 3")];
  for (const id of [first, second, third]) await ana!.move(id!, { status: "done" });
  expect(await ana!.column("done", "last")).toEqual(["last 3", "last 2", "last 1"]);
  await ana!.move(first!, { status: "done", before: third! });
  expect(await ana!.column("done", "last")).toEqual(["last 1", "last 3", "last 2"]);
  for (const id of [first, second]) await ana!.move(id!, { status: "in_review" });
  expect(await ana!.column("in_review", "last")).toEqual(["last 1", "last 2"]);
});

test("a repeated move is applied once, and can be undone", async () => {
  const status = "in_progress" as const;
  const ids: string[] = [];
  for (const title of ["a", "b", "c"]) ids.push((await ana!.create({ title, status })).id);
  const [a, , c] = ids;
  const changeId = uuidv7();
  await ana!.move(c!, { status, before: a! }, changeId);
  await ana!.move(a!, { status, before: c! });
  await ana!.move(c!, { status, before: a! }, changeId);
  expect(await ana!.column(status)).toEqual(["a", "c", "b"]);
  await ana!.undo(changeId);
  expect(await ana!.column(status)).toEqual(["a", "b", "c"]);
});

test("several tasks move together in the given order, and back with one undo", async () => {
  const [from, to] = ["in_progress", "in_review"] as const;
  const make = async (title: string, status: TaskStatus) => (await ana!.create({ title, status })).id;
  const [one, , three] = [await make("few 1", from), await make("few 2", from), await make("few 3", from)];
  const [four, five] = [await make("few 4", to), await make("few 5", to)];
  const columns = async () => {
    const titles = [await ana!.column(from, "few"), await ana!.column(to, "few")];
    return titles.map((column) => column.map((title) => title.at(-1)).join(""));
  };
  const changeId = uuidv7();
  const moved = await ana!.moveMany([three, one, five], { status: to, after: four }, changeId);
  expect(moved.map(({ id }) => id)).toEqual([three, one, five]);
  expect(await columns()).toEqual(["2", "4315"]);
  await ana!.moveMany([three, one, five], { status: to, after: four }, changeId);
  expect(await columns()).toEqual(["2", "4315"]);
  // Within their own column they swap with each other, and with the tasks between them.
  await ana!.moveMany([five, three], { status: to, before: one });
  expect(await columns()).toEqual(["2", "4531"]);
  await ana!.undo(changeId);
  expect(await columns()).toEqual(["123", "45"]);
  const refused = ana!.moveMany([one, uuidv7()], { status: to });
  await expect(refused).rejects.toThrow("task_not_found");
  expect(await columns()).toEqual(["123", "45"]);
});

test("a board returns its columns in each order", async () => {
  const text = "sorted";
  const make = (title: string, due: string) =>
    ana!.create({ title: `${text} ${title}`, due: { date: due, clock: null } });
  await make("b", "2027-03-01");
  await make("c", "2027-01-01");
  await make("a", "2027-02-01");
  const read = async (order: "ascending" | "descending") =>
    (
      await ana!.client.call(taskRoutes.getBoard, {
        query: { statuses: "todo", text, sort: "due", order, limit: 2 },
      })
    ).columns[0]!;
  const rising = await read("ascending");
  expect(rising.items.map(({ title }) => title.at(-1))).toEqual(["c", "a"]);
  expect(rising.total).toBe(3);
  expect((await read("descending")).items.map(({ title }) => title.at(-1))).toEqual(["b", "a"]);
});

test("a column with long ranks gets new ones, and everybody is told to refetch", async () => {
  const status = "archived" as const;
  const rank = (last: string) => `a0${"V".repeat(80)}${last}`;
  const first = await createTaskRow(server.db, ana!.id, { status, title: "first", rank: rank("V") });
  await createTaskRow(server.db, ana!.id, { status, title: "last", rank: rank("W") });
  const socket = await ben!.listen();
  const moved = await ana!.create({ title: "between" });
  await ana!.move(moved.id, { status, after: first });
  expect(await socket.next("tasks.rearranged")).toEqual({ status });
  expect(await ana!.column(status)).toEqual(["first", "between", "last"]);
  const { rank: place } = await ana!.read(moved.id);
  expect(place.length).toBeLessThan(5);
  socket.close();
});

test("concurrent moves neither lose nor duplicate tasks, and everybody sees one order", async () => {
  const { id: departmentId } = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", "Backend")
    .executeTakeFirstOrThrow();
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ana!.create({ title: `task ${index}`, departmentId })),
  );
  const ids = made.map(({ id }) => id);
  const move = fc.record({
    who: fc.constantFrom(ana!, ben!),
    id: fc.constantFrom(...ids),
    status: fc.constantFrom<TaskStatus>(...taskStatuses),
    after: fc.option(fc.constantFrom(...ids)),
    before: fc.option(fc.constantFrom(...ids)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 20 }), async (moves) => {
      await Promise.all(moves.map(({ who, id, ...to }) => who.move(id, to)));
      const boards = await Promise.all(
        [ana!, ben!].map((who) =>
          who.client.call(taskRoutes.getBoard, { query: { departments: departmentId } }),
        ),
      );
      const orders = boards.map(({ columns }) => columns.map(({ items }) => items.map(({ id }) => id)));
      expect(orders[0]).toEqual(orders[1]);
      expect(orders[0]!.flat().sort()).toEqual([...ids].sort());
      const ranks = boards[0]!.columns.flatMap(({ status, items }) =>
        items.map(({ rank }) => `${status} ${rank}`),
      );
      expect(new Set(ranks).size).toBe(ids.length);
    }),
    { numRuns: 8 },
  );
});
