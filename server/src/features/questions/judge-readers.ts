import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { sql } from "kysely";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/** A person who may read a question. */
interface Reader<Person> {
  person: Person;
  /** They read it only because they asked it anonymously, so nothing that they do under their name may be observed. */
  readsAsHiddenAuthor: boolean;
}

/** Those of these people who may read a question: the same set as `isReadable`, for several people and one question. */
export async function judgeReaders<Person extends Colleague>(
  db: Database,
  questionId: string,
  people: readonly Person[],
): Promise<Reader<Person>[]> {
  const row = await db
    .selectFrom("questions as q")
    .select([
      "q.author_id",
      sql<string | null>`coalesce(q.author_id, (SELECT a.author_id FROM anonymous_authors a
        WHERE a.subject_id = q.id AND a.subject_kind = 'question'))`.as("writer_id"),
      "q.is_private",
      "q.department_id",
      sql<boolean>`EXISTS (SELECT FROM vote_subjects s
        WHERE s.id = q.id AND s.kind = 'question' AND s.hidden_at IS NOT NULL)`.as("is_hidden"),
    ])
    .where("q.id", "=", questionId)
    .executeTakeFirst();
  if (!row) return [];
  return people
    .filter(
      (person) =>
        (!row.is_private || person.departments.some(({ id }) => id === row.department_id)) &&
        (!row.is_hidden || person.id === row.writer_id || canModerateCommunity(person)),
    )
    .map((person) => ({
      person,
      readsAsHiddenAuthor: row.is_hidden && row.author_id === null && !canModerateCommunity(person),
    }));
}
