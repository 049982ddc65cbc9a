import { type RawBuilder, sql } from "kysely";

/**
 * Selects the names that a person's new name is compared with: those of current colleagues, since former ones are
 * marked. Writers first take the administration's lock, so that nobody can take a similar name before the commit.
 * @param ownId the person who is renamed.
 */
export function namesOfColleagues(ownId: string | null = null): RawBuilder<unknown> {
  return sql`SELECT name FROM profiles WHERE former_since IS NULL AND NOT is_program AND id IS DISTINCT FROM ${ownId}::uuid`;
}
