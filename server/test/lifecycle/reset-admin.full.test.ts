import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../client.ts";
import { createTestDatabase } from "../database.ts";
import { createPerson } from "../factories.ts";
import { startTestServer } from "../harness.ts";
import { runOperatorCommand } from "../operator-command.ts";
import { startServerProcess } from "../server-process.ts";

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-reset-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

async function signIn(url: string, password: string, email = "admin@atoll.local") {
  return createClient(url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email, password },
  });
}

const shown = /new password: (\S{20})\n/;

test("gives the administrator a new password, with the embedded database of a server that runs or does not", async () => {
  const env = { ATOLL_DATA_DIR: dataFolder, ATOLL_ADMIN_PASSWORD: "long enough indeed" };
  const server = await startServerProcess(env);
  const before = await signIn(server.url, env.ATOLL_ADMIN_PASSWORD);
  const running = await runOperatorCommand("reset-admin", env);
  expect(running).toMatchObject({ code: 0 });
  expect(running.output).toContain("Administrator (admin@atoll.local) has a new password");
  expect(running.output).toContain("Their sessions are ended (1)");
  const old = createClient(server.url, before.session.accessToken);
  await expect.poll(async () => (await old.send("GET", identityRoutes.getCurrentUser.path)).status).toBe(401);
  await expect(signIn(server.url, env.ATOLL_ADMIN_PASSWORD)).rejects.toThrow("401");
  const { session } = await signIn(server.url, shown.exec(running.output)?.[1] ?? "");
  const { items: entries } = await createClient(server.url, session.accessToken).call(
    auditRoutes.listEntries,
    {
      query: { action: "password.set" },
    },
  );
  expect(entries).toEqual([
    expect.objectContaining({ actor: null, subject: expect.objectContaining({ name: "Administrator" }) }),
  ]);
  server.kill("SIGTERM");
  await server.exited;

  const stopped = await runOperatorCommand("reset-admin", env);
  expect(stopped).toMatchObject({ code: 0 });
  const again = await startServerProcess(env);
  await signIn(again.url, shown.exec(stopped.output)?.[1] ?? "");
  again.kill("SIGTERM");
  await again.exited;
});

test("asks which account when there are several, and lets a disabled one in without the factor it lost", async () => {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url };
  expect((await runOperatorCommand("reset-admin", env)).output).toContain("There is no super administrator.");
  const server = await startTestServer({ databaseUrl: database.url });
  const [ada, grace] = [
    await createPerson(server.db, { roles: ["super_admin"] }),
    await createPerson(server.db, { roles: ["super_admin"] }),
  ];
  const several = await runOperatorCommand("reset-admin", env);
  expect(several.code).toBe(1);
  expect(several.output).toContain("There are several super administrators.");
  for (const { email } of [ada, grace]) expect(several.output).toContain(email);
  await signIn(server.url, ada.password, ada.email);

  await server.db
    .insertInto("second_factors")
    .values({ user_id: grace.id, secret: "JBSWY3DPEHPK3PXP", confirmed_at: new Date() })
    .execute();
  // Nobody has a passkey that works, and nobody could undo the demand.
  await server.db
    .updateTable("roles")
    .set({ requires_passkey: true })
    .where("name", "=", "super_admin")
    .execute();
  await server.db
    .updateTable("accounts")
    .set({ disabled_at: new Date() })
    .where("id", "=", grace.id)
    .execute();
  const one = await runOperatorCommand("reset-admin", env, grace.email, "--second-factor");
  expect(one).toMatchObject({ code: 0 });
  expect(one.output).toContain("it is enabled again");
  expect(one.output).toContain("do not require a passkey any more, for anyone: super_admin");
  const { session } = await signIn(server.url, shown.exec(one.output)?.[1] ?? "", grace.email);
  const users = await createClient(server.url, session.accessToken).send(
    "GET",
    administrationRoutes.listUsers.path,
  );
  expect(users.status).toBe(200);
  expect((await runOperatorCommand("reset-admin", env, "nobody@example.test")).output).toContain(
    "nobody@example.test is no super administrator.",
  );
  await server.close();
  await database.drop();
});
