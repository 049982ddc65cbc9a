import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { recordAct } from "../../platform/audit.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { broadcastExpired, expireMessages, purgeMessages } from "../chat/public.ts";
import { releaseFiles } from "../files/public.ts";
import { type ForgetOptions, forgetWords, queueWords } from "../search/public.ts";
import { tryLockRetention } from "./lock-retention.ts";
import { applyDueChanges } from "./rules.ts";

/** Messages of one transaction, which has their channel for itself. */
const partSize = 100;
/** Between two transactions, for everyone else. */
const pauseMs = 100;
/** The next run deletes the rest. */
const longestMs = 10 * 60_000;
/** So long after their deletion, the rows of messages go. Browsers that were away need them until then. */
const tombstoneDays = 30;
const channelsAtOnce = 500;
const heldAtOnce = 1000;
const firstId = "00000000-0000-0000-0000-000000000000";

type Dependencies = Pick<SliceContext, "db" | "people" | "realtime">;

interface RunOptions extends ForgetOptions {
  partSize?: number;
  pauseMs?: number;
}

/** Runs every hour, on one node. */
export function retentionJob(context: Dependencies & Pick<SliceContext, "patience">): Job<Tables> {
  return {
    name: "retention.run",
    cron: "20 * * * *",
    async run({ signal }) {
      await runRetention(context, { signal, postedMs: context.patience?.postedMs });
    },
  };
}

/**
 * Applies due changes of rules, and deletes what the rules do not keep, in small transactions. A killed run leaves the
 * rest to the next one.
 */
export async function runRetention(context: Dependencies, options: RunOptions = {}): Promise<void> {
  const { db } = context;
  const { signal, pauseMs: pause = pauseMs } = options;
  await applyDueChanges(db);
  // Words that a killed run has left.
  await forgetWords(db, options);
  const limit = options.partSize ?? partSize;
  const endsAt = Date.now() + longestMs;
  /** Repeats a part until it has done less than it may, or the run ends. */
  const inParts = async (part: () => Promise<number>) => {
    for (let isMore = true; isMore && Date.now() < endsAt; ) {
      signal?.throwIfAborted();
      const done = await part();
      isMore = done >= limit;
      if (done > 0) await sleep(pause, undefined, signal && { signal });
    }
  };
  const failures: unknown[] = [];
  for await (const channelIds of dueChannels(db)) {
    for (const channelId of channelIds) {
      try {
        await inParts(() => expirePart(context, { channelId, limit }));
        await inParts(() => purgePart(db, { channelId, limit }));
      } catch (error) {
        // The other channels must not wait for this one.
        signal?.throwIfAborted();
        failures.push(error);
      }
    }
    if (Date.now() >= endsAt) break;
  }
  await releaseHeld(db, signal);
  await forgetWords(db, options);
  await recordRun(db);
  if (failures.length > 0) throw new AggregateError(failures, "retention failed in some channels");
}

/** Returns the channels that may have something to delete, a few hundred at once. */
async function* dueChannels(db: Database): AsyncGenerator<string[]> {
  for (let last = firstId; ; ) {
    const { rows } = await sql<{ id: string; is_due: boolean }>`
      SELECT v.channel_id AS id, EXISTS (SELECT FROM messages m WHERE m.channel_id = v.channel_id
          AND m.deleted_at IS NULL AND m.created_at < now() - v.days * interval '1 day')
        OR EXISTS (SELECT FROM messages m WHERE m.channel_id = v.channel_id
          AND m.deleted_at < now() - ${sql.lit(tombstoneDays)} * interval '1 day') AS is_due
      FROM channel_retention v WHERE v.days IS NOT NULL AND v.channel_id > ${last}::uuid
      ORDER BY v.channel_id LIMIT ${sql.lit(channelsAtOnce)}`.execute(db);
    const next = rows.at(-1)?.id;
    if (next === undefined) return;
    yield rows.flatMap(({ id, is_due: isDue }) => (isDue ? [id] : []));
    last = next;
  }
}

