import { quadrantOf, type TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays, dayIn } from "@atoll/contract/zones";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];
const zones = ["Pacific/Kiritimati", "UTC", "America/Los_Angeles"] as const;

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
});

const matrix = async (zone: string, limit = 100) =>
  ana!.client.call(taskRoutes.getTaskMatrix, { query: { zone, limit } });

test("every open task is in the quadrant that browser and server agree on, in every zone and for every setting", async () => {
  const today = dayIn("UTC", new Date());
  const dues = [
    null,
    ...[-2, 0, 1, 3, 4, 9].map((days) => ({ date: addDays(today, days) })),
    { date: addDays(today, 3), clock: { time: "23:30", zone: "America/Los_Angeles" } },
    { date: addDays(today, 4), clock: { time: "00:30", zone: "Pacific/Kiritimati" } },
  ];
  for (const [index, due] of dues.entries()) {
    for (const [at, isUrgent] of [null, true, false].entries()) {
      const priority = (["urgent", "high", "medium", "low"] as const)[(index + at) % 4]!;
      const { id } = await ana!.create({ title: `${index} ${isUrgent}`, priority, due });
      if (isUrgent !== null) await ana!.change(id, { isUrgent });
    }
  }
  const done = await ana!.create({ status: "done", due: { date: today } });
  await ana!.create({ title: "A part", parentId: done.id, due: { date: today } });
  await ben!.create({ title: "Ben's own", due: { date: today } });
  for (const urgentDays of [3, 0, 13]) {
    if (urgentDays !== 3) await ana!.client.call(taskRoutes.setUrgentDays, { body: { urgentDays } });
    for (const zone of zones) {
      const answer = await matrix(zone);
      expect(answer.urgentDays).toBe(urgentDays);
      const view = { zone, urgentDays, now: new Date() };
      const found = answer.quadrants.flatMap(({ quadrant, items }) =>
        items.map((task) => ({ quadrant, task })),
      );
      expect(found).toHaveLength(dues.length * 3);
      for (const { quadrant, task } of found)
        expect([task.title, quadrant]).toEqual([task.title, quadrantOf(task, view)]);
      for (const { total, items } of answer.quadrants) expect(total).toBe(items.length);
    }
  }
});

test("each quadrant continues where its page ended, the earliest due first", async () => {
  const { quadrants } = await matrix("UTC");
  const paged: Partial<Record<TaskQuadrant, string[]>> = {};
  for (const { quadrant, items, nextCursor } of (await matrix("UTC", 2)).quadrants) {
    const ids = items.map(({ id }) => id);
    for (let cursor = nextCursor; cursor; ) {
      const page = await ana!.client.call(taskRoutes.listQuadrant, {
        params: { quadrant },
        query: { zone: "UTC", limit: 2, cursor },
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    paged[quadrant] = ids;
  }
  for (const { quadrant, items } of quadrants) expect(paged[quadrant]).toEqual(items.map(({ id }) => id));
  const dates = quadrants[0]!.items.map(({ due }) => due?.date ?? "~");
  expect(dates).toEqual(dates.toSorted());
});

test("the urgency threshold is personal, and broadcast to the person's devices", async () => {
  const [own, other] = [await ana!.listen(), await ben!.listen()];
  await ana!.client.call(taskRoutes.setUrgentDays, { body: { urgentDays: 7 } });
  expect(await own.next("task-matrix.changed")).toEqual({ urgentDays: 7 });
  expect((await ben!.client.call(taskRoutes.getTaskMatrix, { query: {} })).urgentDays).toBe(3);
  expect(other.received.filter(({ name }) => name === "task-matrix.changed")).toEqual([]);
  for (const socket of [own, other]) socket.close();
});
