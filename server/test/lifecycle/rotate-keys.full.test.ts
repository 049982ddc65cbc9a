import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../client.ts";
import { runOperatorCommand } from "../operator-command.ts";
import { startServerProcess } from "../server-process.ts";

const password = "long enough indeed";

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-keys-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test("rotate-keys ends every access token, with the embedded database of a server that runs or does not", async () => {
  const env = { ATOLL_DATA_DIR: dataFolder, ATOLL_ADMIN_PASSWORD: password };
  const server = await startServerProcess(env);
  const anyone = createClient(server.url);
  const { session } = await anyone.call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: "admin@atoll.local", password },
  });
  const client = createClient(server.url, session.accessToken);
  await client.call(identityRoutes.getCurrentUser, {});

  const whileRunning = await runOperatorCommand("rotate-keys", env);
  expect(whileRunning).toMatchObject({ code: 0 });
  expect(whileRunning.output).toContain("The signing key is retired, and a new one is made.");
  await expect
    .poll(async () => (await client.send("GET", identityRoutes.getCurrentUser.path)).status)
    .toBe(401);
  const refreshed = await anyone.call(identityRoutes.createToken, {
    query: { grant_type: "refresh_token" },
    body: { refreshToken: session.refreshToken },
  });
  await createClient(server.url, refreshed.session.accessToken).call(identityRoutes.getCurrentUser, {});
  server.kill("SIGTERM");
  await server.exited;

  expect(await runOperatorCommand("rotate-keys", env)).toMatchObject({ code: 0 });
  const again = await startServerProcess(env);
  const old = createClient(again.url, refreshed.session.accessToken);
  expect((await old.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
  again.kill("SIGTERM");
  await again.exited;
});

test("rotate-keys creates no database, and says so if there is none", async () => {
  const missing = join(dataFolder, "nothing-here");
  const { code, output } = await runOperatorCommand("rotate-keys", { ATOLL_DATA_DIR: missing });
  expect(code).toBe(1);
  expect(output).toContain(`There is no database in the data folder ${missing}.`);
});
