import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPerson } from "../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../test/harness.ts";
import { refusedUpload, upload } from "../../test/upload.ts";
import { AppError } from "./app-error.ts";
import { obstacleOf } from "./database/availability.ts";
import { logThrottled } from "./log/log-throttled.ts";

const gigabyte = 1024 ** 3;
const note = { name: "note.txt", content: "Good morning" };
const department = { name: "Optics", description: "" };

let free = Number.POSITIVE_INFINITY;
let diskRefuses = false;
const lines: { level: number; msg: string; times?: number }[] = [];
let server: TestServer;
let person: SignedIn;

beforeAll(async () => {
  server = await startTestServer({
    freeBytes: () => free,
    onLogLine: (line) => lines.push(JSON.parse(line)),
    breakFiles: (files) => ({
      ...files,
      stage: (...given) =>
        diskRefuses
          ? Promise.reject(new AppError("storage_full", { cause: new Error("ENOSPC") }))
          : files.stage(...given),
    }),
  });
  person = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
});
afterAll(() => server.close());

test("refuses uploads below the free-space reserve, and still accepts text", async () => {
  expect(await server.room.state()).toMatchObject({ files: { isFull: false }, database: { isFull: false } });
  free = gigabyte + 100;
  for (let count = 0; count < 5; count += 1)
    expect(await refusedUpload(server, person, note)).toBe("507 storage_full");
  expect(lines.filter(({ msg }) => msg === "storage_full")).toMatchObject([{ level: 50, times: 1 }]);
  await write();
  expect(await server.room.state()).toEqual({
    files: { isFull: false, freeBytes: free },
    database: { isFull: false, freeBytes: free },
  });
  free = gigabyte - 1;
  expect(await server.room.state()).toMatchObject({ files: { isFull: true }, database: { isFull: false } });
  free = 1000;
  expect(await server.room.state()).toMatchObject({ files: { isFull: true }, database: { isFull: true } });
  free = gigabyte + 100_000;
  await upload(server, person, note);
  // Uploads in progress count as written.
  const giveBack = await server.room.takeRoom(99_900);
  expect(await refusedUpload(server, person, note)).toBe("507 storage_full");
  giveBack();
  giveBack();
  await upload(server, person, note);
  free = Number.POSITIVE_INFINITY;
});

test.each([
  ["53100", "database_full"],
  ["25006", "database_read_only"],
  ["53300", "database_busy"],
])("a database that answers %s is told of as %s, once in the log", async (state, code) => {
  lines.length = 0;
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = ${sql.lit(state)}; END $$`.execute(server.db);
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON departments EXECUTE FUNCTION refuse()`.execute(server.db);
  try {
    for (let count = 0; count < 5; count += 1) {
      const answer = await person.client.send("POST", "/api/admin/departments", { body: department });
      expect([answer.status, answer.body]).toMatchObject([503, { error: { code } }]);
    }
  } finally {
    await sql`DROP FUNCTION refuse() CASCADE`.execute(server.db);
  }
  expect(lines.filter(({ msg }) => msg === code)).toMatchObject([{ level: 50, times: 1 }]);
  if (code === "database_full")
    expect(await server.room.state()).toMatchObject({ files: { isFull: false }, database: { isFull: true } });
  await write();
});

test("a statement over the time limit answers that the database is busy", async () => {
  const tooLong = server.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 1`.execute(tx);
    await sql`SELECT pg_sleep(30)`.execute(tx);
  });
  expect(await tooLong.catch(obstacleOf)).toBe("database_busy");
});

test("a disk that refuses a write is full, whatever its figures say, and has room again within 10 s", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    diskRefuses = true;
    expect(await refusedUpload(server, person, note)).toBe("507 storage_full");
    diskRefuses = false;
    expect(await server.room.state()).toMatchObject({ files: { isFull: true } });
    vi.advanceTimersByTime(9_000);
    expect(await server.room.state()).toMatchObject({ files: { isFull: false } });
  } finally {
    vi.useRealTimers();
  }
});

test("reports a database password that was changed while the server runs", async () => {
  const wrong = new URL(server.databaseUrl);
  wrong.password = "changed";
  const client = new pg.Client({ connectionString: wrong.href });
  expect(await client.connect().catch(obstacleOf)).toBe("database_unavailable");
});

test("logs a repeated failure once a minute, with its number", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const throttled = logThrottled();
    const said: string[] = [];
    const come = (subject: string) => throttled(subject, (times) => said.push(`${subject} ${times}`));
    for (const subject of ["a", "a", "b", "a"]) come(subject);
    vi.advanceTimersByTime(60_000);
    for (const subject of ["a", "a", "b"]) come(subject);
    expect(said).toEqual(["a 1", "b 1", "a 3", "b 1"]);
  } finally {
    vi.useRealTimers();
  }
});

async function write(): Promise<void> {
  const answer = await person.client.send("POST", "/api/admin/departments", {
    body: { ...department, name: `Optics ${performance.now()}` },
  });
  expect(answer.status).toBe(201);
}
