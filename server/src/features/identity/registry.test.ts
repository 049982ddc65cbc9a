import { initialDepartments } from "@atoll/contract/departments";
import { permissions } from "@atoll/contract/permission-list";
import { builtInRoles } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedServer } from "../../../test/for-file.ts";
import { ensureFirstAdministrator } from "./accounts/first-administrator.ts";

const server = sharedServer();

test("a new database has the permissions of the registry, the four roles and the five departments", async () => {
  const pairs = await server.db.selectFrom("permissions").select(["resource", "action"]).execute();
  const asText = (list: readonly { resource: string; action: string }[]) =>
    list.map(({ resource, action }) => `${resource}/${action}`).toSorted();
  expect(asText(pairs)).toEqual(asText(permissions));
  const roles = await server.db.selectFrom("roles").select("name").execute();
  expect(roles.map(({ name }) => name).toSorted()).toEqual([...builtInRoles].toSorted());
  const departments = await server.db.selectFrom("departments").select("name").execute();
  expect(departments.map(({ name }) => name).toSorted()).toEqual([...initialDepartments].toSorted());
});

test("the first administrator is created once by concurrent nodes, and can sign in", async () => {
  const made = await Promise.all(
    Array.from({ length: 4 }, () =>
      ensureFirstAdministrator(server.db, { email: "admin@atoll.local", password: undefined }),
    ),
  );
  const [first, ...others] = made.filter((one) => one !== undefined);
  expect(others).toEqual([]);
  const { user } = await server.signIn({
    id: "",
    name: "",
    email: "admin@atoll.local",
    password: first?.generatedPassword ?? "",
  });
  expect(user.role).toBe("SUPER_ADMIN");
});

test("reports an administrator address that belongs to an ordinary account", async () => {
  await sql`DELETE FROM user_roles`.execute(server.db);
  const start = ensureFirstAdministrator(server.db, { email: "admin@atoll.local", password: "long enough" });
  await expect(start).rejects.toThrow("ATOLL_ADMIN_EMAIL is admin@atoll.local");
});

test("reports a common password for the first administrator", async () => {
  const start = ensureFirstAdministrator(server.db, { email: "first@atoll.local", password: "password123" });
  await expect(start).rejects.toThrow("ATOLL_ADMIN_PASSWORD is too easy to guess");
});
