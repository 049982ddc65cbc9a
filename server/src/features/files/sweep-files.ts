import { sql } from "kysely";
import type { Job } from "../../platform/jobs/jobs.ts";
import { repeat } from "../../platform/turns/repeat.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { deleteForgotten, forgetFiles, placesOf } from "./forget-files.ts";

/** A person who takes longer to write a message has to upload its files again. */
const unattachedHours = 24;
const batchSize = 50;

type SweepDependencies = Pick<SliceContext, "db" | "files">;

/** Sweeps once an hour. */
export function sweepJob(deps: SweepDependencies): Job<Tables> {
  return {
    name: "files.sweep",
    cron: "0 * * * *",
    async run({ signal }) {
      await sweepFiles(deps, signal);
    },
  };
}

/** Deletes what killed processes received on this machine, which no job on another node sees. */
export function watchReceivedFiles({ files, log }: Pick<SliceContext, "files" | "log">): LivePart {
  const clean = () => files.discardReceived(longAgo());
  const onError = (err: unknown) => log.warn({ err }, "files left by a killed server are deleted later");
  const hourly = repeat({ everyMs: 3600_000, run: clean, onError });
  return { onGap: () => clean().catch(onError), stop: hourly.stop };
}

const longAgo = (): Date => new Date(Date.now() - unattachedHours * 3600_000);

/**
 * Deletes the files that were uploaded and not attached to anything within a day, those that were discarded, and
 * what killed processes left half-uploaded.
 * @returns how many were deleted.
 */
export async function sweepFiles({ db, files }: SweepDependencies, signal?: AbortSignal): Promise<number> {
  const before = longAgo();
  let deleted = 0;
  for (let found = batchSize; found === batchSize; ) {
    signal?.throwIfAborted();
    const batch = await sweepBatch(db, before);
    found = batch.found;
    deleted += batch.deleted;
  }
  // A file that cannot be deleted must not keep the rest.
  const ended = await Promise.allSettled([
    deleteForgotten({ db, files }, signal),
    files.discardLeftOvers(before),
  ]);
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  return deleted;
}

async function sweepBatch(db: Database, before: Date): Promise<{ found: number; deleted: number }> {
  return db.transaction().execute(async (tx) => {
    // One node sweeps at a time, and others skip it.
    const { rows } = await sql<{ mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtext('atoll files')) AS mine`.execute(tx);
    if (!rows[0]?.mine) return { found: 0, deleted: 0 };
    const found = await tx
      .selectFrom("files")
      .select(["id", "bucket", "key", "has_thumbnail"])
      .select(
        sql<boolean>`discarded_at IS NOT NULL AND legal_hold_covers_files(subject_kind, subject_id)`.as(
          "is_held",
        ),
      )
      .where((eb) =>
        eb.or([
          eb.and([eb("subject_id", "is", null), eb("created_at", "<", before)]),
          eb.and([eb("discarded_at", "is not", null), eb("held_at", "is", null)]),
        ]),
      )
      .orderBy("created_at")
      .limit(batchSize)
      // One that is being attached at this moment is not stale.
      .forUpdate()
      .skipLocked()
      .execute();
    const { held = [], stale = [] } = Object.groupBy(found, (file) => (file.is_held ? "held" : "stale"));
    await markHeld(tx, held);
    await forgetFiles(tx, stale.flatMap(placesOf));
    const ids = stale.map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom("files").where("id", "in", ids).execute();
    return { found: found.length, deleted: ids.length };
  });
}

/** A legal hold keeps discarded files: sweeps pass over them until `releaseFiles`. */
async function markHeld(tx: Database, files: readonly { id: string }[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await tx.updateTable("files").set({ held_at: sql<Date>`now()` }).where("id", "in", ids).execute();
}

/**
 * Leaves discarded files that no legal hold keeps any more to the next sweep: of at most `limit` files whose IDs are after
 * one.
 * @returns the last ID that was looked at. Null if there are no more.
 */
export async function releaseFiles(tx: Database, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`WITH part AS MATERIALIZED (
      SELECT id, legal_hold_covers_files(subject_kind, subject_id) AS is_covered
      FROM files WHERE held_at IS NOT NULL AND id > ${after}::uuid ORDER BY id LIMIT ${sql.lit(limit)}
    ), released AS (UPDATE files SET held_at = NULL WHERE id IN (SELECT id FROM part WHERE NOT is_covered))
    SELECT id AS last FROM part ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0]?.last ?? null;
}
