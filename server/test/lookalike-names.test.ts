import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { looksTaken } from "../src/platform/lookalikes.ts";
import { createPerson } from "./factories.ts";
import { sharedServer } from "./for-file.ts";
import type { SignedIn } from "./harness.ts";

const server = sharedServer();
let admin: SignedIn;
let count = 0;

beforeAll(async () => {
  admin = await newAdmin();
});

describe("how a name looks", () => {
  test.each([
    ["Cyrillic letters", "Sales", "Ѕаlеѕ"],
    ["Cyrillic letters with marks", "Noël", "Nоёl"],
    ["Cyrillic capitals and small letters", "TEAM", "теам"],
    ["Greek letters", "Room", "Rοοm"],
    ["wide letters", "Sales", "Ｓａｌｅｓ"],
    ["mathematical letters", "Sales", "𝐒𝐚𝐥𝐞𝐬"],
    ["small capitals", "admin", "ᴀᴅᴍɪɴ"],
    ["l, I and 1", "Island 11", "lsIand Il"],
    ["O and 0", "OPS", "0PS"],
    ["dashes", "Front-end", "Front–end"],
    ["quotation marks", "O'Neill", "O’Neill"],
    ["a plain and a coloured emoji", "Team ❤", "Team ❤\ufe0f"],
  ])("is the same with %s", async (_what, one, other) => {
    expect(await look(one)).toBe(await look(other));
  });

  test.each([
    ["accents", "Jose", "José"],
    ["letters of one alphabet", "modem", "modern"],
    ["other words", "Продажи", "Sales"],
    ["spaces", "Front end", "Frontend"],
  ])("is not the same with %s", async (_what, one, other) => {
    expect(await look(one)).not.toBe(await look(other));
  });

  test("is bounded, whatever it is of", async () => {
    expect((await look("\ufdfa".repeat(200))).length).toBe(600);
  });
});

