import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { getConstructionPlans, PgBoss, type QueueResult, type UpdateQueueOptions } from "pg-boss";
import type { Notifications } from "../database/notifications.ts";
import type { Log } from "../log/log.ts";
import { bossOver, openJobDatabase } from "./job-database.ts";

/** Background work, done by one of the nodes. The job itself is thin: the logic is in the slice. */
export interface Job<Tables, Data extends object = object> {
  /** In the whole application, as `slice.what-is-done`. */
  name: string;
  /** When it is due by itself, as a cron expression in UTC. Absent: only when it is enqueued. */
  cron?: string;
  /** Also due when a node starts, with `atStart` in its data: it takes up what a killed one left. */
  isDueAtStart?: boolean;
  /** How long one run may take before it is stopped and tried again. Absent: 15 minutes. At most a day. */
  longestSeconds?: number;
  /**
   * Does the work. Everything done through `tx` happens exactly once, because it commits together with the job's
   * completion. Everything else may happen again after a crash. An error causes a retry.
   */
  run(turn: JobTurn<Tables, Data>): Promise<void>;
}

export interface JobTurn<Tables, Data> {
  tx: Kysely<Tables>;
  data: Data;
  /** Aborted when this process is to stop, and when the job took too long: it is done again, then. */
  signal: AbortSignal;
}

/**
 * Has a job done once `tx`, the transaction of the change that it follows from, has committed. The same key again is
 * the same job, also after it was done: for a week.
 */
export type Enqueue<Tables> = <Data extends object>(
  tx: Kysely<Tables>,
  job: Job<Tables, Data>,
  data: Data,
  key?: string,
) => Promise<void>;

export interface Jobs<Tables> {
  enqueue: Enqueue<Tables>;
  start(): Promise<void>;
  /**
   * Stops taking jobs, aborts running ones, and leaves those that do not end in time to another node or the next start.
   */
  stop(): Promise<void>;
}

export interface JobsOptions<Tables> {
  db: Kysely<Tables>;
  pool: pg.Pool;
  notifications: Notifications;
  log: Log;
  /** Called with each failed attempt. */
  failed?: (job: string) => void;
  jobs: readonly Job<Tables>[];
  /** Whether jobs run on their schedules. True by default; tests switch it off. */
  runsOnSchedule?: boolean | undefined;
}

const schema = "jobs";

/** A job that takes longer is stopped and tried again. */
const longestSeconds = 15 * 60;
/** A node that died is noticed by its silence. */
const heartbeatSeconds = 30;
/** New jobs wake the nodes. Only retries and missed jobs wait for this. */
const lookEverySeconds = 60;
/** The whole process has to end within 5 s. */
const patienceMs = 2_000;

const queueOptions = {
  notify: true,
  retryLimit: 8,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds,
  deleteAfterSeconds: 7 * 24 * 3600,
} satisfies UpdateQueueOptions;

/** Makes the tables of jobs in a database that has none. The nodes see to them from then on. */
export const jobTables: string = getConstructionPlans(schema);

/**
 * Returns jobs and schedules over PostgreSQL, with pg-boss in its own schema: each job is done by the first free node,
 * and again by another one if that node dies. See docs/decisions/031-jobs-on-pg-boss.md.
 */
export function createJobs<Tables>(options: JobsOptions<Tables>): Jobs<Tables> {
  const { log, runsOnSchedule = true } = options;
  const database = openJobDatabase(options);
  const stopping = new AbortController();
  const boss = new PgBoss({
    db: database.boss,
    schema,
    useListenNotify: true,
    schedule: runsOnSchedule,
    // One pass of each suffices for the whole installation; they are rare, because nothing waits for them.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    queueCacheIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
    bamIntervalSeconds: 600,
    flowIntervalSeconds: 3600,
    registerInstance: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
  });
  boss.on("error", (error) => log.warn({ err: error }, "the jobs could not be looked after"));
  boss.on("warning", (warning) => log.warn({ warning }, "pg-boss warns"));

  async function open(job: Job<Tables>, queue: QueueResult | undefined): Promise<void> {
    const wanted = { ...queueOptions, expireInSeconds: job.longestSeconds ?? longestSeconds };
    if (!queue) await boss.createQueue(job.name, wanted);
    else if (!hasOptions(queue, wanted)) await boss.updateQueue(job.name, wanted);
    // If a schedule fell behind, one run is enough.
    if (job.cron && runsOnSchedule)
      await boss.schedule(job.name, job.cron, null, { tz: "UTC", missed: "once" });
    const worker = {
      transactional: true,
      includeMetadata: true,
      pollingIntervalSeconds: lookEverySeconds,
      notifyPollingIntervalSeconds: lookEverySeconds,
    } as const;
    const workerId: string = await boss.work<object, void, typeof worker>(
      job.name,
      worker,
      async ([turn], tx) => {
        if (!turn) return;
        const { id, data, retryCount, retryLimit } = turn;
        try {
          const signal = AbortSignal.any([turn.signal, stopping.signal]);
          await job.run({ tx: database.transactionOf(tx), data, signal });
        } catch (error) {
          const facts = { err: error, job: job.name, id, attempt: retryCount + 1 };
          if (!stopping.signal.aborted) options.failed?.(job.name);
          if (stopping.signal.aborted) log.info(facts, "a job was stopped, and is done again");
          else if (retryCount < retryLimit) log.warn(facts, "a job failed, and is tried again");
          else log.error(facts, "a job failed for good");
          throw error;
        } finally {
          // Queued jobs run one after the other, without a pause.
          boss.notifyWorker(workerId);
        }
      },
    );
  }

  return {
    async enqueue(tx, job, data, key) {
      await boss.send(job.name, data, {
        db: bossOver(tx),
        ...(key === undefined ? {} : { id: idOf(job.name, key) }),
      });
    },
    async start() {
      await boss.start();
      // One statement for all of them: mostly they are as they should be, since the last start.
      const names = options.jobs.map(({ name }) => name);
      const queues = await boss.getQueues(names, { limit: Math.max(names.length, 1) });
      const known = new Map(queues.map((queue) => [queue.name, queue]));
      for (const job of options.jobs) await open(job, known.get(job.name));
      if (!runsOnSchedule) return;
      for (const { name, isDueAtStart } of options.jobs)
        if (isDueAtStart) await boss.send(name, { atStart: true });
      // A schedule that this version does not know any more.
      const scheduled = new Set(options.jobs.filter(({ cron }) => cron).map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: patienceMs, close: false });
    },
  };
}

/** Returns whether a queue is already as it should be. */
function hasOptions(queue: QueueResult, wanted: UpdateQueueOptions): boolean {
  const options = Object.entries(wanted) as [keyof UpdateQueueOptions, unknown][];
  return options.every(([name, value]) => queue[name] === value);
}

/** The same for the same key, in the form of a UUID. */
function idOf(name: string, key: string): string {
  const hash = createHash("sha256").update(`${name}\0${key}`).digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
