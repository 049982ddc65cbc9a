import { auditRoutes } from "@atoll/contract/audit/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { type Act, recordAct } from "../../platform/audit.ts";

const server = sharedServer();
let admin: SignedIn;

const chloe = { id: uuidv7(), name: "Chloë Müller-O'Neil" };
const kenji = { id: uuidv7(), name: "山田健二" };
const role = { type: "role", id: uuidv7(), name: "Harbour \\ pilots" };

beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { name: "Una Reader", roles: ["admin"] }));
  for (const act of [
    { action: "role.created", actor: chloe, subject: role, address: "10.4.12.31" },
    { action: "role.updated", actor: kenji, subject: role, address: "2001:db8::17" },
    { action: "user.disabled", actor: chloe, subject: { type: "user", ...kenji }, address: "10.4.99.1" },
  ] satisfies Act[])
    await recordAct(server.db, act);
});

const find = async (search: string, query: RouteCall<typeof auditRoutes.listEntries>["query"] = {}) =>
  (await admin.client.call(auditRoutes.listEntries, { query: { ...query, search } })).items.map(
    ({ action }) => action,
  );

test.each<[string, string[]]>([
  ["muller chloe", ["user.disabled", "role.created"]],
  ["o'neil", ["user.disabled", "role.created"]],
  ["CHLOË disabl", ["user.disabled"]],
  ["山田", ["user.disabled", "role.updated"]],
  ["harbour & pilots +", ["role.updated", "role.created"]],
  ["harb pil", ["role.updated", "role.created"]],
  ["created the role", ["role.created"]],
  ["role.upd", ["role.updated"]],
  ["10.4.12", ["role.created"]],
  ["2001:db8", ["role.updated"]],
  ["muller 山田", ["user.disabled"]],
  ["uller", []],
  ["'' & | ! :*", []],
  ["   ", []],
])("%j finds who did it, what to, the act and the address", async (search, actions) => {
  expect(await find(search)).toEqual(actions);
});

test("words and the other filters narrow together", async () => {
  expect(await find("harbour", { actorId: kenji.id })).toEqual(["role.updated"]);
  expect(await find("harbour", { action: "role.created" })).toEqual(["role.created"]);
  expect(await find("harbour", { to: "1999-01-01T00:00:00Z" })).toEqual([]);
});

test("entries far back in the log are found page by page", async () => {
  // As the trigger would write them, but without the chain, which this test does not read.
  await server.db.transaction().execute(async (tx) => {
    await sql`ALTER TABLE audit_log DISABLE TRIGGER ALL`.execute(tx);
    await sql`INSERT INTO audit_log (number, at, actor_name, action, address, previous_hash, hash)
      SELECT (SELECT max(number) FROM audit_log) + n, now() + interval '1 day', NULL, 'session.refused', '', '\\x00', '\\x00'
      FROM generate_series(1, 20100) AS n`.execute(tx);
    await sql`ALTER TABLE audit_log ENABLE TRIGGER ALL`.execute(tx);
  });
  const first = await admin.client.call(auditRoutes.listEntries, { query: { search: "chloe", limit: 1 } });
  expect(first.items).toMatchObject([{ action: "user.disabled" }]);
  const cursor = first.nextCursor ?? undefined;
  const second = await admin.client.call(auditRoutes.listEntries, {
    query: { search: "chloe", limit: 1, cursor },
  });
  expect(second).toMatchObject({ items: [{ action: "role.created" }], nextCursor: null });
  expect(await find("refused signing", { limit: 3 })).toHaveLength(3);
});

test("actors are found by name, including people who have left", async () => {
  const actors = async (search?: string) =>
    (await admin.client.call(auditRoutes.listActors, { query: { search } })).actors;
  expect(await actors("muller")).toEqual([{ ...chloe, isGone: true }]);
  expect(await actors("una")).toEqual([{ id: admin.user.id, name: "Una Reader", isGone: false }]);
  expect(await actors("nobody")).toEqual([]);
  // People with an account come first.
  expect((await actors()).map(({ isGone }) => isGone)).toEqual([false, true, true]);
});
