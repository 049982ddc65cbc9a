import type { auditRoutes } from "@atoll/contract/audit/routes";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../tables.ts";

/** The largest bigint: no entry has it. */
const beyondAll = sql.lit("9223372036854775807");

/** What the log is narrowed by. */
export type EntryFilters = RouteInput<typeof auditRoutes.exportEntries>["query"];

/**
 * The newest entries that match, newest first. Every filter leads to an index that has the number in it, so that
 * a page costs the same however long the log has grown.
 * @param before only entries with a smaller number.
 * @param count so many at most.
 */
export function selectEntries(
  db: Database,
  { actorId, action, subjectId, from, to }: EntryFilters,
  before: number | undefined,
  count: number,
) {
  return (
    db
      .selectFrom("audit_log")
      .selectAll()
      .$if(actorId !== undefined, (query) => query.where("actor_id", "=", actorId ?? null))
      .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
      .$if(subjectId !== undefined, (query) => query.where("subject_id", "=", subjectId ?? null))
      // Times never fall from one entry to the next, so a span of time is a span of numbers; filtered by the time,
      // the way from the newest entry down to an old span would be walked.
      .$if(from !== undefined, (query) => query.where(sql<SqlBool>`number >= ${firstAt(from)}`))
      .$if(to !== undefined, (query) =>
        query.where(sql<SqlBool>`number < coalesce(${firstAt(to)}, ${beyondAll})`),
      )
      .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
      .orderBy("number", "desc")
      .limit(count)
      .execute()
  );
}

export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** The number of the first entry at or after an instant; null when there is none. */
function firstAt(instant: string | undefined): RawBuilder<number | null> {
  return sql`(SELECT number FROM audit_log WHERE at >= ${new Date(instant ?? 0)} ORDER BY at, number LIMIT 1)`;
}
