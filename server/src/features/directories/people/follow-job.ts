import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { followDue } from "./follow.ts";
import { holdDirectory } from "./mirror.ts";

/** Brings the accounts of everyone who is due to what the directory says, in transactions of their own. */
export function followJob({ db }: Pick<SliceContext, "db">): Job<Tables, { directoryId: string }> {
  return {
    name: "directories.follow",
    async run({ data, signal }) {
      const { directoryId } = data;
      await followDue(
        db,
        (work) => transact(db, async (tx) => work(tx, await holdDirectory(tx, directoryId))),
        directoryId,
        signal,
      ).catch((error: unknown) => {
        // It was switched off or removed: nobody follows it any more.
        if (!(error instanceof AppError && error.code === "directory_not_found")) throw error;
      });
    },
  };
}

/** What directories changed is listed for this long. The audit log has it for good. */
const keptDays = sql.lit("90 days");

/**
 * Takes up what a killed server left, and once a day looks at everyone again: roles and departments that somebody has
 * changed here follow the groups again.
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
          WHERE d.id = p.directory_id AND d.state = 'on'`.execute(tx);
      const { rows } = await sql<{ id: string }>`SELECT id FROM directories d WHERE state = 'on'
        AND EXISTS (SELECT FROM directory_people p WHERE p.directory_id = d.id AND p.is_due)`.execute(tx);
      for (const { id } of rows) await context.enqueue(tx, followJob(context), { directoryId: id });
    },
  };
}
