import type { RouteCall } from "@atoll/contract/route";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();

type Query = RouteCall<typeof taskRoutes.exportTasks>["query"];

/** Returns the whole file, part after part. */
async function exported(worker: Worker, query: Query): Promise<{ text: string; rows: string[][] }> {
  let text = "";
  let cursor: string | undefined;
  do {
    const part = await worker.client.call(taskRoutes.exportTasks, { query: { ...query, cursor } });
    text += part.csv;
    cursor = part.nextCursor ?? undefined;
  } while (cursor);
  return { text, rows: parse(text, { bom: true }) };
}

test("a file has the tasks of the list in its order, a header row, and no formula that a spreadsheet would run", async () => {
  const [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
  await ben!.create({ title: "Ben's own" });
  await ana!.create({ title: "=1+1", description: "@SUM(A1)\nsecond, line", tags: ["b", "a"] });
  await ana!.create({
    title: "Call the pilot",
    assigneeId: ben!.id,
    due: { date: "2026-12-01", clock: { time: "09:30", zone: "Europe/Lisbon" } },
  });
  await ana!.create({ title: "Not this one", status: "done" });
  const { text, rows } = await exported(ana!, { statuses: "todo", sort: "title", limit: 1 });
  expect(text.startsWith("\uFEFFid,title,description,status,priority,assignee,due date")).toBe(true);
  const [head, ...tasks] = rows;
  const named = tasks.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at], cell])));
  expect(named).toMatchObject([
    { title: "'=1+1", description: "'@SUM(A1)\nsecond, line", tags: "b, a", assignee: "", "due date": "" },
    {
      title: "Call the pilot",
      assignee: "Ben",
      "due date": "2026-12-01",
      "due time": "09:30",
      "due time zone": "Europe/Lisbon",
      "created by": "Ana",
    },
  ]);
});

test("names a department only to its members", async () => {
  const [ana, ben] = await createWorkers(server, { Ana: { departments: ["Backend"] }, Ben: {} });
  const [backend] = ana!.user.departments;
  await ana!.create({ title: "Of the quay", departmentId: backend!.id, assigneeId: ben!.id });
  const of = async (worker: Worker) => {
    const { rows } = await exported(worker, { text: "Of the quay" });
    return rows[1]?.[rows[0]!.indexOf("department")];
  };
  expect([await of(ana!), await of(ben!)]).toEqual(["Backend", ""]);
});

test("an empty export has only the header row", async () => {
  const [ana] = await createWorkers(server, { Ana: {} });
  expect((await exported(ana!, { text: "there is no such task" })).rows).toHaveLength(1);
});
