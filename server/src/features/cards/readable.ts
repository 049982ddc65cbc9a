import { departmentsWithView } from "@atoll/contract/cards/policy";
import { type RawBuilder, sql } from "kysely";
import type { Colleague } from "../../slice.ts";

/** As much of a viewer as the rights of cards ask for. */
export type CardViewer = Pick<Colleague, "id" | "roles" | "permissions" | "departments">;

/**
 * SQL: the viewer may read the section `type` and all of its cards: a member of its department, who also holds
 * `cards/{view}` where the section is restricted. The one set of lists, counts, events and comments.
 */
export function isTypeReadable(viewer: CardViewer, type = "ct"): RawBuilder<boolean> {
  const member = viewer.departments.map(({ id }) => id);
  return sql<boolean>`(${sql.ref(`${type}.department_id`)} = ANY(${member}::uuid[])
    AND (NOT ${sql.ref(`${type}.is_restricted`)}
      OR ${sql.ref(`${type}.department_id`)} = ANY(${departmentsWithView(viewer)}::uuid[])))`;
}

/** SQL: the viewer may read the card `card` of the section `type`. A deleted one is nobody's. */
export function isReadable(viewer: CardViewer, card = "c", type = "ct"): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${card}.deleted_at`)} IS NULL AND ${isTypeReadable(viewer, type)})`;
}
