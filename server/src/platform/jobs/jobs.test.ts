import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDatabase } from "../database/database.ts";
import { createNotifications } from "../database/notifications.ts";
import { createLog } from "../log/log.ts";
import { createJobs, type Job, type Jobs } from "./jobs.ts";

interface Effects {
  effects: { job: string; node: string };
}

let database: TestDatabase;
let admin: ReturnType<typeof openDatabase<Effects>>;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  admin = open();
  await sql`CREATE TABLE effects (job text, node text)`.execute(admin.db);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await database.drop();
});

function open() {
  const opened = openDatabase<Effects>({
    url: database.url,
    log: createLog("silent"),
    preparedStatements: true,
  });
  closers.push(() => opened.db.destroy());
  return opened;
}

/** A node with these jobs; its log's lines are kept. */
async function startNode(
  jobs: readonly Job<Effects>[],
  { runsOnSchedule }: { runsOnSchedule?: boolean } = {},
): Promise<Jobs<Effects> & { lines: string[]; failed: string[] }> {
  const lines: string[] = [];
  const failed: string[] = [];
  const log = createLog("debug", { write: (line: string) => lines.push(line) });
  const { db, pool } = open();
  const notifications = createNotifications(database.url, log);
  closers.push(() => notifications.close());
  const node = createJobs<Effects>({
    db,
    pool,
    notifications,
    log,
    jobs,
    runsOnSchedule,
    failed: (job) => failed.push(job),
  });
  await notifications.listen();
  await node.start();
  closers.push(() => node.stop());
  return Object.assign(node, { lines, failed });
}

async function effectsOf(job: string): Promise<string[]> {
  const rows = await admin.db.selectFrom("effects").select("node").where("job", "=", job).execute();
  return rows.map(({ node }) => node);
}

async function stateOf(job: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`SELECT state FROM jobs.job WHERE name = ${job}`.execute(
    admin.db,
  );
  return rows[0]?.state;
}

const writing = (name: string, node = "one"): Job<Effects, { text: string }> => ({
  name,
  async run({ tx, data }) {
    await tx
      .insertInto("effects")
      .values({ job: name, node: `${node} ${data.text}` })
      .execute();
  },
});

