import { auditRoutes } from "@atoll/contract/audit/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { runOperatorCommand } from "../../../../test/operator-command.ts";
import { createAccountByOperator, disableAccountByOperator } from "./by-operator.ts";

const server = sharedServer();
const run = (name: string, ...args: string[]) =>
  runOperatorCommand(name, { DATABASE_URL: server.databaseUrl }, ...args);

test("an operator creates an account, lists it and disables it, while the server runs", async () => {
  const admin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  const made = await run("create-account", "Una.New@example.test", "Una", "New", "--role", "admin");
  expect(made).toMatchObject({ code: 0 });
  const password = /password (\S{20})\n/.exec(made.output)?.[1] ?? "";
  const una = await server.signIn({ id: "", name: "Una New", email: "una.new@example.test", password });
  expect(una.user).toMatchObject({ name: "Una New", mustChoosePassword: true });

  const listed = await run("list-accounts");
  expect(listed.output).toContain("una.new@example.test,Una New,admin,,enabled,");
  expect((await run("disable-account", "Una.New@example.test")).output).toContain("signed out everywhere");
  await expect
    .poll(async () => (await una.client.send("GET", "/api/channels")).body)
    .toMatchObject({ error: { code: "account_disabled" } });
  expect((await run("enable-account", "Una.New@example.test")).output).toContain("is enabled");

  const { items } = await admin.client.call(auditRoutes.listEntries, { query: {} });
  const acts = items.filter(({ subject }) => subject?.name === "Una New");
  expect(acts.map(({ action, actor }) => ({ action, actor }))).toEqual([
    { action: "user.enabled", actor: null },
    { action: "user.disabled", actor: null },
    { action: "user.created", actor: null },
  ]);
});

fullTest("says so if an account was enabled or disabled already", async () => {
  const { email } = await createPerson(server.db, { name: "Nils" });
  expect((await run("enable-account", email)).output).toContain("was enabled already");
  await disableAccountByOperator(server.db, email);
  expect((await run("disable-account", email)).output).toContain("was disabled already");
});

test("makes a pending person a super administrator once, and notifies them", async () => {
  const ida = await createPerson(server.db, { name: "Ida", roles: ["pending"] });
  expect((await run("make-super-admin", ida.email)).output).toContain("is a super administrator now");
  expect((await run("make-super-admin", ida.email)).output).toContain("was a super administrator already");
  const { client, user } = await server.signIn(ida);
  expect(user.roles.map(({ name }) => name)).toEqual(["super_admin"]);
  const { items } = await client.call(auditRoutes.listEntries, { query: { action: "user.updated" } });
  expect(items).toMatchObject([
    { actor: null, before: { roles: ["pending"] }, after: { roles: ["super_admin"] } },
  ]);
  await expect
    .poll(async () => (await client.call(notificationRoutes.listNotifications, { query: {} })).items)
    .toMatchObject([
      {
        kind: "role.given",
        title: "The operator of the server has given you the role Super admin.",
      },
    ]);
});

fullTest("refuses a disabled account as super administrator, and says what to do first", async () => {
  const ola = await createPerson(server.db, { name: "Ola" });
  await disableAccountByOperator(server.db, ola.email);
  expect(await run("make-super-admin", "nobody@example.test")).toMatchObject({ code: 1 });
  const refused = await run("make-super-admin", ola.email);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain(`enable-account -- ${ola.email}`);
  expect((await run("list-accounts")).output).toContain(`${ola.email},Ola,user,,disabled`);
});

test("a command says which database it works on, without the password", async () => {
  const { output } = await run("disable-account", "nobody@example.test");
  const { host, pathname, password } = new URL(server.databaseUrl);
  expect(output).toContain(`Database: ${host}${pathname} (DATABASE_URL)\n`);
  if (password) expect(output).not.toContain(password);
});

test.each([
  ["an address that is taken", { name: "Another Una", email: "UNA.new@example.test" }, "already"],
  ["a name that looks like another", { name: "Un\u0430 New", email: "x@example.test" }, "too similar"],
  ["a role that does not exist", { name: "Bo", email: "bo@example.test", roles: ["boss"] }, "role"],
  ["the role of people who wait", { name: "Bo", email: "bo@example.test", roles: ["pending"] }, "role"],
  ["an address that is none", { name: "Bo", email: "bo" }, "email: "],
])("creates no account with %s", async (_title, wanted, reason) => {
  await expect(createAccountByOperator(server.db, { roles: [], ...wanted })).rejects.toThrow(reason);
});

test("keeps the last super administrator, and names a refusal without a stack", async () => {
  const email = await emailOf("Sol");
  await disableAccountByOperator(server.db, await emailOf("Ida"));
  await expect(disableAccountByOperator(server.db, email)).rejects.toMatchObject({
    code: "last_super_admin",
  });
  const refused = await run("disable-account", "nobody@example.test");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).not.toContain("    at ");
});

test("says what each setting is, keeps secrets to itself, and fails for what cannot be reached", async () => {
  const good = await run("check-settings");
  expect(good).toMatchObject({ code: 0 });
  expect(good.output).toMatch(/^DATABASE_URL +postgres(ql)?:\/\/\*{8}@\S+ \(environment\)$/m);
  expect(good.output).toMatch(/^PORT +3000 \(default\)$/m);
  expect(good.output).toMatch(/^ok +database: PostgreSQL \d/m);
  const env = {
    DATABASE_URL: "postgres://atoll:opensesame@127.0.0.1:1/atoll",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "Atoll <atoll@example.com>",
    ATOLL_PUBLIC_URL: "https://atoll.example.com",
  };
  const bad = await runOperatorCommand("check-settings", env);
  expect(bad).toMatchObject({ code: 1 });
  expect(bad.output).toMatch(/^FAILED +database: .*ECONNREFUSED/m);
  expect(bad.output).toMatch(/^FAILED +mail server: .*ECONNREFUSED/m);
  expect(bad.output).not.toContain("opensesame");
});

async function emailOf(name: string): Promise<string> {
  const { email } = await server.db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select("a.email")
    .where("p.name", "=", name)
    .executeTakeFirstOrThrow();
  return email;
}
