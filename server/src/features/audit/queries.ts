import type { auditRoutes } from "@atoll/contract/audit/routes";
import { auditActions } from "@atoll/contract/audit/schemas";
import { nameWords } from "@atoll/contract/find-names";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../tables.ts";

/** The largest bigint: no entry has it. */
const beyondAll = sql.lit("9223372036854775807");

/** The filters of the log. */
export type EntryFilters = RouteInput<typeof auditRoutes.exportEntries>["query"];

/** Among so many entries a page is full of what is everyday; what is rarer is few in all of the log. */
const nearby = 20_000;

/**
 * The newest entries that match, newest first. Every filter leads to an index that has the number in it, so that
 * a page costs the same however long the log has grown.
 * @param before only entries with a smaller number.
 * @param count so many at most.
 */
export async function selectEntries(
  db: Database,
  filters: EntryFilters,
  before: number | undefined,
  count: number,
): Promise<EntryRow[]> {
  const matching = matchingEntries(db, filters, before);
  if (filters.search === undefined) return matching.orderBy("number", "desc").limit(count).execute();
  // Words have no order of their own in their index, and how many entries have them is a guess: of those that many
  // have, the nearest are looked through; else the index names them all.
  const near = await matching
    .where(sql<SqlBool>`number >= ${before ?? sql`(SELECT max(number) FROM audit_log)`} - ${sql.lit(nearby)}`)
    .orderBy("number", "desc")
    .limit(count)
    .execute();
  if (near.length === count) return near;
  // Not the column itself, which would tempt the planner into walking down from the newest.
  return matching.orderBy(sql`number + 0`, "desc").limit(count).execute();
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof matchingEntries>["execute"]>>[number];

function matchingEntries(
  db: Database,
  { search, actorId, action, subjectId, from, to }: EntryFilters,
  before: number | undefined,
) {
  return (
    db
      .selectFrom("audit_log")
      .select([
        "number",
        "at",
        "actor_id",
        "actor_name",
        "action",
        "subject_type",
        "subject_id",
        "subject_name",
      ])
      .select(["before", "after", "address", "hash"])
      .$if(search !== undefined, (query) => query.where(tellsOf(search ?? "")))
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
  );
}

/** The number of the first entry at or after an instant; null when there is none. */
function firstAt(instant: string | undefined): RawBuilder<number | null> {
  return sql`(SELECT number FROM audit_log WHERE at >= ${new Date(instant ?? 0)} ORDER BY at, number LIMIT 1)`;
}

/** A text of more words asks for what its first ones say. */
const maxWords = 12;

/** Returns whether an entry has each of these words: in its names, in its address, or in what its act is called. */
function tellsOf(typed: string): RawBuilder<SqlBool> {
  // A sign that stands alone, as in "Health & Safety", is no word of an entry.
  const words = nameWords(typed)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
  if (words.length === 0) return sql<SqlBool>`false`;
  const conditions = words.map((word) => {
    const inNames = sql<SqlBool>`words @@ search_beginnings(${word})`;
    const acts = actsCalled(word);
    return acts.length === 0 ? inNames : sql<SqlBool>`(${inNames} OR action = ANY(${acts}))`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

/** The acts of whose names or words one begins so. */
function actsCalled(word: string): string[] {
  return Object.entries(auditActions)
    .filter(([action, phrase]) => nameWords(`${action} ${phrase}`).some((one) => one.startsWith(word)))
    .map(([action]) => action);
}
