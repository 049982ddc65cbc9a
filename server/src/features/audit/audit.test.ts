import { auditRoutes } from "@atoll/contract/audit/routes";
import type { RouteCall } from "@atoll/contract/route";
import { parse } from "csv-parse/sync";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { type Act, recordAct } from "../../platform/audit.ts";

const { listEntries, exportEntries, verifyEntries } = auditRoutes;
const whole = { count: expect.any(Number), firstBroken: null };

const server = sharedServer();
/** Has audit:read and no other administrative permission. */
let auditor: SignedIn;
const readers: SignedIn[] = [];
let member: SignedIn;
let departmentManager: SignedIn;
const ada = { id: uuidv7(), name: "Ada Quay" };
const ben = { id: uuidv7(), name: "Ben Tide" };
beforeAll(async () => {
  await createRole(server.db, { name: "auditor", permissions: ["audit:read"] });
  await createRole(server.db, { name: "department manager", permissions: ["departments:manage"] });
  auditor = await server.signIn(
    await createPerson(server.db, { name: "Odi Auditor", roles: ["user", "auditor"] }),
  );
  for (let index = 0; index < 4; index += 1) {
    readers.push(await server.signIn(await createPerson(server.db, { roles: ["auditor"] })));
  }
  member = await server.signIn(await createPerson(server.db));
  departmentManager = await server.signIn(
    await createPerson(server.db, { roles: ["user", "department manager"] }),
  );
});

test("readers are told about new entries, once for many at the same time", async () => {
  const socket = await server.connect(auditor);
  const heard = socket.received.length;
  await eventEqualsRefetch({
    socket,
    event: "audit.grown",
    fetch: async () => (await auditor.client.call(listEntries, { query: { limit: 200 } })).items,
    act: () =>
      server.db.transaction().execute(async (tx) => {
        for (const _ of [1, 2, 3]) await recordAct(tx, aRefusal);
      }),
    apply: (_before, _payload, fresh) => fresh,
  });
  expect(socket.received.length).toBe(heard + 1);
  socket.close();
});

const aRefusal: Act = { action: "session.refused", actor: undefined, address: "" };

