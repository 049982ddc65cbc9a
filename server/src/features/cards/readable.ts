import { departmentsWithView } from "@atoll/contract/cards/policy";
import { type RawBuilder, sql } from "kysely";
import type { Colleague, CommentedKind } from "../../slice.ts";

/** As much of a viewer as the rights of cards ask for. */
export type CardViewer = Pick<Colleague, "id" | "roles" | "permissions" | "departments">;

/**
 * SQL: the viewer may read the section `type` and all of its cards: a member of its department, who also holds
 * `cards/{view}` where the section is restricted. The one set of lists, counts, events and comments.
 */
export function isTypeReadable(viewer: CardViewer, type = "ct"): RawBuilder<boolean> {
  const member = viewer.departments.map(({ id }) => id);
  return sql<boolean>`(${sql.ref(`${type}.archived_at`)} IS NULL AND ${sql.ref(`${type}.department_id`)} = ANY(${member}::uuid[])
    AND (NOT ${sql.ref(`${type}.is_restricted`)}
      OR ${sql.ref(`${type}.department_id`)} = ANY(${departmentsWithView(viewer)}::uuid[])))`;
}

/** SQL: the viewer may read the card `card` of the section `type`. A deleted one is nobody's. */
export function isReadable(viewer: CardViewer, card = "c", type = "ct"): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${card}.deleted_at`)} IS NULL AND ${isTypeReadable(viewer, type)})`;
}

/**
 * SQL: one of many people may read the card `card` of the section `type`; their rights are looked up. Administrators hold
 * every permission, but only members read.
 */
export function isReadableBy(person: RawBuilder<string>, card = "c", type = "ct"): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${card}.deleted_at`)} IS NULL AND ${isTypeReadableBy(person, type)})`;
}

/** SQL: one of many people may read the section `type`, as `isTypeReadable` for a viewer. */
export function isTypeReadableBy(person: RawBuilder<string>, type = "ct"): RawBuilder<boolean> {
  const department = sql.ref(`${type}.department_id`);
  return sql<boolean>`(${sql.ref(`${type}.archived_at`)} IS NULL
    AND EXISTS (SELECT FROM user_departments ud WHERE ud.department_id = ${department} AND ud.user_id = ${person} LIMIT 1)
    AND (NOT ${sql.ref(`${type}.is_restricted`)} OR EXISTS (
      SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      LEFT JOIN role_permissions rp ON rp.role_id = r.id LEFT JOIN permissions p ON p.id = rp.permission_id
      JOIN departments d ON d.id = ${department}
      WHERE ur.user_id = ${person} AND (lower(r.name) IN ('super_admin', 'admin')
        OR (p.resource = 'admin' AND p.action = 'access')
        OR (p.resource = 'cards' AND p.action =
          CASE d.slug WHEN 'business-development' THEN 'business' ELSE d.slug END)) LIMIT 1)))`;
}

/** Judges comments by who may read the thing: its readers comment, and nobody deletes another person's. One query for all. */
export function judgeReaders(isReadable: CommentedKind["isReadable"]): CommentedKind["judge"] {
  return async (db, subjectId, people) => {
    if (people.length === 0) return new Map();
    const judged = people.map(
      (person) => sql`(${person.id}::uuid, ${isReadable(person, sql<string>`${subjectId}::uuid`)})`,
    );
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM (VALUES ${sql.join(judged)}) AS judged (id, may_read) WHERE may_read`.execute(db);
    return new Map(rows.map(({ id }) => [id, { mayComment: true, mayModerate: false }]));
  };
}
