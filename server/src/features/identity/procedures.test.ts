import { procedureRoutes } from "@atoll/contract/identity/procedure-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();
let member: SignedIn;
let admin: SignedIn;
let colleague: TestPerson;
let pending: TestPerson;
beforeAll(async () => {
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.name = 'pending' AND p.name = 'tasks:create'`.execute(
    server.db,
  );
  member = await server.signIn(await createPerson(server.db));
  admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
  colleague = await createPerson(server.db);
  pending = await createPerson(server.db, { roles: ["pending"] });
});

describe("about the viewer", () => {
  test("everyone may ask, with their id or without", async () => {
    for (const user_id of [undefined, member.user.id]) {
      expect(await member.client.call(procedureRoutes.userHasActiveRoles, { body: { user_id } })).toBe(true);
      expect(await member.client.call(procedureRoutes.getUserPermissions, { body: { user_id } })).toEqual([
        { resource: "chat", action: "access" },
        { resource: "tasks", action: "create" },
      ]);
      expect(await ask(member, user_id, "tasks", "create")).toBe(true);
      expect(await ask(member, user_id, "users", "manage")).toBe(false);
    }
    expect(await ask(admin, undefined, "users", "manage")).toBe(true);
  });
});

describe("about others", () => {
  test("are answered for people who manage accounts, also about a pending person", async () => {
    const body = { user_id: colleague.id };
    expect(await admin.client.call(procedureRoutes.userHasActiveRoles, { body })).toBe(true);
    expect(await admin.client.call(procedureRoutes.getUserPermissions, { body })).toHaveLength(2);
    expect(await ask(admin, colleague.id, "chat", "access")).toBe(true);
    const about = { user_id: pending.id };
    expect(await admin.client.call(procedureRoutes.userHasActiveRoles, { body: about })).toBe(false);
    expect(await admin.client.call(procedureRoutes.getUserPermissions, { body: about })).toEqual([]);
    expect(await ask(admin, pending.id, "tasks", "create")).toBe(false);
  });

  test.each(["users:manage", "roles:assign", "admin:access"])("%s is enough", async (permission) => {
    const role = `holder of ${permission}`;
    await sql`WITH role AS (INSERT INTO roles (name) VALUES (${role}) RETURNING id)
      INSERT INTO role_permissions (role_id, permission_id)
      SELECT role.id, p.id FROM role, permissions p WHERE p.name = ${permission}`.execute(server.db);
    const asker = await server.signIn(await createPerson(server.db, { roles: [role] }));
    expect(await ask(asker, colleague.id, "chat", "access")).toBe(true);
  });

  test("other people get not found, whatever the ID", async () => {
    const answers = [];
    for (const user_id of [colleague.id, admin.user.id, pending.id, uuidv7()]) {
      for (const answer of [
        await member.client.refused(procedureRoutes.userHasActiveRoles, { body: { user_id } }),
        await member.client.refused(procedureRoutes.getUserPermissions, { body: { user_id } }),
        await member.client.refused(procedureRoutes.userHasPermission, {
          body: { user_id, resource_name: "chat", action_name: "access" },
        }),
      ]) {
        const { requestId: _, ...error } = answer.body.error;
        answers.push({ status: answer.status, ...error });
      }
    }
    expect(answers).toHaveLength(12);
    for (const answer of answers) {
      expect(answer).toEqual({ status: 404, code: "user_not_found", message: "User not found" });
    }
  });

  test("a person that is not there is the same for who runs accounts", async () => {
    const answer = await admin.client.refused(procedureRoutes.getUserPermissions, {
      body: { user_id: uuidv7() },
    });
    expect([answer.status, answer.body.error.code]).toEqual([404, "user_not_found"]);
  });
});

describe.each(Object.values(procedureRoutes))("$path", ({ path }) => {
  test("requires a session and a valid ID", async () => {
    const body = { resource_name: "chat", action_name: "access" };
    expect((await server.anyone.send("POST", path, { body })).status).toBe(401);
    const malformed = await admin.client.send("POST", path, { body: { ...body, user_id: "1 OR 1=1" } });
    expect(malformed.status).toBe(400);
    expect((await admin.client.send("POST", path, { body: [] })).status).toBe(400);
  });
});

function ask({ client }: SignedIn, user_id: string | undefined, resource_name: string, action_name: string) {
  return client.call(procedureRoutes.userHasPermission, { body: { user_id, resource_name, action_name } });
}
