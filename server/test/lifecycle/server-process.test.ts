import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { healthRoutes } from "@atoll/contract/workspace/health-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullTest, onlyInFullCheck } from "../../../contract/test/full-check.ts";
import { createClient } from "../client.ts";
import { createTestDatabase } from "../database.ts";
import { runOperatorCommand } from "../operator-command.ts";
import { runServerProcess, spawnServer, startServerProcess, untilReady } from "../server-process.ts";
import { openSocket } from "../socket.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-process-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a server with its own database", () => {
  test("prints a generated password once, keeps its data, and drains on SIGTERM with sockets told", async () => {
    const env = { ATOLL_DATA_DIR: join(folder, "own"), ATOLL_COMPANY_NAME: "Pelican Works" };
    const first = await startServerProcess(env);
    const [, email = "", password = ""] =
      /Sign in as (\S+) with the password (\S+)/.exec(first.output()) ?? [];
    const client = createClient(first.url);
    expect((await client.call(workspaceRoutes.getWorkspace, {})).companyName).toBe("Pelican Works");
    const { session } = await client.call(identityRoutes.createToken, {
      query: { grant_type: "password" },
      body: { email, password },
    });
    const socket = await openSocket(first.url, session.accessToken);
    first.kill("SIGTERM");
    await socket.next("server.draining");
    await socket.cut;
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(first.output()).toContain("Stopped.");

    const second = await startServerProcess(env);
    expect(second.output()).not.toContain("password");
    await createClient(second.url, session.accessToken).call(identityRoutes.getCurrentUser, {});
    second.kill("SIGINT");
    second.kill("SIGINT");
    expect(await second.exited).toEqual({ code: 0, signal: null });
  });

  fullTest(
    "refuses a second server on the same folder with advice, and the first keeps running",
    async () => {
      const env = { ATOLL_DATA_DIR: join(folder, "shared"), ATOLL_ADMIN_PASSWORD: "long enough indeed" };
      const first = await startServerProcess(env);
      const second = await runServerProcess(env);
      expect(second.code).toBe(1);
      expect(second.output).toContain("is in use by another Atoll server");
      expect(second.output).toContain("ATOLL_DATA_DIR");
      expect(second.output).not.toContain("    at ");
      expect(await createClient(first.url).call(healthRoutes.getHealth, {})).toEqual({ status: "ready" });
      first.kill("SIGTERM");
      await first.exited;
    },
  );
});

