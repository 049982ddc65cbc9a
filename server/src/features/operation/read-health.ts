import {
  type Health,
  type HealthNode,
  type HealthProblem,
  type Logging,
  nodeReportSchema,
} from "@atoll/contract/operation/routes";
import { sql } from "kysely";
import { withinPatience as within } from "../../platform/turns/within-patience.ts";
import type { SliceContext } from "../../slice.ts";

/** The context, how this node writes its report, and how much it logs. */
export type HealthContext = SliceContext & { reportNow: () => Promise<void>; logging: Logging };

/** Less free space than this is named. */
const scarceBytes = 5 * 1024 ** 3;
const dayMs = 24 * 3_600_000;
/** A backup is made every night; one that failed once is no reason to worry. */
const backupAgeMs = 2 * dayMs;
/** Jobs and mails that are due begin at once, unless one of their kind takes long. */
const lateSeconds = 10 * 60;
/** Longer than a job may take, which works in one transaction. */
const longTransactionSeconds = 20 * 60;
/** The share of the database's connections from which others may be refused. */
const scarceShare = 0.85;
/** A node that is heard has to report more often. */
const staleSeconds = 45;

/** Everything that is measured; problems are drawn from it. */
type Measured = Omit<Health, "problems">;
type Part = "database" | "jobs" | "files" | "backup" | "mail" | "push";
type Known<Name extends Part> = NonNullable<Health[Name]>;

/**
 * Reads the state of the installation, and finds its problems. A part that fails or takes too long is a problem itself:
 * the others are needed most then.
 */
export async function readHealth(context: HealthContext): Promise<Health> {
  // This node as it is now, and the others as they were a moment ago.
  const hasReported = await within(context.reportNow()).then(
    () => true,
    () => false,
  );
  const unread: Part[] = [];
  const part = async <Value>(name: Part, work: Promise<Value>): Promise<Value | null> =>
    within(work).catch((error: unknown) => {
      unread.push(name);
      context.log.warn({ err: error, part: name }, "a part of the health could not be read");
      return null;
    });
  const [nodes, database, jobs, files, backup, mail, push] = await Promise.all([
    readNodes(context),
    part("database", readDatabase(context)),
    part("jobs", readJobs(context)),
    part("files", readFiles(context)),
    part("backup", readBackup(context)),
    part("mail", readMail(context)),
    part("push", readPush(context)),
  ]);
  const measured = {
    takenAt: new Date().toISOString(),
    logging: context.logging,
    ...{ nodes: nodes.filter((node) => !isReplaced(node, nodes)), database, files, backup, mail, push },
    jobs: jobs && withoutOldest(jobs),
  };
  const problems = [
    ...(hasReported ? [] : [problem("error", "writes-refused")]),
    ...unread.map((name) => problem("error", "unknown", name)),
    ...restartsOf(nodes),
    ...findProblems(measured, jobs?.oldestDueName ?? null),
  ];
  return {
    ...measured,
    problems: problems.sort((one, other) => one.severity.localeCompare(other.severity)),
  };
}

const withoutOldest = ({ oldestDueName: _, ...jobs }: Known<"jobs"> & { oldestDueName: string | null }) =>
  jobs;

async function readNodes({ db }: HealthContext): Promise<HealthNode[]> {
  const { rows } = await sql<{
    id: string;
    report: unknown;
    reported_at: Date | null;
    is_silent: boolean;
    is_stale: boolean;
  }>`
    SELECT id, report, reported_at, alive_until < now() AS is_silent,
      coalesce(alive_until >= now() AND reported_at < now() - ${staleSeconds} * interval '1 second', false) AS is_stale
    FROM nodes ORDER BY id`.execute(db);
  return rows.map(({ id, report, reported_at, is_silent, is_stale }) => ({
    id,
    // A node of another version may say other things.
    report: nodeReportSchema.safeParse(report).data ?? null,
    reportedAt: reported_at?.toISOString() ?? null,
    isSilent: is_silent,
    isStale: is_stale,
  }));
}

/** A process that crashed and was started again on its host: its row is kept for an hour. */
function isReplaced(node: HealthNode, nodes: readonly HealthNode[]): boolean {
  return (
    node.isSilent &&
    nodes.some(
      ({ isSilent, report }) =>
        !isSilent &&
        report !== null &&
        report.host === node.report?.host &&
        report.startedAt > node.report.startedAt,
    )
  );
}

function restartsOf(nodes: readonly HealthNode[]): HealthProblem[] {
  const counts = new Map<string, number>();
  for (const node of nodes)
    if (node.report && isReplaced(node, nodes))
      counts.set(node.report.host, (counts.get(node.report.host) ?? 0) + 1);
  return [...counts].map(([host, count]) => ({ ...problem("warning", "restarted", host), count }));
}

