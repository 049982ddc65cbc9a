import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { type App, buildApp, notificationTopics } from "../src/app.ts";
import { openDatabase } from "../src/platform/database/database.ts";
import { listen } from "../src/platform/database/notifications.ts";
import { openDiskStorage } from "../src/platform/files/disk-storage.ts";
import type { FileStorage } from "../src/platform/files/file-storage.ts";
import { listenOn } from "../src/platform/http/listen-on.ts";
import { createLog } from "../src/platform/log.ts";
import type { SingleSignOnConfig } from "../src/platform/single-sign-on-config.ts";
import type { Database, Tables } from "../src/tables.ts";
import { type Client, createClient } from "./client.ts";
import { createTestDatabase } from "./database.ts";
import type { TestPerson } from "./factories.ts";
import { openSocket, type TestSocket } from "./socket.ts";

export interface SignedIn {
  client: Client;
  session: Session;
  user: Viewer;
}

export interface TestServer {
  url: string;
  db: Database;
  app: App;
  files: FileStorage;
  /** Where the files lie, this server's alone. */
  filesFolder: string;
  /** Nobody's client. */
  anyone: Client;
  signIn(person: TestPerson): Promise<SignedIn>;
  /** A socket of a signed-in person, connected. */
  connect(signedIn: SignedIn): Promise<TestSocket>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  databaseUrl?: string;
  /** As `ATOLL_TRUSTED_PROXY`. */
  trustedProxies?: string[];
  /** As the variables `ATOLL_OIDC_…`. */
  singleSignOn?: SingleSignOnConfig;
  /** Takes every line of the log, from `debug` on. */
  onLogLine?: (line: string) => void;
  /** As `ATOLL_MAX_FILE_MB`, in bytes. */
  maxFileBytes?: number;
  /** Storage that fails in its own way, made from the one that does not. */
  breakFiles?: (files: FileStorage) => FileStorage;
}

export type TestNodes = [TestServer, TestServer] & { close(): Promise<void> };

/** Two servers on one database, with no bus between them. Close them together in `afterAll`. */
export async function startTestNodes(): Promise<TestNodes> {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const nodes: [TestServer, TestServer] = [
    await startTestServer({ databaseUrl }),
    await startTestServer({ databaseUrl }),
  ];
  return Object.assign(nodes, {
    async close() {
      for (const node of nodes) await node.close();
      await drop();
    },
  });
}

/** The whole server on a free port, over a database of its own. Close it in `afterAll`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  const { onLogLine } = options;
  const log = onLogLine
    ? createLog("debug", { write: onLogLine })
    : createLog(process.env.ATOLL_LOG_LEVEL ?? "silent");
  const { db } = openDatabase<Tables>({ url: database.url, log, preparedStatements: true });
  const notifications = await listen(database.url, notificationTopics, log);
  const filesFolder = await mkdtemp(join(tmpdir(), "atoll-test-files-"));
  const disk = openDiskStorage(filesFolder);
  const files = options.breakFiles?.(disk) ?? disk;
  const app = await buildApp({
    db,
    notifications,
    log,
    files,
    workspace: {
      productName: "Atoll",
      companyName: "Test Company",
      version: "0.0.0",
      maxFileBytes: options.maxFileBytes ?? 100 * 1024 * 1024,
    },
    singleSignOn: options.singleSignOn,
    trustedProxies: options.trustedProxies ?? [],
    webFolder: new URL("../../web/dist", import.meta.url).pathname,
  });
  const url = await listenOn(app.http, { port: 0, host: "127.0.0.1" });
  const anyone = createClient(url);
  const sockets = new Set<TestSocket>();

  return {
    url,
    db,
    app,
    files,
    filesFolder,
    anyone,
    async signIn(person) {
      const { session, user } = await anyone.call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email: person.email, password: person.password },
      });
      return { client: createClient(url, session.accessToken), session, user };
    },
    async connect(signedIn) {
      const socket = await openSocket(url, signedIn.session.accessToken);
      sockets.add(socket);
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.close();
      await app.close();
      await notifications.close();
      await db.destroy();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}