describe("reading", () => {
  test("returns the newest first, with actor, action, before, after and address", async () => {
    const subject = { type: "role", id: uuidv7(), name: "editor" };
    await act({
      action: "role.updated",
      actor: ada,
      subject,
      before: { name: "writer" },
      after: { name: "editor" },
      address: "10.1.2.3",
    });
    await recordAct(server.db, { action: "session.refused", actor: undefined, address: "" });
    const { items: entries, nextCursor } = await list({ limit: 2 });
    expect(nextCursor).not.toBeNull();
    expect(entries).toMatchObject([
      {
        actor: null,
        action: "session.refused",
        subject: null,
        before: null,
        after: null,
        address: "",
      },
      {
        actor: ada,
        action: "role.updated",
        subject,
        before: { name: "writer" },
        after: { name: "editor" },
        address: "10.1.2.3",
      },
    ]);
    expect(entries[0]!.number).toBe(entries[1]!.number + 1);
    expect(entries[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(entries[0]!.at)).toBeGreaterThan(Date.now() - 300_000);
  });

  test("pages without gaps or duplicates, also while entries are added", async () => {
    const subjectId = uuidv7();
    for (let index = 0; index < 7; index += 1) await actOn(subjectId);
    const added = await numbersByHand(subjectId);
    const seen: number[] = [];
    let cursor: string | undefined;
    for (const length of [3, 3, 1]) {
      const page = await list({ subjectId, limit: 3, cursor });
      expect(page.items).toHaveLength(length);
      expect(page.nextCursor !== null).toBe(length === 3);
      seen.push(...page.items.map(({ number }) => number));
      cursor = page.nextCursor ?? undefined;
      await actOn(subjectId);
    }
    expect(seen).toEqual(added.toReversed());
  });

  test("is narrowed by actor, action, subject and time, each alone and together", async () => {
    const subjectId = uuidv7();
    await act({ action: "user.updated", actor: ada, subject: { type: "user", id: subjectId, name: "S" } });
    await act({ action: "user.updated", actor: ben, subject: { type: "user", id: subjectId, name: "S" } });
    await act({ action: "user.disabled", actor: ben, subject: { type: "user", id: subjectId, name: "S" } });
    await act({ action: "user.disabled", actor: ben });
    const [fourth, third, second, first] = (await list({ limit: 4 })).items;
    const numbers = async (query: Query) => (await list(query)).items.map(({ number }) => number);
    expect(await numbers({ actorId: ben.id })).toEqual(
      [fourth!, third!, second!].map(({ number }) => number),
    );
    expect(await numbers({ action: "user.disabled" })).toEqual([fourth!.number, third!.number]);
    expect(await numbers({ subjectId })).toEqual([third!, second!, first!].map(({ number }) => number));
    expect(await numbers({ subjectId, actorId: ben.id, action: "user.updated" })).toEqual([second!.number]);
    expect(await numbers({ actorId: uuidv7() })).toEqual([]);
    expect(await numbers({ action: "no.such" })).toEqual([]);
  });

  test("includes `from` and excludes `to`", async () => {
    const subjectId = uuidv7();
    for (let index = 0; index < 3; index += 1) {
      await actOn(subjectId);
      await sql`SELECT pg_sleep(0.002)`.execute(server.db);
    }
    const [third, second, first] = (await list({ subjectId })).items;
    // Times have microseconds in the database, and an entry of 12:00:00.0005 belongs to 12:00:00.000.
    expect(await numbersOf({ subjectId, from: second!.at })).toEqual([third!.number, second!.number]);
    expect(await numbersOf({ subjectId, to: second!.at })).toEqual([first!.number]);
    expect(await numbersOf({ subjectId, from: second!.at, to: third!.at })).toEqual([second!.number]);
    expect(await numbersOf({ subjectId, from: "2199-01-01T00:00:00Z" })).toEqual([]);
    expect(await numbersOf({ subjectId, to: "1900-01-01T00:00:00Z" })).toEqual([]);
    expect(await numbersOf({ subjectId, from: "1900-01-01T00:00:00Z" })).toHaveLength(3);
    expect(await numbersOf({ subjectId, to: "2199-12-31T23:59:59Z" })).toHaveLength(3);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["cursor=W10", "cursor"],
    ["cursor=x", "cursor"],
    ["cursor=WzFlMzAwXQ", "cursor"],
    ["actorId=me", "actorId"],
    ["action=%00", "action"],
    ["subjectId=%00", "subjectId"],
    ["from=yesterday", "from"],
    ["to=2026-13-01T00:00:00Z", "to"],
  ])("%s is refused, and named", async (query, path) => {
    const answer = await auditor.client.send("GET", `/api/admin/audit?${query}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", fields: [{ path }] } },
    });
  });

  test("requires the permission to read the log, as do the export and the check", async () => {
    for (const { path } of [listEntries, exportEntries, verifyEntries]) {
      const nobody = await server.anyone.send("GET", path);
      expect(nobody).toMatchObject({ status: 401, body: { error: { code: "not_authenticated" } } });
      for (const who of [member, departmentManager]) {
        const answer = await who.client.send("GET", path);
        expect(answer).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
      }
    }
    const admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
    await admin.client.call(listEntries, { query: {} });
  });
});

describe("exporting", () => {
  test("answers CSV with the same filters, and is an act itself", async () => {
    const subject = { type: "user", id: uuidv7(), name: 'Quote " and, comma\nand line' };
    await act({ action: "user.updated", actor: ada, subject, after: { name: "é" }, address: "::1" });
    const { csv, isWhole } = await auditor.client.call(exportEntries, { query: { subjectId: subject.id } });
    expect(isWhole).toBe(true);
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    const [entry] = (await list({ subjectId: subject.id })).items;
    expect(rows).toEqual([
      {
        number: String(entry!.number),
        at: entry!.at,
        actor: ada.name,
        "actor id": ada.id,
        action: "user.updated",
        "subject type": "user",
        subject: subject.name,
        "subject id": subject.id,
        before: "",
        after: '{"name":"é"}',
        address: "::1",
        hash: entry!.hash,
      },
    ]);
    const [newest] = (await list({ limit: 1 })).items;
    expect(newest).toMatchObject({
      action: "audit.exported",
      actor: { id: auditor.user.id, name: "Odi Auditor" },
      address: "127.0.0.1",
      after: { subjectId: subject.id, count: 1 },
    });
  });

  test.each(["=1+1", "+1+1", "-A1", "@SUM(A1)", "\t=1", "\r=1"])(
    "writes %j so that no spreadsheet computes it",
    async (name) => {
      const subject = { type: "user", id: uuidv7(), name };
      await act({ action: "user.updated", actor: { id: ada.id, name }, subject, address: name });
      const { csv } = await exportAll({ subjectId: subject.id });
      const [row] = parse(csv, { columns: true }) as Record<string, string>[];
      expect(row).toMatchObject({ actor: `'${name}`, subject: `'${name}`, address: `'${name}` });
    },
  );
});

describe("the chain", () => {
  test("entries cannot be changed or deleted, nor the log emptied", async () => {
    const before = await list({ limit: 200 });
    for (const statement of [
      "UPDATE audit_log SET actor_name = 'somebody else'",
      "UPDATE audit_log SET actor_name = actor_name WHERE false",
      "DELETE FROM audit_log WHERE number = 1",
      "TRUNCATE audit_log",
    ]) {
      const write = sql.raw(statement).execute(server.db);
      await expect(write).rejects.toThrow("the audit log is only added to");
    }
    expect(await list({ limit: 200 })).toEqual(before);
  });

  test("numbers concurrent acts without gaps, and rolled back ones too", async () => {
    const subjectId = uuidv7();
    await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        server.db.transaction().execute(async (tx) => {
          await recordAct(tx, anAct({ subject: { type: "user", id: subjectId, name: String(index) } }));
          if (index % 3 === 0) throw new Error("undone");
        }),
      ),
    );
    const numbers = await numbersOf({ subjectId });
    expect(numbers).toHaveLength(16);
    expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! - index));
    expect(await verify()).toEqual(whole);
  });

  test("the database sets numbers, times and hashes, whatever a writer sends", async () => {
    const subjectId = uuidv7();
    await sql`INSERT INTO audit_log (number, at, action, subject_id, address, previous_hash, hash)
      VALUES (1, '2001-01-01', 'user.updated', ${subjectId}, '', '\\x00', '\\x00')`.execute(server.db);
    expect(await verify()).toEqual(whole);
    const row = await server.db
      .selectFrom("audit_log")
      .select("at")
      .where("subject_id", "=", subjectId)
      .executeTakeFirstOrThrow();
    expect(row.at.getUTCFullYear()).toBeGreaterThan(2001);
  });

  test("keeps the order of entries when the clock is set back", async () => {
    const [newest] = (await list({ limit: 1 })).items;
    const ahead = new Date(Date.now() + 3_600_000);
    await byTheOwner(sql`UPDATE audit_log SET at = ${ahead} WHERE number = ${newest!.number}`);
    await byTheOwner(
      sql`UPDATE audit_log entry SET hash = audit_hash(entry) WHERE number = ${newest!.number}`,
    );
    await actOn(uuidv7());
    expect((await list({ limit: 1 })).items[0]!.at).toBe(ahead.toISOString());
    expect(await verify()).toEqual(whole);
  });

  describe("that was tampered with", () => {
    let first: number;
    beforeAll(async () => {
      const subjectId = uuidv7();
      for (let index = 0; index < 100; index += 1) await actOn(subjectId);
      first = (await numbersByHand(subjectId))[0]!;
    });

    // From the end to the beginning: each of these is the first that does not fit.
    test.each<[string, number, (number: number) => Statement[], number]>([
      [
        "a name that was changed",
        90,
        (n) => [sql`UPDATE audit_log SET actor_name = 'X' WHERE number = ${n}`],
        90,
      ],
      [
        "an address that was cleared",
        80,
        (n) => [sql`UPDATE audit_log SET address = '' WHERE number = ${n}`],
        80,
      ],
      [
        "a time that was moved",
        70,
        (n) => [sql`UPDATE audit_log SET at = at - interval '1 us' WHERE number = ${n}`],
        70,
      ],
      [
        "a detail that was dropped",
        60,
        (n) => [sql`UPDATE audit_log SET after = after - 'detail' WHERE number = ${n}`],
        60,
      ],
      ["an entry that was taken out", 50, (n) => [sql`DELETE FROM audit_log WHERE number = ${n}`], 50],
      [
        "a change under a new hash, which the next entry does not know",
        40,
        (n) => [
          sql`UPDATE audit_log SET action = 'user.enabled' WHERE number = ${n}`,
          sql`UPDATE audit_log entry SET hash = audit_hash(entry) WHERE number = ${n}`,
        ],
        41,
      ],
      [
        "an entry that was taken out, with the next in its place",
        30,
        (n) => [
          sql`DELETE FROM audit_log WHERE number = ${n}`,
          sql`UPDATE audit_log SET number = ${n} WHERE number = ${n + 1}`,
        ],
        30,
      ],
      [
        "a hash that was replaced",
        20,
        (n) => [sql`UPDATE audit_log SET hash = sha256('') WHERE number = ${n}`],
        20,
      ],
    ])("shows %s", async (_what, at, tampering, broken) => {
      await byTheOwner(...tampering(first + at));
      expect(await verify()).toEqual({ count: expect.any(Number), firstBroken: first + broken });
    });

    test("shows a beginning that was cut off, and an entry put before the first", async () => {
      await byTheOwner(sql`DELETE FROM audit_log WHERE number <= 3`);
      expect((await verify()).firstBroken).toBe(1);
      await byTheOwner(sql`UPDATE audit_log SET number = -1 WHERE number = 4`);
      expect((await verify()).firstBroken).toBe(-1);
    });
  });
});

