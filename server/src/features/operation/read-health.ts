import {
  type Health,
  type HealthNode,
  type HealthProblem,
  nodeReportSchema,
} from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";

/** Less free space than this is named. */
const scarceBytes = 5 * 1024 ** 3;
const dayMs = 24 * 3_600_000;
/** A backup is made every night; one that failed once is no reason to worry. */
const backupAgeMs = 2 * dayMs;
/** Jobs and mails that are due begin at once, unless one of their kind takes long. */
const lateSeconds = 10 * 60;
const longTransactionSeconds = 10 * 60;
/** The share of the database's connections from which others may be refused. */
const scarceShare = 0.85;

/** Everything that is measured; problems are drawn from it. */
type Measured = Omit<Health, "problems">;

/** Reads the state of the installation, and says what is wrong with it. */
export async function readHealth(context: SliceContext): Promise<Health> {
  const [nodes, database, jobs, files, backup, mail, push] = await Promise.all([
    readNodes(context),
    readDatabase(context),
    readJobs(context),
    readFiles(context),
    readBackup(context),
    readMail(context),
    readPush(context),
  ]);
  const { oldestDueName, ...counted } = jobs;
  const measured = {
    takenAt: new Date().toISOString(),
    ...{ nodes, database, jobs: counted, files, backup, mail, push },
  };
  return { ...measured, problems: findProblems(measured, oldestDueName) };
}

async function readNodes({ db }: SliceContext): Promise<HealthNode[]> {
  const { rows } = await sql<{ id: string; report: unknown; reported_at: Date | null; is_silent: boolean }>`
    SELECT id, report, reported_at, alive_until < now() AS is_silent FROM nodes ORDER BY id`.execute(db);
  return rows.map(({ id, report, reported_at, is_silent }) => ({
    id,
    // A node of another version may say other things.
    report: nodeReportSchema.safeParse(report).data ?? null,
    reportedAt: reported_at?.toISOString() ?? null,
    isSilent: is_silent,
  }));
}

