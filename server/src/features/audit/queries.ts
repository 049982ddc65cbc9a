import type { auditRoutes } from "@atoll/contract/audit/routes";
import { auditActions } from "@atoll/contract/audit/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { nameWords } from "@atoll/contract/text/find-names";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { erasedName } from "../../platform/kinds/erasure.ts";
import type { Database, Tables } from "../../tables.ts";

type EntryValues = Selectable<Tables["audit_log"]>["after"];

/** The largest bigint, which no entry has. */
const beyondAll = sql.lit("9223372036854775807");

/** The filters of the log. */
export type EntryFilters = RouteInput<typeof auditRoutes.exportEntries>["query"];

/** Frequent matches fill a page within this many entries, and rarer ones are few in the whole log. */
const nearby = 20_000;

/**
 * Returns the newest matching entries, newest first. Every filter has an index that contains the number, so that a page
 * costs the same however long the log is.
 * @param before only entries with a smaller number.
 * @param count the limit.
 */
export async function selectEntries(
  db: Database,
  filters: EntryFilters,
  before: number | undefined,
  count: number,
): Promise<EntryRow[]> {
  const matching = matchingEntries(db, filters, before);
  if (filters.search === undefined) return matching.orderBy("number", "desc").limit(count).execute();
  // The index of words has no order, and its number of matches is an estimate: for a frequent word, the newest entries
  // are scanned; for a rare one, the index returns all matches.
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
      .select(["number", "at", "actor_id", "action", "subject_type", "subject_id", "hash"])
      // The log is only added to: an erasure does not change it. It is what readers see that has no name.
      .select([
        sql<string | null>`CASE WHEN ${isActorErased} THEN ${erasedName} ELSE actor_name END`.as(
          "actor_name",
        ),
        sql<string | null>`CASE WHEN ${isSubjectErased} THEN ${erasedName} ELSE subject_name END`.as(
          "subject_name",
        ),
        withoutNames("before").as("before"),
        withoutNames("after").as("after"),
        sql<string>`CASE WHEN ${isActorErased} OR (actor_id IS NULL AND ${isSubjectErased}) THEN '' ELSE address END`.as(
          "address",
        ),
      ])
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

/** SQL: the person who acted was erased. */
const isActorErased = sql<boolean>`EXISTS (SELECT FROM erasures WHERE person_id = audit_log.actor_id)`;
/** SQL: the subject of an entry is a person who was erased. */
const isSubjectErased = sql<boolean>`(subject_type = 'user'
  AND EXISTS (SELECT FROM erasures WHERE person_id::text = audit_log.subject_id))`;

/** SQL: what was changed, without the names and addresses of a person who was erased. */
const withoutNames = (column: "before" | "after") =>
  sql<EntryValues>`CASE WHEN ${isSubjectErased} THEN ${sql.ref(`audit_log.${column}`)} - '{name,email,address,userName}'::text[]
    ELSE ${sql.ref(`audit_log.${column}`)} END`;

/** The number of the first entry at or after an instant; null when there is none. */
function firstAt(instant: string | undefined): RawBuilder<number | null> {
  return sql`(SELECT number FROM audit_log WHERE at >= ${new Date(instant ?? 0)} ORDER BY at, number LIMIT 1)`;
}

/** A text of more words asks for what its first ones say. */
const maxWords = 12;

/** SQL: an entry has each of these words in its names, its address, or the name of its act. */
function tellsOf(typed: string): RawBuilder<SqlBool> {
  // A sign on its own, as in "Health & Safety", is not a word.
  const words = nameWords(typed)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
  if (words.length === 0) return sql<SqlBool>`false`;
  const conditions = words.map((word) => {
    // Trying names finds no entries of people who were erased.
    const inNames = sql<SqlBool>`(words @@ search_beginnings(${word}) AND NOT ${isActorErased} AND NOT ${isSubjectErased})`;
    const acts = actsCalled(word);
    return acts.length === 0 ? inNames : sql<SqlBool>`(${inNames} OR action = ANY(${acts}))`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

/** Returns the acts with a word in their name that starts with this one. */
function actsCalled(word: string): string[] {
  return Object.entries(auditActions)
    .filter(([action, phrase]) => nameWords(`${action} ${phrase}`).some((one) => one.startsWith(word)))
    .map(([action]) => action);
}
