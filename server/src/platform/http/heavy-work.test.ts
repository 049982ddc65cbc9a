import { eventRoutes } from "@atoll/contract/calendar/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../../test/client.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();
let [ana, ben]: SignedIn[] = [];
beforeAll(async () => {
  ana = await server.signIn(await createPerson(server.db));
  ben = await server.signIn(await createPerson(server.db));
});

const period = { from: "2026-01-01", to: "2026-01-31", zone: "UTC" };
const analyse = (client: Client) =>
  client.send("GET", `${taskRoutes.getTaskAnalytics.path}?${new URLSearchParams(period)}`);
const january = { from: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z" };
const month = (client: Client) =>
  client.send("GET", `${eventRoutes.listEvents.path}?${new URLSearchParams(january)}`);

/** Statements that wait for a table of this database. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE datname = current_database() AND locktype = 'relation' AND NOT granted`.execute(server.db);
  return rows[0]?.count ?? 0;
}

test("runs heavy work of one person one at a time, without delaying others, and limits it", async () => {
  const tx = await server.db.startTransaction().execute();
  await sql`LOCK TABLE task_status_spans IN ACCESS EXCLUSIVE MODE`.execute(tx);
  const order: number[] = [];
  const first = analyse(ana!.client);
  await expect.poll(waiting).toBe(1);
  const asked = Array.from({ length: 20 }, async () => {
    const { status } = await month(ana!.client);
    order.push(status);
  });
  // Sixteen wait, and the others are told to come later.
  await expect.poll(() => order).toEqual(Array.from({ length: 4 }, () => 429));
  expect((await month(ben!.client)).status).toBe(200);
  // Long-running work has its own queue.
  const { status } = await ana!.client.send("GET", `${taskRoutes.exportTasks.path}?zone=UTC`);
  expect(status).toBe(200);
  expect(await waiting()).toBe(1);
  order.length = 0;
  await tx.rollback().execute();
  expect((await first).status).toBe(200);
  await Promise.all(asked);
  expect(order).toEqual(Array.from({ length: 16 }, () => 200));
});
