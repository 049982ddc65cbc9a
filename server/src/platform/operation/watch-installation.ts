import { type QueryExecutorProvider, sql } from "kysely";
import { Gauge } from "prom-client";
import type { Metrics } from "../metrics.ts";
import type { StorageRoom } from "../storage-room.ts";
import type { Readiness } from "./readiness.ts";

export interface Installation {
  db: QueryExecutorProvider;
  room: StorageRoom;
  readiness: Readiness;
  version: string;
}

type Figure = [labels: Record<string, string>, value: number];

/** Registers what an operator watches of a whole installation: its version, disks, jobs and backups. */
export function watchInstallation(metrics: Metrics, { db, room, readiness, version }: Installation): void {
  const add = (name: string, help: string, labelNames: string[], read: () => Promise<Figure[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        // After a reset a figure without labels would be 0, not absent.
        if (labelNames.length > 0) this.reset();
        else this.remove();
        // Without the database all other figures must still come.
        for (const [labels, value] of await read().catch(() => [])) this.set(labels, value);
      },
    });

  add("atoll_info", "Always 1; its label says which version runs.", ["version"], async () => [
    [{ version }, 1],
  ]);
  add("atoll_disk_free_bytes", "Free space where files and the database lie.", ["disk"], async () =>
    Object.entries(await room.state()).flatMap(([disk, { freeBytes }]): Figure[] =>
      freeBytes === undefined ? [] : [[{ disk }, freeBytes]],
    ),
  );
  add(
    "atoll_files_available",
    "1 while uploaded files can be stored and opened, otherwise 0.",
    [],
    async () => [[{}, (await readiness()).limits.includes("files") ? 0 : 1]],
  );
  add(
    "atoll_jobs",
    "Jobs of the installation by state, counted once a minute; a failed one is kept for a week.",
    ["job", "state"],
    () => readJobs(db),
  );
  add("atoll_last_backup_age_seconds", "Age of the last complete backup; absent without one.", [], () =>
    readBackupAge(db),
  );
}

async function readJobs(db: QueryExecutorProvider): Promise<Figure[]> {
  const { rows } = await sql<{ name: string; waiting: number; active: number; failed: number }>`
    SELECT name, ready_count + deferred_count AS waiting, active_count AS active, failed_count AS failed
    FROM jobs.queue ORDER BY name`.execute(db);
  return rows.flatMap(({ name, ...states }) =>
    Object.entries(states).map(([state, count]): Figure => [{ job: name, state }, count]),
  );
}

async function readBackupAge(db: QueryExecutorProvider): Promise<Figure[]> {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT extract(epoch FROM now() - max(finished_at))::float8 AS seconds FROM backups WHERE is_complete`.execute(
    db,
  );
  const seconds = rows[0]?.seconds;
  return seconds === null || seconds === undefined ? [] : [[{}, seconds]];
}