fullTest("an export of a long log ends after 50,000 entries and says so", async () => {
  await byTheOwner(sql`INSERT INTO audit_log
    SELECT 1000 + n, now() + interval '2 hours', NULL, NULL, 'user.enabled', NULL, NULL, 'Row ' || n,
      NULL, NULL, '', '\\x00', '\\x00' FROM generate_series(1, 50001) AS n`);
  const { csv, isWhole } = await exportAll({ action: "user.enabled" });
  expect(isWhole).toBe(false);
  const numbers = csv
    .split("\n")
    .slice(1, -1)
    .map((line) => Number.parseInt(line, 10));
  expect(numbers).toHaveLength(50_000);
  expect(numbers).toEqual(numbers.map((_, index) => 51_001 - index));
});

type Statement = RawBuilder<unknown>;
type Query = RouteCall<typeof listEntries>["query"];

function list(query: Query) {
  return auditor.client.call(listEntries, { query });
}

async function numbersOf(query: Query): Promise<number[]> {
  return (await list(query)).items.map(({ number }) => number);
}

function exportAll(query: RouteCall<typeof exportEntries>["query"]) {
  return nextReader().client.call(exportEntries, { query });
}

function verify() {
  return nextReader().client.call(verifyEntries, {});
}

/** Exports and checks are limited for each person, so that the tests ask as several in turn. */
function nextReader(): SignedIn {
  const reader = readers.shift()!;
  readers.push(reader);
  return reader;
}

function anAct(given: Partial<Act>): Act {
  return { action: "user.updated", actor: ada, address: "10.0.0.1", after: { detail: 1 }, ...given };
}

function act(given: Partial<Act>): Promise<void> {
  return recordAct(server.db, anAct(given));
}

function actOn(subjectId: string): Promise<void> {
  return act({ subject: { type: "user", id: subjectId, name: "Somebody" } });
}

async function numbersByHand(subjectId: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM audit_log WHERE subject_id = ${subjectId} ORDER BY number`.execute(server.db);
  return rows.map(({ number }) => number);
}

/** As somebody who owns the database can: past the triggers. */
async function byTheOwner(...statements: Statement[]): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE audit_log DISABLE TRIGGER ALL`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
    await sql`ALTER TABLE audit_log ENABLE TRIGGER ALL`.execute(tx);
  });
}
