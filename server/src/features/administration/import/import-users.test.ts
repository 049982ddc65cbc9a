import { administrationRoutes } from "@atoll/contract/administration/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, createRole, testPassword } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { AppError } from "../../../platform/app-error.ts";
import { importUsers } from "./import-users.ts";

let server: TestServer;
let admin: SignedIn;
const password = "a password of some length";
const logLines: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ onLogLine: (line) => logLines.push(line) });
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  admin = await server.signIn(await createPerson(server.db, { name: "Ada", roles: ["admin"] }));
});
afterAll(() => server.close());

describe("a dry run", () => {
  test("returns every row's result and writes nothing", async () => {
    const before = await count();
    const { rows, createdCount } = await dryRun(
      [
        "Name,EMAIL,Password,roles,departments,phone",
        `Good One,Good.One@example.test,${password},user;Writer,backend; DevOps,1`,
        `Known,${admin.user.email.toUpperCase()},${password},,,`,
        `,,,,,`,
        `,not an address,short,,,`,
        `Common,common@example.test,1234567890,,,`,
        `Own Name Here,own@example.test,own name here,,,`,
        `Strange,strange@example.test,${password},wizard;pending;admin,Catering,`,
        `Twice,good.one@example.test,${password},,,`,
        `Long,long@example.test,${password},,,,,more`,
        "Short row,short@example.test",
      ].join("\r\n"),
    );
    expect(createdCount).toBe(0);
    expect(rows.map(({ row, fate, reasons }) => [row, fate, reasons])).toEqual([
      [2, "create", []],
      [3, "skip", ["An account with this email already exists"]],
      [
        5,
        "wrong",
        [
          "Full name is required",
          "Please enter a valid email address",
          "Password: use at least 10 characters",
        ],
      ],
      [6, "wrong", [expect.stringContaining("too easy to guess")]],
      [7, "wrong", [expect.stringContaining("too easy to guess")]],
      [
        8,
        "wrong",
        [
          "There is no role named wizard to give",
          "There is no role named pending to give",
          "You may not give the role admin",
          "There is no department named Catering",
        ],
      ],
      [9, "wrong", ["Row 2 has the same email"]],
      [10, "wrong", ["This row has more cells than the heading"]],
      [11, "wrong", ["Password is required"]],
    ]);
    expect(rows[0]).toMatchObject({ name: "Good One", email: "good.one@example.test" });
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(await count()).toEqual(before);
  });

  test.each([
    ["commas and quotes", `name,email,password\n"Quay, Ada ""A""",q1@example.test,"pass, word; and more"\n`],
    [
      "semicolons and a byte order mark",
      `\uFEFFname;email;password;roles\r\n"Quay, Ada ""A""";q2@example.test;${password};user|writer\r\n`,
    ],
    ["another order of columns", `password,roles,email,name\r${password},,q3@example.test,"Quay, Ada ""A"""`],
    [
      "a line break in a cell",
      `name,email,password,note\n"Quay, Ada ""A""",q4@example.test,${password},"two\nlines"\n`,
    ],
  ])("reads %s", async (_name, csv) => {
    const { rows } = await dryRun(csv);
    expect(rows).toMatchObject([{ row: 2, name: 'Quay, Ada "A"', fate: "create", reasons: [] }]);
  });

  test.each([
    ["too few columns", "name\nAda", "It has fewer than two columns."],
    ["too many columns", `name,email,password${",".repeat(100)}\n`, "It has more than 100 columns."],
    [
      "an open quotation mark",
      `name,email,password\nAda,a@b.test,"${password}`,
      "Check its quotation marks.",
    ],
    ["something else", "\u0001PNG", "It has fewer than two columns."],
    ["nothing but blanks", "  \n", "It has fewer than two columns."],
  ])("says what is wrong with %s", async (_name, csv, reason) => {
    const answer = await admin.client.refused(administrationRoutes.importUsers, {
      body: { csv, isDryRun: true },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, "csv_unreadable"]);
    expect(answer.body.error.fields).toEqual([{ path: "csv", message: expect.stringContaining(reason) }]);
  });

  test("stops at a thousand rows", async () => {
    const row = (index: number) => `P ${index},p${index}@example.test,`;
    const many = Array.from({ length: 1005 }, (_, index) => row(index));
    const { rows } = await dryRun(["name,email,password", ...many].join("\n"));
    expect(rows).toHaveLength(1001);
    expect(rows[1000]).toMatchObject({
      row: 1002,
      fate: "wrong",
      reasons: ["An import takes at most 1,000 rows. Split the file."],
    });
  });

  test("counts blank rows, and refuses files of mostly blank rows and oversized lists", async () => {
    const other = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
    const good = `Good,good@example.test,${password}`;
    const blanks = `\n\nname,email,password\n\n\n , ,\n${good}\n${"\n".repeat(150_000)}`;
    expect((await dryRun(blanks, other)).rows).toMatchObject([{ row: 7, fate: "create" }]);
    const answer = await other.client.refused(administrationRoutes.importUsers, {
      body: { csv: `name,email,password\n${" \n".repeat(20_000)}${good}`, isDryRun: true },
    });
    expect(answer.body.error.fields).toEqual([
      { path: "csv", message: expect.stringContaining("are blank") },
    ]);
    const list = Array.from({ length: 200 }, (_, index) => `x${index}`).join("|");
    const { rows } = await dryRun(
      `name,email,password,roles,departments\nA B,ab@example.test,${password},${list},${list}`,
      other,
    );
    expect(rows[0]?.reasons).toEqual([
      "Nobody has more than 50 roles",
      "Nobody is in more than 100 departments",
    ]);
  });
});

