import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createPerson } from "../../../test/factories.ts";
import { startTestServer } from "../../../test/harness.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import { verifyEntries } from "./verify-entries.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Head {
  number: number;
  hash: string;
}

test("the newest entry is in the log at the start, at every hundredth and at the end", async () => {
  const first = await start();
  await first.server.signIn(await createPerson(first.server.db));
  expect(first.heads()).toEqual([]);
  await first.server.close();
  expect(first.heads()).toMatchObject([{ number: 1 }]);

  const second = await start();
  expect(second.heads()).toEqual(first.heads());
  await write(second.server.db, 250);
  await expect.poll(() => second.heads().map(({ number }) => number)).toEqual([1, 100, 200]);
  const inDatabase = await second.server.db
    .selectFrom("audit_log")
    .select(["number", "hash"])
    .where("number", "in", [1, 100, 200])
    .orderBy("number")
    .execute();
  expect(second.heads()).toEqual(
    inDatabase.map(({ number, hash }) => ({ number, hash: hash.toString("hex") })),
  );
  expect(await verifyEntries(second.server.db)).toMatchObject({ firstBroken: null });
  await second.server.close();
  expect(second.heads().at(-1)).toMatchObject({ number: 251 });
});

async function start() {
  const lines: string[] = [];
  const server = await startTestServer({ databaseUrl: database.url, onLogLine: (line) => lines.push(line) });
  const heads = (): Head[] =>
    lines
      .map((line) => JSON.parse(line) as Head & { msg: string })
      .filter(({ msg }) => msg === "the newest entry of the audit log")
      .map(({ number, hash }) => ({ number, hash }));
  return { server, heads };
}

async function write(db: Database, entries: number): Promise<void> {
  for (let entry = 0; entry < entries; entry += 1) {
    await recordAct(db, { action: "audit.exported", actor: undefined, address: "" });
  }
}
