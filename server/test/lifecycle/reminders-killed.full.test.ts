import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Database, Tables } from "../../src/tables.ts";
import { createPeople } from "../factories.ts";
import { createEventRow } from "../planners.ts";
import { embeddedUrl, type ServerProcess, startServerProcess } from "../server-process.ts";

const [personCount, eventCount, rounds] = [20, 25, 2];

let dataFolder: string;
let server: ServerProcess;
let db: Database;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-reminders-"));
  await start();
});
afterAll(async () => {
  await db?.destroy();
  server?.kill("SIGTERM");
  await server?.exited;
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startServerProcess({ ATOLL_ADMIN_PASSWORD: "kill kill kill", ATOLL_DATA_DIR: dataFolder });
  const url = await embeddedUrl(dataFolder);
  db = openDatabase<Tables>({ url, log: createLog("silent"), preparedStatements: true }).db;
}

/** As if the power had gone; its PostgreSQL may have another port afterwards. */
async function restart(): Promise<void> {
  await db.destroy();
  server.kill("SIGKILL");
  await server.exited;
  await start();
}

test(`sends each reminder that is due while the server is killed exactly once: ${personCount * eventCount} reminders`, async () => {
  const people = await createPeople(db, personCount);
  const ids = people.map(({ id }) => id);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
  // Sending locks this row, so nothing is sent before everything is set up.
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("event_reminders_state").select("sent_until").forUpdate().execute();
    for (let index = 0; index < eventCount; index += 1)
      await createEventRow(tx, ids[index % personCount] ?? "", { starts: at(-3), ends: at(60) }, ids);
    await sql`UPDATE event_attendees SET reminders = '[{"method": "inbox", "minutesBefore": 0}]'`.execute(tx);
    await sql`INSERT INTO event_reminder_leads VALUES (0) ON CONFLICT DO NOTHING`.execute(tx);
    await sql`UPDATE event_reminders_state SET sent_until = now() - interval '10 minutes'`.execute(tx);
  });
  for (let round = 0; round < rounds; round += 1) await restart();
  const told = async () => {
    const { rows } = await sql<{ entries: number; times: number }>`SELECT count(*)::int AS entries,
      coalesce(sum(count), 0)::int AS times FROM notifications WHERE kind = 'event.reminder'`.execute(db);
    return rows[0];
  };
  const all = { entries: personCount * eventCount, times: personCount * eventCount };
  await expect.poll(told, { timeout: 90_000, interval: 50 }).toEqual(all);
  await restart();
  const waiting = () => db.selectFrom("tellings").select("id").execute();
  await expect.poll(waiting, { timeout: 90_000, interval: 50 }).toEqual([]);
  expect(await told()).toEqual(all);
}, 300_000);
