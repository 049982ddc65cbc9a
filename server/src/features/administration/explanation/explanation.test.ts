import { administrationRoutes } from "@atoll/contract/administration/routes";
import { permissions } from "@atoll/contract/permission-list";
import { decideAccess, workspacePages } from "@atoll/contract/route-access";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createPeople, createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { assertMayEnter } from "../../identity/policy.ts";
import { presentViewer } from "../../identity/present.ts";
import { findAccount } from "../../identity/queries.ts";
import { explainAccess } from "./explain-access.ts";

const { explainAccess: route, updateUser, getUser } = administrationRoutes;

const server = sharedServer();
let superAdmin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  await createRole(server.db, { name: "editor", permissions: ["announcements:create", "knowledge:write"] });
  await createRole(server.db, { name: "stand-in", permissions: ["admin:access"] });
  await createRole(server.db, { name: "empty" });
  await createRole(server.db, { name: "role keeper", permissions: ["roles:manage"] });
  await server.db.insertInto("departments").values({ name: "Finance & Tax", slug: "finance-tax" }).execute();
  superAdmin = await server.signIn(
    await createPerson(server.db, { name: "Greta Holm", roles: ["super_admin"] }),
  );
  member = await server.signIn(await createPerson(server.db));
});

describe("in words", () => {
  test("a role grants a permission, and the chain says who gave it and when", async () => {
    const tomasz = await createPerson(server.db, { name: "Tomasz Wilk" });
    const { user } = await superAdmin.client.call(getUser, { params: { userId: tomasz.id } });
    const { id } = await server.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "editor")
      .executeTakeFirstOrThrow();
    await superAdmin.client.call(updateUser, {
      params: { userId: tomasz.id },
      body: { version: user.version, roleIds: [...user.roles.map((role) => role.id), id] },
    });
    await sql`UPDATE user_roles SET assigned_at = '2026-02-03T23:30:00Z' WHERE user_id = ${tomasz.id}`.execute(
      server.db,
    );
    expect(await explain(tomasz.id, { permission: "knowledge:write" })).toEqual({
      isAllowed: true,
      steps: [
        {
          kind: "rule",
          outcome: "neutral",
          text: "The permission knowledge:write says: Write and edit pages of the knowledge base.",
        },
        {
          kind: "account",
          outcome: "neutral",
          text: "Tomasz Wilk can sign in: the account is confirmed, approved and not disabled.",
        },
        {
          kind: "permission",
          outcome: "grants",
          text: "The role Editor holds knowledge:write. Greta Holm gave it to Tomasz Wilk on 3 February 2026.",
        },
        { kind: "role", outcome: "neutral", text: "The role User does not hold knowledge:write." },
      ],
    });
    expect(await texts(tomasz.id, { permission: "tasks:create" })).toContain(
      "The role User holds tasks:create. Tomasz Wilk has had it since 3 February 2026.",
    );
  });

  test("a permission that no role grants is denied, with the roles that would", async () => {
    const person = await createPerson(server.db, { name: "Bea Santoro" });
    const { isAllowed, steps } = await explain(person.id, { permission: "announcements:create" });
    expect(isAllowed).toBe(false);
    expect(steps.slice(-2)).toEqual([
      {
        kind: "permission",
        outcome: "denies",
        text: "No role of Bea Santoro holds the permission announcements:create.",
      },
      {
        kind: "rule",
        outcome: "neutral",
        text: "The role Editor holds it, and Super admin and Admin pass every check.",
      },
    ]);
    expect(await texts(person.id, { permission: "cards:devops" })).toContain(
      "No role of the company holds it; Super admin and Admin pass every check.",
    );
  });

  test("administrators pass every check, but only super admins manage roles without holding it", async () => {
    const admin = await createPerson(server.db, { name: "Ada", roles: ["admin"] });
    expect(await texts(admin.id, { permission: "audit:read" })).toContainEqual(
      expect.stringMatching(/^The role Admin passes every check\. Ada has had it since /),
    );
    const managing = await explain(admin.id, { permission: "roles:manage" });
    expect(managing.isAllowed).toBe(false);
    expect(managing.steps.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "The role Admin passes every other check: managing roles is kept for super administrators and for roles that hold it.",
        "The role role keeper holds it, and Super admin passes every check.",
      ]),
    );
    const standIn = await createPerson(server.db, { roles: ["stand-in"] });
    const both = await explain(standIn.id, { permission: "roles:manage" });
    expect(both.isAllowed).toBe(true);
    expect(both.steps.at(-1)!.text).toMatch(/^The role stand-in holds admin:access, which equals/);
  });

  test.each([
    ["disabled", "The account of Shut Out is disabled: they cannot sign in."],
    ["unconfirmed", "The email of Shut Out is not confirmed: they cannot sign in."],
    [
      "pending",
      "Shut Out has no role other than Pending: the account waits for approval, and they cannot sign in.",
    ],
    [
      "without a role",
      "Shut Out has no role at all: the account waits for approval, and they cannot sign in.",
    ],
  ])("allows a person who is %s only what is public", async (state, text) => {
    const roles = state === "pending" ? ["pending"] : state === "without a role" ? [] : ["admin"];
    const { id } = await createPerson(server.db, { name: "Shut Out", roles, departments: ["Backend"] });
    if (state === "disabled")
      await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${id}`.execute(server.db);
    if (state === "unconfirmed") {
      await sql`UPDATE accounts SET email_confirmed_at = NULL WHERE id = ${id}`.execute(server.db);
    }
    for (const question of [{ path: "/backend" }, { path: "/admin" }, { permission: "chat:access" }]) {
      const { isAllowed, steps } = await explain(id, question);
      expect(isAllowed).toBe(false);
      expect(steps.at(-1)).toEqual({ kind: "account", outcome: "denies", text });
    }
    expect((await explain(id, { path: "/login" })).isAllowed).toBe(true);
  });

  test("a department's page is open to its members, whatever their roles", async () => {
    const person = await createPerson(server.db, {
      name: "Dee",
      roles: ["super_admin"],
      departments: ["Marketing"],
    });
    expect(await explain(person.id, { path: "/marketing/seo?sort=age#top" })).toMatchObject({
      isAllowed: true,
      steps: [
        { kind: "rule", text: "This page belongs to Marketing, and is for its members." },
        { kind: "account" },
        { kind: "membership", outcome: "grants", text: "Dee is a member of Marketing." },
      ],
    });
    expect(await texts(person.id, { path: "/backend" })).toEqual(
      expect.arrayContaining(["Dee is not a member of Backend.", "Dee is sent to /marketing instead."]),
    );
    expect(await texts(person.id, { path: "/finance-tax" })).toEqual(
      expect.arrayContaining([
        "This page belongs to Finance & Tax, and is for its members.",
        "Dee is not a member of Finance & Tax.",
        "To Dee the page seems not to exist: they are sent to the start page.",
      ]),
    );
  });

  test("sensitive data has two ways in", async () => {
    const outcomes = async (roles: string[], departments: string[]) => {
      const { id } = await createPerson(server.db, { roles, departments });
      const { isAllowed, steps } = await explain(id, { path: "/sensitive-data" });
      return [isAllowed, ...steps.slice(2).map(({ kind, outcome }) => `${kind} ${outcome}`)];
    };
    expect(await outcomes(["user"], ["Backend"])).toEqual([true, "membership grants"]);
    expect(await outcomes(["admin"], [])).toEqual([true, "role grants", "membership neutral"]);
    expect(await outcomes(["admin"], ["Backend"])).toEqual([true, "role grants", "membership grants"]);
    expect(await outcomes(["user"], [])).toEqual([
      false,
      "role neutral",
      "permission denies",
      "rule neutral",
      "membership denies",
      "rule neutral",
    ]);
  });

  test("chat requires its permission, and an unknown page is open to nobody", async () => {
    const { id } = await createPerson(server.db, { name: "Mute", roles: ["empty"] });
    const chat = await explain(id, { path: "/chat?view=mentions" });
    expect(chat.isAllowed).toBe(false);
    expect(chat.steps.at(-1)!.text).toBe("Mute sees the page Access Denied.");
    expect((await explain(member.user.id, { path: "/chat" })).isAllowed).toBe(true);
    expect(await explain(superAdmin.user.id, { path: "/nowhere" })).toEqual({
      isAllowed: false,
      steps: [
        {
          kind: "rule",
          outcome: "denies",
          text: "There is no page at this address. Visitors are redirected to the start page.",
        },
      ],
    });
  });

  test("a second factor that is still to be set up is mentioned", async () => {
    await server.db
      .insertInto("roles")
      .values({ name: "careful", department_id: null, requires_second_factor: true })
      .execute();
    const { id } = await createPerson(server.db, { name: "Cary", roles: ["user", "careful"] });
    expect(await texts(id, { path: "/dashboard" })).toContain(
      "The role Careful asks for a second factor, and Cary has none yet: after signing in with a password, setting it up comes before everything else.",
    );
  });
});

fullTest("is as the guard decides, for people of every kind and every page", async () => {
  const slugs = ["business-development", "frontend", "backend", "devops", "marketing", "finance-tax"];
  const paths = [
    ...["/", "/login", "/register", "/welcome", "/nowhere", "/chatter", "//admin", "/admin/audit"],
    ...["/chat/channel/5", "/tasks/matrix", "/knowledge-base/faq", "/announcements/5", "/sensitive-data/1"],
    ...workspacePages.map((page) => `/${page}`),
    ...slugs.flatMap((slug) => [`/${slug}`, `/${slug}/tasks/5`]),
  ];
  const roleSets = [
    [],
    ["pending"],
    ["user"],
    ["empty"],
    ["admin"],
    ["super_admin"],
    ["stand-in"],
    ["pending", "user"],
    ["pending", "stand-in"],
    ["editor", "role keeper"],
  ];
  const departmentSets = [[], ["backend"], ["marketing", "finance-tax"]];
  const kinds = [
    ...roleSets.flatMap((roles) => departmentSets.map((departments) => ({ roles, departments, state: "" }))),
    ...["disabled_at = now()", "email_confirmed_at = NULL"].map((state) => ({
      roles: ["super_admin"],
      departments: ["backend"],
      state,
    })),
  ];
  const people = await createPeople(server.db, kinds.length);
  const seen = { allowed: 0, denied: 0 };
  for (const [index, { roles, departments, state }] of kinds.entries()) {
    const { id } = people[index]!;
    await sql`DELETE FROM user_roles WHERE user_id = ${id}`.execute(server.db);
    await sql`INSERT INTO user_roles (user_id, role_id) SELECT ${id}, id FROM roles WHERE name = ANY(${roles})`.execute(
      server.db,
    );
    await sql`INSERT INTO user_departments SELECT ${id}, id FROM departments WHERE slug = ANY(${departments})`.execute(
      server.db,
    );
    if (state) await sql`UPDATE accounts SET ${sql.raw(state)} WHERE id = ${id}`.execute(server.db);
    const viewer = await viewerOf(id);
    const explanations = await Promise.all(paths.map((path) => explainAccess(server.db, id, { path })));
    for (const [which, { isAllowed, steps }] of explanations.entries()) {
      const path = paths[which]!;
      const cell = `${path} for ${roles} in ${departments} ${state}`;
      expect(isAllowed, cell).toBe(decideAccess(path, viewer).kind === "show");
      // The steps of the chain lead to the same result.
      const outcomes = steps.map(({ outcome }) => outcome);
      expect(outcomes.includes("grants"), cell).toBe(isAllowed);
      expect(outcomes.includes("denies"), cell).toBe(!isAllowed);
      seen[isAllowed ? "allowed" : "denied"] += 1;
    }
  }
  expect(seen.allowed).toBeGreaterThan(400);
  expect(seen.denied).toBeGreaterThan(400);
});

test("gives the same result for a permission as the server's own check", async () => {
  const people = await createPeopleOf(
    ["user"],
    ["admin"],
    ["super_admin"],
    ["stand-in"],
    ["editor"],
    ["pending"],
  );
  for (const person of people) {
    const { client } = superAdmin;
    for (const { resource, action } of permissions.filter(({ resource }) => resource !== "roles")) {
      const { isAllowed, steps } = await explainAccess(server.db, person.id, {
        permission: `${resource}:${action}`,
      });
      const answer = await client.send("POST", "/api/rpc/user_has_permission", {
        body: { user_id: person.id, resource_name: resource, action_name: action },
      });
      expect(answer).toMatchObject({ status: 200, body: isAllowed });
      expect(steps.some(({ outcome }) => outcome === "grants")).toBe(isAllowed);
      expect(steps.some(({ outcome }) => outcome === "denies")).toBe(!isAllowed);
    }
  }
});

describe("asking", () => {
  test("wants a page or a permission that exists, and one of the two", async () => {
    const params = { userId: member.user.id };
    const wrong: [string, string][] = [
      ["", "path"],
      ["?path=/chat&permission=chat:access", "path"],
      ["?path=chat", "path"],
      ["?permission=chat", "permission"],
      ["?permission=chat:fly", "permission"],
      ["?permission=__proto__:constructor", "permission"],
      ["?path=/%00", "path"],
    ];
    for (const [query, field] of wrong) {
      const path = `/api/admin/users/${params.userId}/explanation${query}`;
      const answer = await superAdmin.client.send("GET", path);
      expect(answer, query).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", fields: [{ path: field }] } },
      });
    }
    for (const path of ["/%00", "/%E0%A4%A", "/%F0%9F%98%80"]) {
      expect((await explain(params.userId, { path })).isAllowed).toBe(false);
    }
  });

  test("is for who sees the accounts, about people who exist", async () => {
    await createRole(server.db, { name: "assigner", permissions: ["roles:assign"] });
    await createRole(server.db, { name: "auditor", permissions: ["audit:read"] });
    const assigner = await server.signIn(await createPerson(server.db, { roles: ["assigner"] }));
    const auditor = await server.signIn(await createPerson(server.db, { roles: ["auditor"] }));
    const about = (userId: string) => ({ params: { userId }, query: { path: "/chat" } });
    await assigner.client.call(route, about(member.user.id));
    for (const userId of [member.user.id, uuidv7()]) {
      expect((await server.anyone.refused(route, about(userId))).status).toBe(401);
      for (const who of [member, auditor]) {
        expect((await who.client.refused(route, about(userId))).body.error.code).toBe("forbidden");
      }
    }
    const nobody = await assigner.client.refused(route, about(uuidv7()));
    expect(nobody.body.error).toMatchObject({ code: "user_not_found", message: "User not found" });
  });
});

function explain(userId: string, query: { path: string } | { permission: string }) {
  return superAdmin.client.call(route, { params: { userId }, query });
}

async function texts(userId: string, query: { path: string } | { permission: string }): Promise<string[]> {
  return (await explain(userId, query)).steps.map(({ text }) => text);
}

/** Returns the viewer as the person's browser gets it. Null if they cannot sign in. */
async function viewerOf(id: string) {
  const account = (await findAccount(server.db, { id }))!;
  try {
    assertMayEnter(account);
  } catch {
    return null;
  }
  return presentViewer(account, "password");
}

function createPeopleOf(...roleSets: string[][]) {
  return Promise.all(roleSets.map((roles) => createPerson(server.db, { roles })));
}
