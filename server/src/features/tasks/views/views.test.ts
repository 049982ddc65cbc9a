import { maxTaskViews } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = serverForFile();
let [ana, ben]: Worker[] = [];
beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
});

const view = (name: string, query = "view=list&scope=my"): TaskView => ({ id: uuidv7(), name, query });
const list = async (worker = ana!) => (await worker.client.call(taskRoutes.listTaskViews, {})).views;
const save = (body: TaskView, worker = ana!) => worker.client.call(taskRoutes.saveTaskView, { body });
const change = (viewId: string, body: Partial<TaskView>, worker = ana!) =>
  worker.client.call(taskRoutes.changeTaskView, { params: { viewId }, body });
const order = (viewIds: string[], worker = ana!) =>
  worker.client.call(taskRoutes.orderTaskViews, { body: { viewIds } });
const remove = (viewId: string, worker = ana!) =>
  worker.client.call(taskRoutes.deleteTaskView, { params: { viewId } });

test("are saved, renamed, ordered and deleted on all devices of the person, and of nobody else", async () => {
  const [first, second] = [view("Open work"), view("Due this week", "view=list&due=week")];
  const socket = await ana!.listen();
  const other = await ben!.listen();
  const proof = (act: () => Promise<unknown>) =>
    eventEqualsRefetch({
      socket,
      event: "task-views.changed",
      fetch: () => list(),
      act,
      apply: (_before, { views }) => views,
    });
  await proof(() => save(first));
  await proof(() => save(second));
  await proof(() => change(second.id, { name: "This week" }));
  await proof(() => change(second.id, { query: "view=list&due=today,week" }));
  await proof(() => order([second.id, first.id]));
  expect(await list()).toEqual([{ ...second, name: "This week", query: "view=list&due=today,week" }, first]);
  await proof(() => remove(first.id));
  expect(await list(ben!)).toEqual([]);
  expect(other.received.filter(({ name }) => name === "task-views.changed")).toEqual([]);
  for (const one of [socket, other]) one.close();
});

test("are created once when sent twice, and refuse another view with the same ID or name", async () => {
  const one = view("Harbour");
  await save(one);
  await save(one);
  expect((await list()).filter(({ name }) => name === "Harbour")).toHaveLength(1);
  await expect(save({ ...one, query: "scope=all" })).rejects.toThrow("task_view_id_taken");
  await expect(save(one, ben!)).rejects.toThrow("task_view_id_taken");
  await expect(save(view("harbour"))).rejects.toThrow("task_view_name_taken");
  const [other] = await list();
  await expect(change(other!.id, { name: "HARBOUR" })).rejects.toThrow("task_view_name_taken");
  // Other people's names do not count.
  await save(view("Harbour"), ben!);
});

test("of other people are not found", async () => {
  const one = view("Mine alone");
  await save(one);
  await expect(change(one.id, { name: "Yours" }, ben!)).rejects.toThrow("task_view_not_found");
  await remove(one.id, ben!);
  await order([one.id], ben!);
  expect(await list()).toContainEqual(one);
});

test("are limited in number, also for concurrent requests", async () => {
  const [lia] = await createWorkers(server, { Lia: {} });
  const all = Array.from({ length: maxTaskViews + 1 }, (_, index) => view(`View ${index}`));
  const done = await Promise.allSettled(all.map((one) => save(one, lia!)));
  const refused = done.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining("too_many_task_views")]);
  expect(await list(lia!)).toHaveLength(maxTaskViews);
});
