import { type RawBuilder, sql } from "kysely";
import { ideaKind } from "./idea-kind.ts";

/**
 * SQL: who wrote the idea `i`, also where it stands there without an author. Only for the writer's own rights, rooms and
 * notifications: no presenter may read it.
 */
export const writerOf: RawBuilder<string> = sql<string>`coalesce(i.author_id, (SELECT a.author_id FROM anonymous_authors a
  WHERE a.subject_id = i.id AND a.subject_kind = ${sql.lit(ideaKind)}))`;

/** SQL: this person wrote the idea `i`. */
export function isWriter(personId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(i.author_id = ${personId} OR (i.author_id IS NULL AND EXISTS (SELECT FROM anonymous_authors a
    WHERE a.subject_id = i.id AND a.subject_kind = ${sql.lit(ideaKind)} AND a.author_id = ${personId})))`;
}