describe("a name that looks like an existing one is refused, and says which", () => {
  // The second is Cyrillic in part.
  const existing = "Capa Cove";
  const lookalike = "Сара Соvе";
  beforeEach(async () => {
    admin = await newAdmin();
  });

  test("for colleagues, when they are created or renamed; exactly the same name is allowed twice", async () => {
    const first = await createUser(existing);
    const second = await createUser("Somebody Else");
    const refused = [
      await admin.client.refused(administrationRoutes.createUser, { body: newUser(lookalike) }),
      await admin.client.refused(administrationRoutes.updateUser, {
        params: { userId: second.id },
        body: { version: second.version, name: lookalike },
      }),
      await admin.client.refused(identityRoutes.updateCurrentUser, { body: { name: lookalike } }),
    ];
    for (const answer of refused) expectRefused(answer, existing);

    await createUser(existing);
    // One's own name in other letters is nobody else's.
    await sql`UPDATE profiles SET former_since = now() WHERE name = ${existing} AND id <> ${first.id}`.execute(
      server.db,
    );
    const { user } = await admin.client.call(administrationRoutes.updateUser, {
      params: { userId: first.id },
      body: { version: first.version, name: lookalike },
    });
    expect(user.name).toBe(lookalike);
  });

  test("for roles and departments, when they are created or renamed", async () => {
    const client = admin.client;
    const { role } = await client.call(administrationRoutes.createRole, { body: { name: existing } });
    const { role: other } = await client.call(administrationRoutes.createRole, { body: { name: "Plain" } });
    expectRefused(
      await client.refused(administrationRoutes.createRole, { body: { name: "аdmin" } }),
      "admin",
    );
    const roleChange = { params: { roleId: other.id }, body: { version: other.version, name: lookalike } };
    expectRefused(await client.refused(administrationRoutes.updateRole, roleChange), existing);
    // A name that looks like the role's own is fine.
    const own = { params: { roleId: role.id }, body: { version: role.version, name: lookalike } };
    expect((await client.call(administrationRoutes.updateRole, own)).role.name).toBe(lookalike);

    await client.call(administrationRoutes.createDepartment, { body: { name: existing } });
    const { department } = await client.call(administrationRoutes.createDepartment, {
      body: { name: "Plain" },
    });
    expectRefused(
      await client.refused(administrationRoutes.createDepartment, { body: { name: lookalike } }),
      existing,
    );
    const change = {
      params: { departmentId: department.id },
      body: { version: department.version, name: lookalike },
    };
    expectRefused(await client.refused(administrationRoutes.updateDepartment, change), existing);
  });

  test("for public channels, and for private ones only to their members", async () => {
    const [member, stranger] = [await newAdmin(), await newAdmin()];
    const make = (who: SignedIn, name: string, type: "PUBLIC" | "PRIVATE" = "PUBLIC") =>
      who.client.call(chatRoutes.createChannel, { body: { name, type } });
    await make(member, existing);
    await make(member, "Quiet 1", "PRIVATE");

    for (const type of ["PUBLIC", "PRIVATE"] as const) {
      const body = { name: lookalike, type };
      expectRefused(await stranger.client.refused(chatRoutes.createChannel, { body }), existing);
    }
    const { channel } = await make(stranger, "Plain");
    const rename = { params: { channelId: channel.id }, body: { name: lookalike } };
    expectRefused(await stranger.client.refused(chatRoutes.updateChannel, rename), existing);

    const body = { name: "Quiet l" };
    expectRefused(await member.client.refused(chatRoutes.createChannel, { body }), "Quiet 1");
    expect((await make(stranger, "Quiet l")).channel.name).toBe("Quiet l");
  });

  test("for one of two channels created at the same time", async () => {
    const spellings = ["Pilot", "Pіlot", "Pilоt", "PiIot", "Ｐilot"];
    const makers = await Promise.all(spellings.map(newAdmin));
    const statuses = await Promise.all(
      spellings.map(async (name, index) => {
        const answer = await makers[index]!.client.send("POST", "/api/channels", { body: { name } });
        return answer.status;
      }),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test("in an import, row by row, also of an earlier row", async () => {
    await createUser("Ines Ono");
    const password = "a password of some length";
    const csv = [
      "name,email,password",
      `Ines 0no,one@example.test,${password}`,
      `Ines  Ono,two@example.test,${password}`,
      `Bea Cole,three@example.test,${password}`,
      `Веа Соlе,four@example.test,${password}`,
      `Веа Соlе,${admin.user.email},${password}`,
    ].join("\n");
    const { rows } = await admin.client.call(administrationRoutes.importUsers, {
      body: { csv, isDryRun: true },
    });
    expect(rows.map(({ name, fate, reasons }) => [name, fate, reasons])).toEqual([
      ["Ines 0no", "wrong", [looksTaken("Ines Ono").message]],
      ["Ines Ono", "create", []],
      ["Bea Cole", "create", []],
      ["Веа Соlе", "wrong", ["Row 4 has a name that looks too similar to this one"]],
      ["Веа Соlе", "skip", ["An account with this email already exists"]],
    ]);
  });
});

test("looks up lookalike names by index", async () => {
  await sql`INSERT INTO profiles (id, name) SELECT gen_random_uuid(), 'Colleague ' || n FROM generate_series(1, 5000) n`.execute(
    server.db,
  );
  await sql`ANALYZE profiles`.execute(server.db);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    EXPLAIN SELECT name FROM profiles WHERE name_look(name) = name_look('Colleague 7')`.execute(server.db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("profiles_name_look");
});

async function look(name: string): Promise<string> {
  const { rows } = await sql<{ look: string }>`SELECT name_look(${name}) AS look`.execute(server.db);
  return rows[0]!.look;
}

function expectRefused(answer: Awaited<ReturnType<SignedIn["client"]["refused"]>>, existing: string): void {
  const { message } = looksTaken(existing);
  expect(message).toContain(`“${existing}”`);
  expect(answer.body.error).toMatchObject({ code: "name_looks_taken", message });
  expect(answer.status).toBe(409);
}

/** Each of their own, since one person makes only so many things a minute. */
async function newAdmin(): Promise<SignedIn> {
  return server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
}

function newUser(name: string) {
  count += 1;
  return { name, email: `new-${count}@example.test`, password: "seven pelicans on a pier" };
}

async function createUser(name: string) {
  return (await admin.client.call(administrationRoutes.createUser, { body: newUser(name) })).user;
}