interface Part {
  channelId: string;
  limit: number;
}

/** Deletes some messages of a channel, and shows it to people. Returns how many. */
async function expirePart(context: Dependencies, { channelId, limit }: Part): Promise<number> {
  const expired = await context.db.transaction().execute(async (tx) => {
    const before = await ageLimit(tx, channelId);
    if (!before) return undefined;
    const part = await expireMessages(tx, { channelId, before, limit });
    const { messageCount, fileCount } = part;
    if (messageCount > 0)
      await sql`UPDATE retention_progress SET began_at = coalesce(began_at, now()),
        message_count = message_count + ${messageCount}, file_count = file_count + ${fileCount}`.execute(tx);
    await queueWords(tx, part.words);
    return part;
  });
  if (!expired) return 0;
  await broadcastExpired(context, expired);
  return expired.messageCount;
}

/** Deletes the rows of some messages that were deleted long ago. Returns how many. */
function purgePart(db: Database, { channelId, limit }: Part): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const before = await ageLimit(tx, channelId);
    const deletedBefore = new Date(Date.now() - tombstoneDays * 24 * 3_600_000);
    return before ? purgeMessages(tx, { channelId, before, limit, deletedBefore }) : 0;
  });
}

/** Returns since when messages of a channel are kept, by the rule at this moment. Undefined: this part is not to be done. */
async function ageLimit(tx: Database, channelId: string): Promise<Date | undefined> {
  if (!(await tryLockRetention(tx))) return undefined;
  const { rows } = await sql<{ before: Date }>`SELECT now() - days * interval '1 day' AS before
    FROM channel_retention WHERE channel_id = ${channelId} AND days IS NOT NULL`.execute(tx);
  return rows[0]?.before;
}

/** Deletes what holds have kept and none covers any more, a part at a time. */
async function releaseHeld(db: Database, signal: AbortSignal | undefined): Promise<void> {
  await byId(db, signal, 0, async (tx, after) => {
    const { rows } = await sql<{ last: number | null }>`WITH part AS MATERIALIZED (
        SELECT id, legal_hold_covers_copy(channel_id, author_id, created_at, people) AS is_covered
        FROM held_messages WHERE id > ${after} ORDER BY id LIMIT ${sql.lit(heldAtOnce)}
      ), released AS (DELETE FROM held_messages WHERE id IN (SELECT id FROM part WHERE NOT is_covered))
      SELECT max(id) AS last FROM part`.execute(tx);
    return rows[0]?.last ?? null;
  });
  await byId(db, signal, firstId, (tx, after) => releaseFiles(tx, after, heldAtOnce));
}

/** Does parts in transactions of their own, each behind the last ID of the one before, while nobody changes holds. */
async function byId<Id>(
  db: Database,
  signal: AbortSignal | undefined,
  first: Id,
  part: (tx: Database, after: Id) => Promise<Id | null>,
): Promise<void> {
  for (let last: Id | null = first; last !== null; ) {
    signal?.throwIfAborted();
    const after: Id = last;
    last = await db
      .transaction()
      .execute(async (tx) => ((await tryLockRetention(tx)) ? part(tx, after) : null));
  }
}

/** Adds what was deleted since the last entry to the audit log. */
async function recordRun(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const done = await tx
      .selectFrom("retention_progress")
      .select(["began_at", "message_count", "file_count"])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (done.message_count === 0) return;
    await tx
      .updateTable("retention_progress")
      .set({ began_at: null, message_count: 0, file_count: 0 })
      .execute();
    await recordAct(tx, {
      ...{ action: "retention.run", actor: undefined, address: "" },
      after: {
        ...{ messages: done.message_count, files: done.file_count },
        since: done.began_at?.toISOString() ?? "",
      },
    });
  });
}
