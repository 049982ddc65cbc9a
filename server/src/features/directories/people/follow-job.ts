import { isSignOnKind } from "@atoll/contract/directories/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { followPeople } from "./follow.ts";
import { type DirectoryRow, holdDirectory, isSignOn, isToFollow, makeAllDue } from "./mirror.ts";

/** People at a time: a batch holds the administration's lock. */
const batchSize = 25;

/**
 * Brings the accounts of everyone who is due to what the directory says, a few at a time, so that administrators and the
 * directory's own requests get their turns in between. People who cannot be followed hold up nobody else.
 */
export function followJob({
  db,
}: Pick<SliceContext, "db">): Job<Tables, { directoryId: string; mayLeave?: boolean }> {
  return {
    name: "directories.follow",
    async run({ data: { directoryId, mayLeave }, signal }) {
      const follow = (ids: readonly string[]) =>
        transact(db, async (tx) =>
          followPeople(tx, await holdDirectory(tx, directoryId), ids, { address: "", mayLeave }),
        );
      let failure: unknown;
      try {
        for (let after = "00000000-0000-0000-0000-000000000000"; !signal.aborted; ) {
          const ids = await readDue(db, directoryId, after);
          const last = ids.at(-1);
          if (last === undefined) break;
          await follow(ids).catch(async (error: unknown) => {
            if (isAway(error)) throw error;
            for (const id of ids)
              await follow([id]).catch((error: unknown) => {
                failure = error;
              });
          });
          after = last;
        }
      } catch (error) {
        // It was switched off or removed: nobody follows it any more.
        if (!isAway(error)) throw error;
      }
      // The job is tried again, and the log has the error.
      if (failure !== undefined) throw failure;
    },
  };
}

const isAway = (error: unknown) => error instanceof AppError && error.code === "directory_not_found";

async function readDue(db: Database, directoryId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM directory_people
    WHERE directory_id = ${directoryId} AND is_due AND id > ${after} ORDER BY id LIMIT ${batchSize}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Brings all accounts to what the directory says, in the background. People of a sign-on provider follow at their next
 * sign-in instead: their stored groups may be old.
 */
export async function followAll(
  context: Pick<SliceContext, "db" | "enqueue">,
  tx: Database,
  { id: directoryId, kind }: Pick<DirectoryRow, "id" | "kind">,
  mayLeave = false,
): Promise<void> {
  if (isSignOnKind(kind)) return;
  await makeAllDue(tx, directoryId);
  await context.enqueue(tx, followJob(context), { directoryId, mayLeave });
}

/** Changes by directories are listed for this long. The audit log has it for good. */
const keptDays = sql.lit("90 days");

/**
 * Takes up what a killed server left, and once a day looks at everyone again: roles and departments that somebody has
 * changed here follow the groups again. People of sign-on providers follow only at their sign-ins, because their groups
 * may have changed since the last one.
 */
export function sweepDirectoriesJob(context: SliceContext): Job<Tables, { atStart?: boolean }> {
  return {
    name: "directories.sweep",
    cron: "20 2 * * *",
    isDueAtStart: true,
    async run({ tx, data }) {
      await sql`DELETE FROM directory_events WHERE at < now() - ${keptDays}::interval`.execute(tx);
      if (!data?.atStart)
        await sql`UPDATE directory_people p SET is_due = true FROM directories d
          WHERE d.id = p.directory_id AND d.state = 'on' AND NOT ${isSignOn(sql.ref("d.kind"))} AND ${isToFollow}`.execute(
          tx,
        );
      const { rows } = await sql<{ id: string }>`SELECT id FROM directories d WHERE state = 'on'
        AND EXISTS (SELECT FROM directory_people p WHERE p.directory_id = d.id AND p.is_due)`.execute(tx);
      for (const { id } of rows) await context.enqueue(tx, followJob(context), { directoryId: id });
    },
  };
}