describe("an import", () => {
  test("creates everyone in one transaction, with roles, departments and audit entries", async () => {
    const csv = [
      "name,email,password,roles,departments",
      `Ines,INES@example.test,${password},"user;writer","Backend;DevOps"`,
      `Joao,joao@example.test,${password},,`,
      `Ada,${admin.user.email},${password},,`,
    ].join("\n");
    const before = await count();
    const { rows, createdCount } = await run(csv);
    expect([createdCount, rows.map(({ fate }) => fate)]).toEqual([2, ["create", "create", "skip"]]);
    const ines = await server.signIn({ id: "", name: "", email: "ines@example.test", password });
    expect(ines.user).toMatchObject({
      name: "Ines",
      mustChoosePassword: true,
      roles: [{ name: "user" }, { name: "writer" }],
      departments: [{ name: "Backend" }, { name: "DevOps" }],
    });
    const joao = await server.signIn({ id: "", name: "", email: "joao@example.test", password });
    expect(joao.user.roles).toMatchObject([{ name: "user" }]);
    const after = await count();
    expect(after).toEqual({
      accounts: before.accounts + 2,
      profiles: before.profiles + 2,
      acts: before.acts + 3,
    });
    expect(await lastActs(3)).toEqual([
      { action: "users.imported", subject_name: null, after: { count: 2, skipped: 1 } },
      {
        action: "user.created",
        subject_name: "Joao",
        after: { name: "Joao", email: "joao@example.test", roles: ["user"], departments: [] },
      },
      {
        action: "user.created",
        subject_name: "Ines",
        after: {
          name: "Ines",
          email: "ines@example.test",
          roles: ["user", "writer"],
          departments: ["Backend", "DevOps"],
        },
      },
    ]);
    // The same file again finds everyone there.
    const again = await run(csv);
    expect([again.createdCount, again.rows.map(({ fate }) => fate)]).toEqual([0, ["skip", "skip", "skip"]]);
    expect(await count()).toEqual(after);
  });

  test("is refused with one wrong row, and writes nothing", async () => {
    const before = await count();
    const csv = `name,email,password\nRight,right@example.test,${password}\nWrong,wrong@example.test,short`;
    const { status, body } = await admin.client.refused(administrationRoutes.importUsers, {
      body: { csv, isDryRun: false },
    });
    expect([status, body.error.code]).toEqual([409, "import_rows_wrong"]);
    expect(await count()).toEqual(before);
  });

  test("in parts creates as many people as asked for, and continues with the others", async () => {
    const names = ["part-1", "part-2", "part-3"];
    const csv = ["name,email", ...names.map((name) => `${name},${name}@example.test`)].join("\n");
    const part = () =>
      admin.client.call(administrationRoutes.importUsers, { body: { csv, isDryRun: false, atMost: 2 } });
    const [first, second, third] = [await part(), await part(), await part()];
    expect([first, second, third].map((one) => [one.createdCount, one.leftCount])).toEqual([
      [2, 1],
      [1, 0],
      [0, 0],
    ]);
    expect([...first.passwords, ...second.passwords].map(({ name }) => name)).toEqual(names);
  });

  test("creates everyone once when the same file is sent twice at the same time", async () => {
    const csv = `name,email,password\nRace One,race-1@example.test,${password}\nRace Two,race-2@example.test,${password}`;
    const outcomes = await Promise.all([run(csv), run(csv)]);
    expect(outcomes.map(({ createdCount }) => createdCount).toSorted()).toEqual([0, 2]);
    const { users } = await admin.client.call(administrationRoutes.listUsers, { query: { search: "race-" } });
    expect(users).toHaveLength(2);
  });

  test("skips an account that has been created since the preview", async () => {
    const csv = `name,email,password\nLate,late@example.test,${password}\nEarly,early@example.test,${password}`;
    const [outcome, created] = await Promise.all([
      run(csv),
      admin.client.send("POST", "/api/admin/users", {
        body: { name: "Early", email: "early@example.test", password: testPassword },
      }),
    ]);
    const isSkipped = created.status === 201;
    expect(outcome.createdCount).toBe(isSkipped ? 1 : 2);
    const { users } = await admin.client.call(administrationRoutes.listUsers, {
      query: { search: "early@" },
    });
    expect(users).toHaveLength(1);
  });

  test("stops at the step at which its importer may not go on, and writes nothing", async () => {
    const before = await count();
    const { sessionId, id } = await server.db
      .selectFrom("sessions")
      .select(["id as sessionId", "user_id as id"])
      .where("user_id", "=", admin.user.id)
      .executeTakeFirstOrThrow();
    let steps = 0;
    const assertAllowed = async () => {
      steps += 1;
      if (steps === 3) throw new AppError("forbidden");
    };
    const rows = Array.from(
      { length: 20 },
      (_, index) => `Stopped,stopped-${index}@example.test,${password}`,
    );
    const importing = importUsers(
      { db: server.db, names: [], assertAllowed },
      { viewer: { ...admin.user, id, sessionId, way: "password", scopes: null }, address: "" },
      { csv: ["name,email,password", ...rows].join("\n"), isDryRun: false, leaveOut: [], atMost: 1_000 },
    );
    await expect(importing).rejects.toMatchObject({ code: "forbidden" });
    // Two rows are worked at together.
    expect(steps).toBeLessThanOrEqual(4);
    expect(await count()).toEqual(before);
  });

  test("gives no role that its importer may not give, and requires users:manage", async () => {
    await createRole(server.db, { name: "hr", permissions: ["users:manage"] });
    const hr = await server.signIn(await createPerson(server.db, { roles: ["hr"] }));
    const member = await server.signIn(await createPerson(server.db));
    const body = {
      csv: `name,email,password,roles\nEve,eve@example.test,${password},writer`,
      isDryRun: true,
    };
    const outcome = await hr.client.call(administrationRoutes.importUsers, { body });
    expect(outcome).toMatchObject({
      createdCount: 0,
      rows: [{ reasons: ["You may not give the role writer"] }],
    });
    const plain = {
      csv: `name,email,password,roles\nEve,eve@example.test,${password},USER`,
      isDryRun: false,
    };
    expect((await hr.client.call(administrationRoutes.importUsers, { body: plain })).createdCount).toBe(1);
    expect((await member.client.refused(administrationRoutes.importUsers, { body })).body.error.code).toBe(
      "forbidden",
    );
    expect((await server.anyone.refused(administrationRoutes.importUsers, { body })).status).toBe(401);
    expect((await admin.client.send("POST", "/api/admin/imports", { body: { csv: "" } })).status).toBe(400);
  });
});

test("logs no password of an imported file", () => {
  expect(logLines.length).toBeGreaterThan(0);
  expect(logLines.filter((line) => line.includes(password))).toEqual([]);
});

function dryRun(csv: string, by = admin) {
  return by.client.call(administrationRoutes.importUsers, { body: { csv, isDryRun: true } });
}

function run(csv: string) {
  return admin.client.call(administrationRoutes.importUsers, { body: { csv, isDryRun: false } });
}

async function count() {
  const { rows } = await sql<{ accounts: number; profiles: number; acts: number }>`
    SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM profiles) AS profiles,
      (SELECT count(*) FROM audit_log WHERE action IN ('user.created', 'users.imported')) AS acts`.execute(
    server.db,
  );
  return rows[0]!;
}

async function lastActs(howMany: number) {
  const { rows } = await sql`SELECT action, subject_name, after FROM audit_log
    WHERE action IN ('user.created', 'users.imported') ORDER BY number DESC LIMIT ${howMany}`.execute(
    server.db,
  );
  return rows;
}
