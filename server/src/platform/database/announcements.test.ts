import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createLog } from "../log/log.ts";
import { createOneAtATime } from "../turns/one-at-a-time.ts";
import { type OwnerOfWork, ownerOfWork, workFor } from "../turns/owner-of-work.ts";
import type { Announced } from "./announcements.ts";
import { type OpenDatabase, openDatabase } from "./database.ts";

let database: TestDatabase;
const opened: OpenDatabase<object>[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const { db } of opened) await db.destroy();
  await database.drop();
});

function open(): OpenDatabase<object> {
  const one = openDatabase<object>({ url: database.url, log: createLog("silent"), preparedStatements: true });
  opened.push(one);
  return one;
}

const announce = (payload: string) => sql`SELECT announce_after_commit('test', ${payload})`;

test("passes on what a transaction announced after its commit, each thing once, and nothing of a rollback", async () => {
  const { db, announcements } = open();
  const heard: Announced[] = [];
  announcements.onAnnounced((announced) => heard.push(announced));
  await db.transaction().execute(async (tx) => {
    await announce("one").execute(tx);
    await announce("two\nthree").execute(tx);
    await announce("one").execute(tx);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([[["test", ["one", "two", "three"]]]]);
  const failing = db.transaction().execute(async (tx) => {
    await announce("never").execute(tx);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await expect(sql`SELECT announce_after_commit('test', 'never'), 1 / 0`.execute(db)).rejects.toThrow("zero");
  await announce("").execute(db);
  expect(heard.slice(1)).toEqual([[["test", [""]]]]);
});

test("announces whatever the connection asks to be told, and keeps other notices to itself", async () => {
  const { db, announcements } = open();
  const heard: Announced[] = [];
  announcements.onAnnounced((announced) => heard.push(announced));
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL client_min_messages = error`.execute(tx);
    await sql`DO $$ BEGIN RAISE INFO 'test' USING DETAIL = 'not one of ours'; END $$`.execute(tx);
    await announce("heard").execute(tx);
  });
  expect(heard).toEqual([[["test", ["heard"]]]]);
});

test("runs what an announcement starts as the server, not as the person whose change it was", async () => {
  const { db, announcements } = open();
  const owners: OwnerOfWork[] = [];
  const pump = createOneAtATime(
    async () => void owners.push(ownerOfWork()),
    () => undefined,
  );
  announcements.onAnnounced(() => {
    owners.push(ownerOfWork());
    setTimeout(() => owners.push(ownerOfWork()));
  });
  await workFor({ owner: "somebody", kind: "channels" }, async () => {
    await announce("one").execute(db);
    await db.transaction().execute((tx) => announce("two").execute(tx));
    await pump.now();
    expect(ownerOfWork().owner).toBe("somebody");
  });
  await vi.waitFor(() => expect(owners).toEqual(Array(5).fill({ owner: "server" })));
});

test("announces a change whose answer was lost, and once more when the database has ended it", async () => {
  const { db, announcements } = open();
  const heard: Announced[] = [];
  announcements.onAnnounced((announced) => heard.push(announced));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const cut = sql`SELECT announce_after_commit('test', 'lost'), pg_terminate_backend(pg_backend_pid())`;
    await expect(cut.execute(db)).rejects.toThrow("terminat");
    expect(heard).toEqual([[["test", ["lost"]]]]);
    vi.advanceTimersByTime(60_000);
    expect(heard.slice(1)).toEqual([[["test", ["lost"]]]]);
  } finally {
    vi.useRealTimers();
  }
});

test("notifies all servers after the commit of a command line, which has no bus", async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: unknown[] = [];
  listener.on("notification", ({ channel, payload }) => heard.push([channel, payload]));
  await listener.query("LISTEN test");
  await announce("one\ntwo").execute(open().db);
  await vi.waitFor(() =>
    expect(heard).toEqual([
      ["test", "one"],
      ["test", "two"],
    ]),
  );
  await listener.end();
});
