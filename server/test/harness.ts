import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import { type App, buildApp } from "../src/app.ts";
import { notifyTopics } from "../src/notify-topics.ts";
import { openRedisLine } from "../src/platform/bus/redis-line.ts";
import type { MailConfig, MailInConfig } from "../src/platform/configuration/mail-config.ts";
import type { S3Config } from "../src/platform/configuration/s3-config.ts";
import type { SingleSignOnConfig } from "../src/platform/configuration/single-sign-on-config.ts";
import { openDatabase } from "../src/platform/database/database.ts";
import { knownMigrations } from "../src/platform/database/migrate.ts";
import { createNotifications, type NotificationsOptions } from "../src/platform/database/notifications.ts";
import { createPoolProbe } from "../src/platform/database/pool-probe.ts";
import type { FileStorage } from "../src/platform/files/file-storage.ts";
import { openStorage } from "../src/platform/files/open-storage.ts";
import { claimStorage } from "../src/platform/files/storage-mark.ts";
import { listenOn } from "../src/platform/http/listen-on.ts";
import { takeWebBuild } from "../src/platform/http/web-app/web-builds.ts";
import { createLog } from "../src/platform/log/log.ts";
import { createMetrics, watchPool, watchQueries } from "../src/platform/metrics.ts";
import { createReadiness } from "../src/platform/operation/readiness.ts";
import { createSlowStatements } from "../src/platform/operation/slow-statements.ts";
import type { OutboundRules } from "../src/platform/outbound/guarded-post.ts";
import { type StorageRoom, watchRoom } from "../src/platform/storage-room.ts";
import { readVersion } from "../src/platform/version.ts";
import type { Ground, SharedDocumentKind } from "../src/slice.ts";
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
  databaseUrl: string;
  db: Database;
  app: App;
  files: FileStorage;
  /** Where the files lie, this server's alone. */
  filesFolder: string;
  room: StorageRoom;
  /** Nobody's client. */
  anyone: Client;
  signIn(person: TestPerson): Promise<SignedIn>;
  /** Settles when this server has heard of every change that was committed before, by whomever. */
  felt(): Promise<void>;
  /** A socket of a signed-in person, connected. */
  connect(signedIn: SignedIn): Promise<TestSocket>;
  /** Closes the sockets, and forgets what the server keeps in memory, as after a gap in its notifications. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  databaseUrl?: string;
  /** As `BUS_URL`. */
  busUrl?: string;
  /** As `ATOLL_TRUSTED_PROXY`. */
  trustedProxies?: string[];
  /** As `ATOLL_PEOPLE_PER_ADDRESS`; the limits are those of the contract if not set. */
  peoplePerAddress?: number;
  /** As `ATOLL_METRICS_FROM`. */
  metricsFrom?: string[];
  /** As `ATOLL_PUBLIC_URL`. */
  publicUrl?: string;
  /** The private hosts it may send to. */
  outbound?: OutboundRules;
  /** Other waits than usual. A search may take two minutes unless this says otherwise: the machine may be busy. */
  patience?: Ground["patience"];
  /** As `SMTP_URL` and `MAIL_FROM`. */
  mail?: MailConfig;
  /** As the variables `MAIL_INBOUND_…`. */
  mailIn?: MailInConfig;
  /** As the variables `ATOLL_OIDC_…`. */
  singleSignOn?: SingleSignOnConfig;
  /** As `ATOLL_SESSION_DAYS`. */
  longestSessionDays?: number;
  /** Takes every line of the log, from `debug` on. */
  onLogLine?: (line: string) => void;
  /** As `ATOLL_MAX_FILE_MB`, in bytes. */
  maxFileBytes?: number;
  /** Where builds of the web app lie, instead of this checkout's. */
  webBuilds?: string;
  /** As `ATOLL_STORAGE_PER_PERSON_GB`, in bytes. */
  maxBytesPerPerson?: number;
  /** As `ATOLL_DATA_DIR`: it keeps the list of erasures. */
  dataFolder?: string;
  /** As `ATOLL_EXPORT_EVERYTHING`. */
  isFullExportAllowed?: boolean;
  /** Storage that fails in its own way, made from the one that does not. */
  breakFiles?: (files: FileStorage) => FileStorage;
  /** How much is free on its disk, in bytes; uploads leave a gigabyte of it. */
  freeBytes?: () => number;
  /** As the variables `ATOLL_S3_…`; files are on disk if not set. */
  s3?: S3Config;
  /** Marks the folder of files as this database's, as a start does. A bucket is always marked. */
  marksFilesFolder?: boolean;
  /** Additional kinds of drafts. */
  documentKinds?: readonly SharedDocumentKind[];
  /** Another way to the same database for the listening connection, and how soon its silence is noticed. */
  listening?: { url: string; pace: NonNullable<NotificationsOptions["pace"]> };
  /** Whether the process was told to stop. */
  isDraining?: () => boolean;
}

const webBuilds = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Read once for all servers of this process. */
const migrations = knownMigrations();

/** The queues of jobs as JSON, which the first server of this process made one after the other. */
let queues: string | undefined;

/** Gives a new database the queues of jobs, which takes hundreds of statements from each server that starts. */
async function fillQueues(pool: pg.Pool): Promise<void> {
  if (queues === undefined) return;
  const { rows } = await pool.query("SELECT to_regclass('jobs.queue') IS NOT NULL AS has_queues");
  if (!rows[0].has_queues) return;
  const all = "SELECT * FROM json_populate_recordset(NULL::jobs.queue, $1::json)";
  await pool.query(`INSERT INTO jobs.queue ${all} ON CONFLICT DO NOTHING`, [queues]);
}

