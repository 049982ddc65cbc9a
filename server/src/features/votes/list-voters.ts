import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";

/**
 * Returns a page of the people who voted for a thing or for things merged into it, the newest vote first, each person
 * once.
 * @throws {AppError} `invalid_request` for a cursor of another list.
 */
export function listVoters(
  db: Database,
  { kind, id }: VotedSubject,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ rows: { person_id: string; exact_at: string }[]; nextCursor: string | null }> {
  return fetchPage(
    query,
    placeInTime,
    (after, count) =>
      db
        .selectFrom((select) =>
          select
            .selectFrom("votes")
            .select(["person_id", sql<Date>`max(created_at)`.as("at")])
            .where("root_id", "=", id)
            .where("subject_kind", "=", kind)
            .groupBy("person_id")
            .as("v"),
        )
        .select(["v.person_id", exactInstant("v.at").as("exact_at")])
        .where(isBehind("v.at", "v.person_id", after))
        .orderBy("v.at", "desc")
        .orderBy("v.person_id", "desc")
        .limit(count)
        .execute(),
    ({ exact_at, person_id }) => [exact_at, person_id],
  );
}
