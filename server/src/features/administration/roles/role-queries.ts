import { builtInRoles } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database } from "../../../tables.ts";

/** Roles with all that the administration shows: the built-in ones first, then by name. */
export function selectRoles(db: Database) {
  return db
    .selectFrom("roles as r")
    .leftJoin("departments as d", "d.id", "r.department_id")
    .select((eb) => [
      "r.id",
      "r.name",
      "r.description",
      "r.requires_second_factor",
      "r.requires_passkey",
      "r.version",
      "r.department_id",
      "d.name as department_name",
      jsonArrayFrom(
        eb
          .selectFrom("role_permissions as rp")
          .innerJoin("permissions as p", "p.id", "rp.permission_id")
          .select(["p.resource", "p.action"])
          .whereRef("rp.role_id", "=", "r.id")
          .orderBy("p.resource")
          .orderBy("p.action"),
      ).as("permissions"),
      sql<number>`(SELECT count(*) FROM user_roles ur WHERE ur.role_id = r.id)`.as("holder_count"),
    ])
    .orderBy(sql`array_position(${sql.val([...builtInRoles])}::text[], lower(r.name))`)
    .orderBy(sql`lower(r.name)`);
}

export type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>["execute"]>>[number];
