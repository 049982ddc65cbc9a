import { departmentSlug } from "@atoll/contract/departments";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { resolveRole } from "@atoll/contract/permissions";
import type { AccountRow } from "./queries.ts";

/** The signed-in person as the browser sees them. Specification, section 3: name falls back to the email. */
export function presentViewer(row: AccountRow): Viewer {
  const holder = { roles: row.roles, permissions: row.permissions };
  return {
    id: row.id,
    email: row.email,
    name: row.name || row.email,
    avatar: row.avatar_url,
    role: resolveRole(holder),
    roles: row.roles.map(({ id, name }) => ({ id, name })),
    userRoles: row.roles.map(({ id, name, linkId }) => ({
      id: linkId,
      userId: row.id,
      roleId: id,
      role: name,
    })),
    permissions: row.permissions,
    departments: row.departments.map(({ id, name }) => ({ id, name, slug: departmentSlug(name) })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastActive: row.last_active_at?.toISOString() ?? null,
  };
}
