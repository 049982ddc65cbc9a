import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
  const wanted = [
    { title: "Paint the pier", priority: "low", due: { date: "2026-12-01" }, tags: ["pier"] },
    { title: "Count 100% of it", priority: "urgent", status: "done", description: "Every Crate" },
    { title: "Call the pilot", priority: "high", due: { date: "2026-11-20" }, assigneeId: ben!.id },
    { title: "Answer the crew", tags: ["crew", "pier"], assigneeId: ana!.id },
  ] as const;
  for (const task of wanted) await ana!.create({ ...task, tags: [...("tags" in task ? task.tags : [])] });
  await ben!.create({ title: "Ben's for Ana", assigneeId: ana!.id });
});

const titles = (tasks: Task[]) => tasks.map(({ title }) => title);

test("scopes and filters return the matching tasks", async () => {
  const list = async (query: Parameters<Worker["list"]>[0]) => titles(await ana!.list(query));
  expect(await list({ scope: "assigned" })).toEqual(["Answer the crew", "Ben's for Ana"]);
  expect(await list({ scope: "created" })).not.toContain("Ben's for Ana");
  expect(await list({ scope: "my" })).toHaveLength(5);
  expect(await list({ statuses: "done,archived" })).toEqual(["Count 100% of it"]);
  expect(await list({ priorities: "high,low" })).toEqual(["Paint the pier", "Call the pilot"]);
  expect(await list({ assignees: `none,${ben!.id}` })).toEqual([
    "Paint the pier",
    "Call the pilot",
    "Count 100% of it",
  ]);
  expect(await list({ tags: "crew" })).toEqual(["Answer the crew"]);
  expect(await list({ text: "CRATE" })).toEqual(["Count 100% of it"]);
  expect(await list({ text: "PA" })).toEqual(["Paint the pier"]);
  expect(await list({ text: "100%" })).toEqual(["Count 100% of it"]);
  expect(await list({ text: "0_o" })).toEqual([]);
  expect(await list({ dueTo: "2026-11-30" })).toEqual(["Call the pilot"]);
});

test("each order continues where the previous page ended", async () => {
  for (const sort of ["manual", "updated", "created", "due", "priority", "title"] as const) {
    for (const order of ["ascending", "descending"] as const) {
      const whole = await ana!.client.call(taskRoutes.listTasks, { query: { sort, order } });
      const paged: Task[] = [];
      let cursor: string | undefined;
      do {
        const page = await ana!.client.call(taskRoutes.listTasks, {
          query: { sort, order, limit: 2, cursor },
        });
        paged.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect([sort, order, titles(paged)]).toEqual([sort, order, titles(whole.items)]);
    }
  }
  expect(titles(await ana!.list({ sort: "due" })).slice(0, 2)).toEqual(["Call the pilot", "Paint the pier"]);
  expect(titles(await ana!.list({ sort: "priority" }))[0]).toBe("Count 100% of it");
});

test("counts by group equal the sizes of their lists", async () => {
  for (const group of ["status", "priority", "assignee"] as const) {
    const { groups } = await ana!.client.call(taskRoutes.countTasks, { query: { group } });
    for (const { value, count } of groups) {
      const query = {
        status: { statuses: value! },
        priority: { priorities: value! },
        assignee: { assignees: value ?? "none" },
      }[group];
      expect([group, value, count]).toEqual([group, value, (await ana!.list(query)).length]);
    }
  }
  const { tags } = await ana!.client.call(taskRoutes.listTaskTags, { query: { text: "P" } });
  expect(tags).toEqual([{ tag: "pier", count: 2 }]);
});

test("finds open tasks that wait for others, and those that hold others up, while both are open", async () => {
  const [walls, paint, dry] = [
    await ana!.create({ title: "Walls" }),
    await ana!.create({ title: "Paint" }),
    await ana!.create({ title: "Dry" }),
  ];
  await ana!.block(paint.id, walls.id);
  await ana!.block(dry.id, paint.id);
  const list = async (dependencies: string) => titles(await ana!.list({ dependencies })).toSorted();
  expect(await list("blocked")).toEqual(["Dry", "Paint"]);
  expect(await list("blocking")).toEqual(["Paint", "Walls"]);
  expect(await list("blocked,blocking")).toEqual(["Dry", "Paint", "Walls"]);
  await ana!.change(walls.id, { status: "done" });
  expect(await list("blocked")).toEqual(["Dry"]);
  await ana!.remove(dry.id);
  expect(await list("blocked,blocking")).toEqual([]);
});