async function readDatabase({ db, room }: HealthContext): Promise<Known<"database">> {
  // pg_stat_activity hides the sessions of other roles from this one; pg_stat_database counts them.
  const { rows } = await sql<Omit<Known<"database">, "isEmbedded">>`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float8 AS "sizeBytes",
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS "connectionCount",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS "connectionLimit",
      (SELECT extract(epoch FROM now() - min(xact_start))::float8 FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      ) AS "oldestTransactionSeconds"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database says nothing about itself");
  return { ...row, isEmbedded: room.hasDatabase };
}

interface QueueRow {
  name: string;
  waiting: number;
  due_seconds: number | null;
  running: number;
  failed: number;
  failed_at: Date | null;
}

async function readJobs({ db }: HealthContext): Promise<Known<"jobs"> & { oldestDueName: string | null }> {
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

async function readFiles({ db, files, readiness }: HealthContext): Promise<Known<"files">> {
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

async function readBackup({ db }: HealthContext): Promise<Known<"backup">> {
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

async function readMail({ db, mail }: HealthContext): Promise<Known<"mail">> {
  const { rows } = await sql<Omit<Known<"mail">, "isOn">>`
    SELECT count(*) FILTER (WHERE state = 'waiting')::int AS "waitingCount",
      extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting' AND due_at <= now()))::float8
        AS "oldestDueSeconds",
      count(*) FILTER (WHERE state = 'failed' AND settled_at > now() - interval '1 day')::int AS "failedCount"
    FROM mails WHERE state IN ('waiting', 'failed')`.execute(db);
  const row = rows[0] ?? { waitingCount: 0, oldestDueSeconds: null, failedCount: 0 };
  return { isOn: mail !== undefined, ...row };
}

async function readPush({ db }: HealthContext): Promise<Known<"push">> {
  const { rows } = await sql<{ devices: number; created_at: Date | null }>`
    SELECT (SELECT count(*)::int FROM push_subscriptions) AS devices,
      (SELECT max(created_at) FROM push_keys) AS created_at`.execute(db);
  return {
    deviceCount: rows[0]?.devices ?? 0,
    keyCreatedAt: rows[0]?.created_at?.toISOString() ?? null,
  };
}

/** Returns the problems of what was read. */
function findProblems(health: Measured, oldestDueName: string | null): HealthProblem[] {
  const { nodes, database, jobs, files, mail } = health;
  const versions = new Set(nodes.flatMap(({ report }) => report?.version ?? []));
  const share = database && database.connectionCount / database.connectionLimit;
  const when = (is: boolean | null | undefined, found: HealthProblem) => (is ? [found] : []);
  return [
    ...nodes.flatMap(problemsOf),
    ...when(files && !files.isAvailable, problem("error", "files-unavailable")),
    ...when(versions.size > 1, problem("warning", "versions-differ")),
    ...backupProblems(health),
    ...when(isLate(jobs), problem("warning", "jobs-late", oldestDueName)),
    ...(jobs?.failed ?? [])
      .filter(({ lastAt }) => isWithin(lastAt, dayMs, health))
      .map(({ name, count }) => ({ ...problem("warning", "jobs-failed", name), count })),
    ...when(share !== null && share > scarceShare, problem("warning", "connections-scarce")),
    ...when(
      (database?.oldestTransactionSeconds ?? 0) > longTransactionSeconds,
      problem("warning", "transaction-long"),
    ),
    ...when(mail?.isOn && isLate(mail), problem("error", "mail-late")),
    ...when(mail && mail.failedCount > 0, problem("warning", "mail-failed")),
  ];
}

const isLate = (queue: { oldestDueSeconds: number | null } | null) =>
  (queue?.oldestDueSeconds ?? 0) > lateSeconds;

function problemsOf({ id, report, isSilent, isStale }: HealthNode): HealthProblem[] {
  const name = report?.host ?? id;
  if (isSilent) return [problem("error", "silent", name)];
  if (!report) return [];
  const { obstacles, limits, disks } = report;
  const isLow = [disks.files, disks.database].some(
    ({ freeBytes }) => freeBytes !== null && freeBytes < scarceBytes,
  );
  return [
    ...(isStale ? [problem("error", "stale", name)] : []),
    ...(obstacles.length > 0 ? [problem("error", "not-ready", name, obstacles)] : []),
    ...(limits.includes("bus") ? [problem("warning", "bus-away", name)] : []),
    ...(isLow ? [problem("warning", "disk-low", name)] : []),
  ];
}

function backupProblems(health: Measured): HealthProblem[] {
  const { backup, database } = health;
  if (!backup) return [];
  if (backup.incompleteAt) return [problem("warning", "backup-incomplete")];
  // An operator may back up their own PostgreSQL in another way, which Atoll does not know.
  if (!backup.finishedAt) return database?.isEmbedded ? [problem("warning", "backup-missing")] : [];
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
  return { code, severity, about, count: null, reasons };
}
