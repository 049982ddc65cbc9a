import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import type { DepartmentRow } from "./department-queries.ts";

/** A department as the administration sees it. */
export function presentDepartment(row: DepartmentRow): AdminDepartment {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    memberCount: row.member_count,
    version: row.version,
  };
}