export type TestNodes = [TestServer, TestServer] & { close(): Promise<void> };

/** Two servers on one database. Close them together in `afterAll`. */
export async function startTestNodes(options: TestServerOptions = {}): Promise<TestNodes> {
  const { url: databaseUrl, drop } = await createTestDatabase();
  const nodes: [TestServer, TestServer] = [
    await startTestServer({ ...options, databaseUrl }),
    await startTestServer({ ...options, databaseUrl }),
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
  const metrics = createMetrics();
  const slowStatements = createSlowStatements();
  const { db, pool, announcements } = openDatabase<Tables>({
    url: database.url,
    log,
    preparedStatements: true,
    observe: watchQueries(metrics, log, slowStatements),
  });
  watchPool(metrics, pool);
  await fillQueues(pool);
  const { listening } = options;
  const listener = createNotifications(listening?.url ?? database.url, log, {
    probe: createPoolProbe(pool, log),
    ...(listening && { pace: listening.pace }),
  });
  const gapHandlers: Parameters<typeof listener.onGap>[0][] = [];
  const notifications = {
    ...listener,
    onGap(handler: (typeof gapHandlers)[number]) {
      gapHandlers.push(handler);
      listener.onGap(handler);
    },
  };
  const filesFolder = await mkdtemp(join(tmpdir(), "atoll-test-files-"));
  const storage = await openStorage({ s3: options.s3, filesFolder }, log);
  const files = options.breakFiles?.(storage) ?? storage;
  const { freeBytes = () => Number.POSITIVE_INFINITY } = options;
  const room = watchRoom({
    folders: { files: filesFolder, database: filesFolder },
    keepFreeBytes: 1024 ** 3,
    freeBytesOf: async () => freeBytes(),
  });
  const web = takeWebBuild(options.webBuilds ?? webBuilds, log);
  const busLine = options.busUrl
    ? await openRedisLine({ url: options.busUrl, name: `atoll:${database.url}`, log, say: () => undefined })
    : undefined;
  const app = await buildApp({
    db,
    pool,
    notifications,
    announcements,
    busLine,
    log,
    files,
    room,
    maxBytesPerPerson: options.maxBytesPerPerson ?? 1024 ** 3,
    dataFolder: options.dataFolder,
    isFullExportAllowed: options.isFullExportAllowed,
    workspace: {
      productName: "Atoll",
      companyName: "Test Company",
      version: "0.0.0",
      maxFileBytes: options.maxFileBytes ?? 100 * 1024 * 1024,
    },
    singleSignOn: options.singleSignOn,
    mail: options.mail,
    mailIn: options.mailIn,
    longestSessionDays: options.longestSessionDays ?? 90,
    trustedProxies: options.trustedProxies ?? [],
    // Jobs that run every minute or hour would interfere.
    runsOnSchedule: false,
    documentKinds: options.documentKinds ?? [],
    metrics,
    slowStatements,
    readiness: createReadiness({
      db,
      migrations: await migrations,
      version: readVersion(),
      files,
      filesMark:
        options.marksFilesFolder || options.s3 ? await claimStorage(db, files, async () => []) : undefined,
      room,
      isDraining: options.isDraining ?? (() => false),
      isHearing: notifications.isHearing,
    }),
    peoplePerAddress: options.peoplePerAddress ?? 100,
    metricsFrom: options.metricsFrom ?? ["loopback"],
    publicUrl: options.publicUrl,
    patience: { searchMs: 120_000, ...options.patience },
    ...(options.outbound && { outbound: options.outbound }),
    webFolder: web.folder,
  });
  if (queues === undefined) {
    const { rows } = await pool.query("SELECT json_agg(queue)::text AS all FROM jobs.queue AS queue");
    queues = rows[0].all;
  }
  const url = await listenOn(app.http, { port: 0, host: "127.0.0.1" });
  const anyone = createClient(url);
  const sockets = new Set<TestSocket>();
  // Notifications come in the order of commits, and this handler after the application's own.
  const marks = new Map<string, () => void>();
  notifications.on(notifyTopics.viewerChanged, (mark) => {
    marks.get(mark)?.();
    marks.delete(mark);
  });

  return {
    url,
    databaseUrl: database.url,
    db,
    app,
    files,
    filesFolder,
    room,
    anyone,
    async signIn(person) {
      const { session, user } = await anyone.call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email: person.email, password: person.password },
      });
      return { client: createClient(url, session.accessToken), session, user };
    },
    async felt() {
      const mark = uuidv7();
      const heard = new Promise<void>((resolve) => marks.set(mark, resolve));
      await sql`SELECT pg_notify(${notifyTopics.viewerChanged}, ${mark})`.execute(db);
      await heard;
    },
    async connect(signedIn) {
      const socket = await openSocket(url, signedIn.session.accessToken);
      sockets.add(socket);
      return socket;
    },
    async forget() {
      for (const socket of sockets) socket.close();
      sockets.clear();
      await Promise.all(gapHandlers.map(async (handler) => handler(true)));
    },
    async close() {
      for (const socket of sockets) socket.close();
      await app.close();
      web.release();
      await notifications.close();
      await db.destroy();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}