onlyInFullCheck(() => {
  describe("a start that cannot succeed", () => {
    test("a port in use is named with the way out, and nothing is left running", async () => {
      const squatter = createServer();
      await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
      const address = squatter.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const env = { ATOLL_DATA_DIR: join(folder, "port") };
      const refused = await runServerProcess({ ...env, PORT: `${port}`, ATOLL_LOGLEVEL: "info" });
      squatter.close();
      expect(refused.code).toBe(1);
      expect(refused.output).toContain(`Port ${port} is in use`);
      expect(refused.output).toContain(`PORT=${port + 1} npm start`);
      expect(refused.output).toContain(
        "ATOLL_LOGLEVEL is no setting of Atoll. Did you mean ATOLL_LOG_LEVEL?",
      );
      const elsewhere = await runServerProcess({ ...env, HOST: "203.0.113.1" });
      expect(elsewhere.output).toContain("which is no address of this machine");
      // Neither made an administrator whose password nobody has seen.
      const next = await startServerProcess(env);
      expect(next.output()).toMatch(/Sign in as admin@atoll.local with the password \S{20}\n/);
      expect(next.output()).not.toContain("left over");
      next.kill("SIGTERM");
      await next.exited;
    });

    test("a wrong variable stops it before anything is touched", async () => {
      const refused = await runServerProcess({ ATOLL_DATA_DIR: join(folder, "never"), PORT: "many" });
      expect(refused).toEqual({
        code: 1,
        output: "\nPORT should be a port number\nCorrect the environment and start again.\n\n",
      });
    });

    test("a database that refuses the password is an error at once", async () => {
      const { url, drop } = await createTestDatabase();
      const env = { ATOLL_DATA_DIR: join(folder, "wrong-password") };
      const wrong = new URL(url);
      wrong.password = "not-it";
      const refused = await runServerProcess({ ...env, DATABASE_URL: wrong.href });
      await drop();
      expect(refused.code).toBe(1);
      expect(refused.output).toContain("The database refuses the connection");
      expect(refused.output).not.toContain("not-it");
    });
  });

  describe("a server with a database of yours", () => {
    test("several can start at once on a new one, and share sessions", async () => {
      const { url, drop } = await createTestDatabase({ migrated: false });
      const env = {
        ATOLL_DATA_DIR: join(folder, "several"),
        DATABASE_URL: url,
        ATOLL_ADMIN_EMAIL: "first@example.test",
        ATOLL_ADMIN_PASSWORD: "long enough indeed",
      };
      const nodes = await Promise.all([
        startServerProcess(env),
        startServerProcess(env),
        startServerProcess(env),
      ]);
      const [one, two] = nodes.map((node) => createClient(node.url));
      const { session } = await one!.call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email: "first@example.test", password: "long enough indeed" },
      });
      const onTwo = createClient(nodes[1]!.url, session.accessToken);
      expect((await onTwo.call(identityRoutes.getCurrentUser, {})).user.role).toBe("SUPER_ADMIN");
      const socket = await openSocket(nodes[2]!.url, session.accessToken);
      await createClient(nodes[0]!.url, session.accessToken).call(identityRoutes.endSession, {});
      await socket.next("session.ended");
      await expect
        .poll(async () => (await onTwo.send("GET", identityRoutes.getCurrentUser.path)).status)
        .toBe(401);
      expect((await two!.send("GET", healthRoutes.getHealth.path)).status).toBe(200);
      for (const node of nodes) node.kill("SIGTERM");
      expect(await Promise.all(nodes.map(async (node) => (await node.exited).code))).toEqual([0, 0, 0]);
      await drop();
    });

    test("waits for a database that cannot be reached yet, and says so", async () => {
      const { url, drop } = await createTestDatabase();
      const behind = new URL(url);
      const port = await freePort();
      behind.port = `${port}`;
      const waiting = spawnServer({
        ATOLL_DATA_DIR: join(folder, "waiting"),
        DATABASE_URL: behind.href,
        ATOLL_ADMIN_PASSWORD: "long enough indeed",
      });
      await expect.poll(waiting.output).toContain("The database cannot be reached yet");
      const forwarder = await forward(port, Number(new URL(url).port));
      const server = await untilReady(waiting);
      expect(await createClient(server.url).call(healthRoutes.getHealth, {})).toEqual({ status: "ready" });
      server.kill("SIGTERM");
      await server.exited;
      forwarder.close();
      await drop();
    });
  });

  describe("the first administrator", () => {
    test("can sign in as soon as the server says that it is well", async () => {
      const { url, drop } = await createTestDatabase();
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query("SELECT pg_advisory_lock(hashtext('atoll first administrator'))");
      const port = await freePort();
      const starting = startServerProcess({
        ATOLL_DATA_DIR: join(folder, "first-administrator"),
        DATABASE_URL: url,
        PORT: `${port}`,
        ATOLL_ADMIN_EMAIL: "first@example.test",
        ATOLL_ADMIN_PASSWORD: "long enough indeed",
      });
      // The server listens, and waits for its turn to create the administrator.
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
      const client = createClient(`http://127.0.0.1:${port}`);
      const order: string[] = [];
      const answers = [healthRoutes.getHealth.path, "/healthz", "/readyz"].map(async (path) => {
        const { status } = await client.send("GET", path);
        order.push(`${path} ${status}`);
      });
      await holder.query("SELECT pg_sleep(0.2)");
      order.push("may create");
      await holder.query("SELECT pg_advisory_unlock_all()");
      await Promise.all(answers);
      expect(order[0]).toBe("may create");
      expect(order.slice(1).toSorted()).toEqual(["/api/health 200", "/healthz 200", "/readyz 200"]);
      await client.call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email: "first@example.test", password: "long enough indeed" },
      });
      const server = await starting;
      server.kill("SIGTERM");
      await server.exited;
      await holder.end();
      await drop();
    });
  });

  describe("a command that cannot do its work", () => {
    test("says why in one sentence, without a stack", async () => {
      const { url, drop } = await createTestDatabase();
      const env = { ATOLL_DATA_DIR: join(folder, "command") };
      const nowhere = new URL(url);
      nowhere.port = `${await freePort()}`;
      const unreachable = await runOperatorCommand("backup", { ...env, DATABASE_URL: nowhere.href }, folder);
      expect(unreachable.output).toMatch(
        /^\nThe database cannot be reached: .*ECONNREFUSED.*\.\nCheck that it runs.*\n\n$/,
      );
      await writeFile(join(folder, "a-file"), "");
      const target = join(folder, "a-file", "backups");
      const noFolder = await runOperatorCommand("backup", { ...env, DATABASE_URL: url }, target);
      expect(noFolder.output).toMatch(/^\nA part of the path is not a folder: .*a-file.*\.\n.*\n\n$/);
      expect([unreachable.code, noFolder.code]).toEqual([1, 1]);
      await drop();
    });
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Makes the port of a database appear, as when it comes up later than Atoll. */
async function forward(from: number, to: number): Promise<Server> {
  const server = createTcpServer((socket) => {
    const target = connect(to, "127.0.0.1");
    socket.pipe(target).pipe(socket);
    for (const end of [socket, target]) end.on("error", () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(from, "127.0.0.1", resolve));
  return server;
}
