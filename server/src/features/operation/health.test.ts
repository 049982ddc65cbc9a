import { operationRoutes } from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "../../../test/client.ts";
import { createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { openSocket } from "../../../test/socket.ts";
import { createSlowStatements } from "../../platform/operation/slow-statements.ts";

let nodes: TestNodes;
let owner: SignedIn;
beforeAll(async () => {
  nodes = await startTestNodes();
  owner = await nodes[0].signIn(await createPerson(nodes[0].db, { roles: ["super_admin"] }));
  // Asked of itself first, so that it has said something when the other one is asked.
  const other = await nodes[1].signIn(await createPerson(nodes[0].db, { roles: ["super_admin"] }));
  await other.client.call(operationRoutes.getHealth, {});
});
afterAll(() => nodes.close());

const health = () => owner.client.call(operationRoutes.getHealth, {});
const codes = async () =>
  (await health()).problems.map(({ code, about }) => (about ? `${code} ${about}` : code));

describe("the page about health", () => {
  test("shows each server with its version, its open browsers and its disks", async () => {
    const socket = await openSocket(nodes[0].url, owner.session.accessToken);
    const { nodes: shown, database, files } = await health();
    expect(shown.map(({ isSilent }) => isSilent)).toEqual([false, false]);
    for (const { report } of shown) {
      expect(report?.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(report?.obstacles).toEqual([]);
      expect(report?.memoryBytes).toBeGreaterThan(1024 ** 2);
    }
    expect(shown.map(({ report }) => report?.socketCount).sort()).toEqual([0, 1]);
    expect(database?.connectionCount).toBeGreaterThan(0);
    expect(database?.connectionLimit).toBeGreaterThan(database?.connectionCount ?? 0);
    expect(database?.sizeBytes).toBeGreaterThan(1024 ** 2);
    expect(files?.isAvailable).toBe(true);
    socket.close();
  });

  test("is for super administrators", async () => {
    const admin = await nodes[0].signIn(await createPerson(nodes[0].db, { roles: ["admin"] }));
    expect(await codeOf(admin.client.call(operationRoutes.getHealth, {}))).toBe("forbidden");
  });

  test("names a server that stopped without a word", async () => {
    const id = uuidv7();
    await sql`INSERT INTO nodes (id, alive_until) VALUES (${id}, now() - interval '1 minute')`.execute(
      nodes[0].db,
    );
    expect(await codes()).toContain(`silent ${id}`);
    await sql`DELETE FROM nodes WHERE id = ${id}`.execute(nodes[0].db);
    expect(await codes()).not.toContain(`silent ${id}`);
  });

  test("shows a server that says things of another version without its figures", async () => {
    const id = uuidv7();
    await sql`INSERT INTO nodes (id, alive_until, report, reported_at)
      VALUES (${id}, now() + interval '1 hour', '{"mood": "fine"}', now())`.execute(nodes[0].db);
    const shown = (await health()).nodes.find((node) => node.id === id);
    await sql`DELETE FROM nodes WHERE id = ${id}`.execute(nodes[0].db);
    expect(shown).toMatchObject({ report: null, isSilent: false });
  });

  test("tells a server that was restarted after a crash from one that stopped", async () => {
    const { nodes: shown } = await health();
    const report = { ...shown[0]?.report, startedAt: "2026-01-01T00:00:00.000Z" };
    const host = report.host;
    const crash = (host: string | undefined) =>
      sql`INSERT INTO nodes (id, alive_until, report, reported_at)
        VALUES (${uuidv7()}, now() - interval '1 minute', ${JSON.stringify({ ...report, host })}::jsonb, now())`.execute(
        nodes[0].db,
      );
    await crash(host);
    await crash(host);
    await crash("a host without another server");
    const { nodes: after, problems } = await health();
    await sql`DELETE FROM nodes WHERE alive_until < now()`.execute(nodes[0].db);
    expect(problems.filter(({ code }) => code === "restarted")).toMatchObject([{ about: host, count: 2 }]);
    expect(problems.filter(({ code }) => code === "silent")).toMatchObject([
      { about: "a host without another server" },
    ]);
    expect(after).toHaveLength(shown.length + 1);
  });

  test("names a server that is heard and reports nothing any more", async () => {
    const id = uuidv7();
    await sql`INSERT INTO nodes (id, alive_until, report, reported_at)
      SELECT ${id}, now() + interval '1 hour', report || '{"host": "stuck"}', now() - interval '5 minutes'
      FROM nodes WHERE report IS NOT NULL LIMIT 1`.execute(nodes[0].db);
    const { problems, nodes: shown } = await health();
    await sql`DELETE FROM nodes WHERE id = ${id}`.execute(nodes[0].db);
    expect(problems).toContainEqual(expect.objectContaining({ code: "stale", about: "stuck" }));
    expect(shown.find((node) => node.id === id)).toMatchObject({ isStale: true, isSilent: false });
  });

  test("shows all other parts where one cannot be read, and names it", async () => {
    await sql`ALTER TABLE backups RENAME TO backups_elsewhere`.execute(nodes[0].db);
    const { backup, database, jobs, problems } = await health();
    await sql`ALTER TABLE backups_elsewhere RENAME TO backups`.execute(nodes[0].db);
    expect(backup).toBeNull();
    expect(database).not.toBeNull();
    expect(jobs).not.toBeNull();
    expect(problems).toContainEqual(expect.objectContaining({ code: "unknown", about: "backup" }));
  });

  test("names backups that are missing files, and old ones, until there is a new one", async () => {
    const backup = (age: string, isComplete: boolean) =>
      sql`INSERT INTO backups (finished_at, is_complete) VALUES (now() - ${age}::interval, ${isComplete})`.execute(
        nodes[0].db,
      );
    await backup("3 days", true);
    expect(await codes()).toContain("backup-old");
    await backup("2 hours", false);
    expect(await codes()).toContain("backup-incomplete");
    await backup("1 hour", true);
    expect((await codes()).filter((code) => code.startsWith("backup"))).toEqual([]);
  });

  test("names work that failed for good today, and counts what is older", async () => {
    const fail = (name: string, age: string) =>
      sql`INSERT INTO jobs.job (name, state, start_after, completed_on)
        VALUES (${name}, 'failed', now() - interval '10 days', now() - ${age}::interval)`.execute(
        nodes[0].db,
      );
    await fail("digest.queue", "1 hour");
    await fail("files.sweep", "3 days");
    const { jobs, problems } = await health();
    expect(jobs?.failed.map(({ name }) => name)).toEqual(["digest.queue", "files.sweep"]);
    expect(problems.filter(({ code }) => code === "jobs-failed").map(({ about }) => about)).toEqual([
      "digest.queue",
    ]);
  });

  test("names work that has waited for long", async () => {
    // No server looks into a queue that none knows.
    await sql`INSERT INTO jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
        retention_seconds, deletion_seconds, partition, table_name)
      VALUES ('left.behind', 'standard', 0, 0, false, 60, 60, 60, false, 'job_common')`.execute(nodes[0].db);
    await sql`INSERT INTO jobs.job (name, start_after) VALUES ('left.behind', now() - interval '20 minutes')`.execute(
      nodes[0].db,
    );
    expect(await codes()).toContain("jobs-late left.behind");
    expect((await health()).jobs?.waitingCount).toBeGreaterThan(0);
  });

  test("shows statements that took long, without their values", async () => {
    await sql`SELECT pg_sleep(${1.05}), ${"a secret value"}`.execute(nodes[0].db);
    const statements = (await health()).nodes.flatMap(({ report }) => report?.slowStatements ?? []);
    expect(statements.map(({ statement }) => statement)).toContain("SELECT pg_sleep($1), $2");
    expect(JSON.stringify(statements)).not.toContain("a secret value");
  });
});

test("slow statements are forgotten after an hour, and only so many are kept", () => {
  let now = 0;
  const slow = createSlowStatements(() => now);
  slow.add(1, "SELECT  1");
  slow.add(3, "SELECT 1");
  expect(slow.recent()).toMatchObject([{ statement: "SELECT 1", seconds: 3, times: 2 }]);
  now = 3_600_001;
  expect(slow.recent()).toEqual([]);
  for (let index = 0; index < 200; index += 1) slow.add(index, `SELECT ${index}`);
  expect(slow.recent()).toHaveLength(10);
  expect(slow.recent()[0]).toMatchObject({ statement: "SELECT 199" });
});