describe("a job", () => {
  test("runs once its transaction has committed, and never if it was rolled back", async () => {
    const job = writing("test.follows");
    const node = await startNode([job]);
    await expect(
      admin.db.transaction().execute(async (tx) => {
        await node.enqueue(tx, job, { text: "taken back" });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    await admin.db.transaction().execute((tx) => node.enqueue(tx, job, { text: "kept" }));
    await vi.waitFor(async () => expect(await effectsOf("test.follows")).toEqual(["one kept"]));
  });

  test("runs once per key, also on two nodes, and also after it is done", async () => {
    const nodes = [await startNode([writing("test.key", "a")]), await startNode([writing("test.key", "b")])];
    const enqueue = (node: Jobs<Effects>) =>
      admin.db
        .transaction()
        .execute((tx) => node.enqueue(tx, writing("test.key"), { text: "done" }, "the same"));
    await Promise.all(nodes.flatMap((node) => [enqueue(node), enqueue(node)]));
    await vi.waitFor(async () => expect(await stateOf("test.key")).toBe("completed"));
    await enqueue(nodes[0]!);
    expect(await effectsOf("test.key")).toHaveLength(1);
    const { rows } = await sql`SELECT FROM jobs.job WHERE name = 'test.key'`.execute(admin.db);
    expect(rows).toHaveLength(1);
  });

  test("is rolled back, retried later and logged when it fails", async () => {
    const job: Job<Effects> = {
      name: "test.fails",
      async run({ tx }) {
        await tx.insertInto("effects").values({ job: "test.fails", node: "half" }).execute();
        throw new Error("not this time");
      },
    };
    const node = await startNode([job]);
    await admin.db.transaction().execute((tx) => node.enqueue(tx, job, {}));
    await vi.waitFor(async () => expect(await stateOf("test.fails")).toBe("retry"));
    expect(await effectsOf("test.fails")).toEqual([]);
    expect(node.lines.join("")).toContain("a job failed, and is tried again");
    expect(node.failed).toContain("test.fails");
    await sql`UPDATE jobs.job SET retry_limit = retry_count + 1, start_after = now() WHERE name = 'test.fails'`.execute(
      admin.db,
    );
    // Another one wakes the node before it looks by itself.
    await admin.db.transaction().execute((tx) => node.enqueue(tx, job, {}));
    await vi.waitFor(() => expect(node.lines.join("")).toContain("a job failed for good"));
  });

  test("is aborted when its node stops, and left to other nodes", async () => {
    const started = Promise.withResolvers<void>();
    const slow: Job<Effects> = {
      name: "test.stops",
      async run({ tx, signal }) {
        await tx.insertInto("effects").values({ job: "test.stops", node: "first" }).execute();
        started.resolve();
        await sleep(60_000, undefined, { signal });
      },
    };
    const node = await startNode([slow]);
    await admin.db.transaction().execute((tx) => node.enqueue(tx, slow, {}));
    await started.promise;
    const since = performance.now();
    await node.stop();
    expect(performance.now() - since).toBeLessThan(30_000);
    expect(await stateOf("test.stops")).toBe("retry");
    expect(await effectsOf("test.stops")).toEqual([]);
  });

  test("is taken over from a killed node by another, with one effect", async () => {
    const name = "test.killed";
    const job = writing(name, "survivor");
    const other = fork(new URL("../../../test/job-node.ts", import.meta.url), [database.url, name], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    closers.push(async () => void other.kill("SIGKILL"));
    await said(other, "ready");
    // It does not do this job itself.
    const sender = await startNode([]);
    await admin.db.transaction().execute((tx) => sender.enqueue(tx, job, { text: "whole" }));
    await said(other, "half done");
    other.kill("SIGKILL");
    await once(other, "exit");

    await startNode([job]);
    // Its silence is noticed after a while; here at once.
    await sql`UPDATE jobs.job SET heartbeat_on = now() - interval '1 hour', retry_delay = 0 WHERE name = ${name}`.execute(
      admin.db,
    );
    const boss = new PgBoss({
      connectionString: database.url,
      schema: "jobs",
      supervise: false,
      schedule: false,
      registerInstance: false,
    });
    await boss.start();
    await boss.supervise(name);
    await boss.stop();
    await sql`UPDATE jobs.job SET start_after = now() WHERE name = ${name}`.execute(admin.db);
    await admin.db.transaction().execute((tx) => sender.enqueue(tx, job, { text: "a second one" }));
    await vi.waitFor(
      async () =>
        expect((await effectsOf(name)).toSorted()).toEqual(["survivor a second one", "survivor whole"]),
      20_000,
    );
  });
});

test("a node changes the queue of a job only if it has other options than the job", async () => {
  const queue = async () => {
    const { rows } = await sql<{ seconds: number; retries: number; at: Date }>`
      SELECT expire_seconds AS seconds, retry_limit AS retries, updated_on AS at
      FROM jobs.queue WHERE name = 'test.options'`.execute(admin.db);
    return rows[0];
  };
  const job = writing("test.options");
  await startNode([{ ...job, longestSeconds: 60 }]);
  const first = await queue();
  expect(first).toMatchObject({ seconds: 60, retries: 8 });
  await startNode([{ ...job, longestSeconds: 60 }]);
  expect(await queue()).toEqual(first);
  await startNode([{ ...job, longestSeconds: 120 }]);
  expect(await queue()).toMatchObject({ seconds: 120, retries: 8 });
});

test("jobs are scheduled and unscheduled by nodes that run on schedule, and by no others", async () => {
  const hourly = (name: string): Job<Effects> => ({ ...writing(name), cron: "0 * * * *" });
  const scheduled = async () =>
    (await sql<{ name: string }>`SELECT name FROM jobs.schedule`.execute(admin.db)).rows.map(
      ({ name }) => name,
    );
  await startNode([hourly("test.hourly")]);
  await startNode([hourly("test.never")], { runsOnSchedule: false });
  expect(await scheduled()).toEqual(["test.hourly"]);
  // The next version does not know it.
  await startNode([]);
  expect(await scheduled()).toEqual([]);
});

async function said(process: ChildProcess, text: string): Promise<void> {
  for await (const [message] of on(process, "message")) if (message === text) return;
}