async function readDatabase({ db, room }: SliceContext): Promise<Health["database"]> {
  const { rows } = await sql<Omit<Health["database"], "isEmbedded">>`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float8 AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS "connectionCount",
      current_setting('max_connections')::int AS "connectionLimit",
      (SELECT extract(epoch FROM now() - min(xact_start))::float8 FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      ) AS "oldestTransactionSeconds"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database says nothing about itself");
  const { database } = await room.state();
  return { ...row, isEmbedded: database.freeBytes !== undefined };
}

interface QueueRow {
  name: string;
  waiting: number;
  due_seconds: number | null;
  running: number;
  failed: number;
  failed_at: Date | null;
}

async function readJobs({ db }: SliceContext): Promise<Health["jobs"] & { oldestDueName: string | null }> {
  const { rows } = await sql<QueueRow>`
    SELECT q.name, w.waiting, w.due_seconds, r.running, f.failed, f.failed_at
    FROM jobs.queue q
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting,
          extract(epoch FROM now() - min(j.start_after) FILTER (WHERE j.start_after <= now()))::float8 AS due_seconds
        FROM jobs.job j WHERE j.name = q.name AND j.state IN ('created', 'retry')) w
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS running FROM jobs.job j WHERE j.name = q.name AND j.state = 'active') r
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS failed, max(j.completed_on) AS failed_at
        FROM jobs.job j WHERE j.name = q.name AND j.state = 'failed') f
    WHERE q.name NOT LIKE '\\_\\_pgboss%'`.execute(db);
  const sum = (read: (row: QueueRow) => number) => rows.reduce((total, row) => total + read(row), 0);
  const [oldest] = rows
    .filter(({ due_seconds }) => due_seconds !== null)
    .sort((one, other) => (other.due_seconds ?? 0) - (one.due_seconds ?? 0));
  return {
    waitingCount: sum(({ waiting }) => waiting),
    runningCount: sum(({ running }) => running),
    oldestDueSeconds: oldest?.due_seconds ?? null,
    oldestDueName: oldest?.name ?? null,
    failed: rows
      .flatMap(({ name, failed, failed_at }) =>
        failed_at === null ? [] : [{ name, count: failed, lastAt: failed_at.toISOString() }],
      )
      .sort((one, other) => other.lastAt.localeCompare(one.lastAt)),
  };
}

async function readFiles({ db, files, readiness }: SliceContext): Promise<Health["files"]> {
  const [{ rows }, { limits }] = await Promise.all([
    // The whole table would have to be read to count it; the statistics know it well enough.
    sql<{ count: number }>`
      SELECT greatest(reltuples, 0)::int AS count FROM pg_class WHERE oid = 'files'::regclass`.execute(db),
    readiness(),
  ]);
  return {
    place: files.site.name,
    isRemote: files.site.isRemote,
    isAvailable: !limits.includes("files"),
    count: rows[0]?.count ?? 0,
  };
}

async function readBackup({ db }: SliceContext): Promise<Health["backup"]> {
  const { rows } = await sql<{ finished_at: Date | null; incomplete_at: Date | null }>`
    SELECT max(finished_at) FILTER (WHERE is_complete) AS finished_at,
      max(finished_at) FILTER (WHERE NOT is_complete) AS incomplete_at FROM backups`.execute(db);
  const [finished, incomplete] = [rows[0]?.finished_at ?? null, rows[0]?.incomplete_at ?? null];
  const isNewer = incomplete !== null && (finished === null || incomplete > finished);
  return {
    finishedAt: finished?.toISOString() ?? null,
    incompleteAt: isNewer ? incomplete.toISOString() : null,
  };
}

async function readMail({ db, mail }: SliceContext): Promise<Health["mail"]> {
  const { rows } = await sql<Omit<Health["mail"], "isOn">>`
    SELECT count(*) FILTER (WHERE state = 'waiting')::int AS "waitingCount",
      extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting' AND due_at <= now()))::float8
        AS "oldestDueSeconds",
      count(*) FILTER (WHERE state = 'failed' AND settled_at > now() - interval '1 day')::int AS "failedCount"
    FROM mails WHERE state IN ('waiting', 'failed')`.execute(db);
  const row = rows[0] ?? { waitingCount: 0, oldestDueSeconds: null, failedCount: 0 };
  return { isOn: mail !== undefined, ...row };
}

async function readPush({ db }: SliceContext): Promise<Health["push"]> {
  const { rows } = await sql<{ devices: number; created_at: Date | null }>`
    SELECT (SELECT count(*)::int FROM push_subscriptions) AS devices,
      (SELECT max(created_at) FROM push_keys) AS created_at`.execute(db);
  return {
    deviceCount: rows[0]?.devices ?? 0,
    keyCreatedAt: rows[0]?.created_at?.toISOString() ?? null,
  };
}

/** Returns what is wrong, errors first. */
function findProblems(health: Measured, oldestDueName: string | null): HealthProblem[] {
  const { nodes, database, jobs, files, mail } = health;
  const found: HealthProblem[] = [
    ...nodes.flatMap(problemsOf),
    ...(files.isAvailable ? [] : [problem("error", "files-unavailable")]),
    ...(new Set(nodes.flatMap(({ report }) => report?.version ?? [])).size > 1
      ? [problem("warning", "versions-differ")]
      : []),
    ...backupProblems(health),
    ...((jobs.oldestDueSeconds ?? 0) > lateSeconds ? [problem("warning", "jobs-late", oldestDueName)] : []),
    ...jobs.failed
      .filter(({ lastAt }) => isWithin(lastAt, dayMs, health))
      .map(({ name }) => problem("warning", "jobs-failed", name)),
    ...(database.connectionCount > database.connectionLimit * scarceShare
      ? [problem("warning", "connections-scarce")]
      : []),
    ...((database.oldestTransactionSeconds ?? 0) > longTransactionSeconds
      ? [problem("warning", "transaction-long")]
      : []),
    ...(mail.isOn && (mail.oldestDueSeconds ?? 0) > lateSeconds ? [problem("error", "mail-late")] : []),
    ...(mail.failedCount > 0 ? [problem("warning", "mail-failed")] : []),
  ];
  return found.sort((one, other) => one.severity.localeCompare(other.severity));
}

function problemsOf({ id, report, isSilent }: HealthNode): HealthProblem[] {
  const name = report?.host ?? id;
  if (isSilent) return [problem("error", "silent", name)];
  if (!report) return [];
  const { obstacles, disks } = report;
  const isLow = [disks.files, disks.database].some(
    ({ freeBytes }) => freeBytes !== null && freeBytes < scarceBytes,
  );
  return [
    ...(obstacles.length > 0 ? [problem("error", "not-ready", name, obstacles)] : []),
    ...(isLow ? [problem("warning", "disk-low", name)] : []),
  ];
}

function backupProblems(health: Measured): HealthProblem[] {
  const { backup, database } = health;
  if (backup.incompleteAt) return [problem("warning", "backup-incomplete")];
  // An operator may back up their own PostgreSQL in another way, which Atoll does not know.
  if (!backup.finishedAt) return database.isEmbedded ? [problem("warning", "backup-missing")] : [];
  return isWithin(backup.finishedAt, backupAgeMs, health) ? [] : [problem("warning", "backup-old")];
}

const isWithin = (instant: string, ms: number, { takenAt }: Measured) =>
  Date.parse(takenAt) - Date.parse(instant) <= ms;

function problem(
  severity: HealthProblem["severity"],
  code: HealthProblem["code"],
  about: string | null = null,
  reasons: string[] = [],
): HealthProblem {
  return { code, severity, about, reasons };
}
