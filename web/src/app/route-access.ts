import type { Viewer } from "@atoll/contract/identity/schemas";
import { hasPermission, hasRole } from "@atoll/contract/permissions";
import { departmentOf, isWorkspacePath } from "./navigation/find-place.ts";

export type AccessDecision =
  | { kind: "show" }
  /** Go elsewhere, and do not come back here. */
  | { kind: "redirect"; to: string }
  /** Sign in first, then come back. */
  | { kind: "sign-in" }
  | { kind: "deny"; text: string };

export const deniedTexts = {
  page: "You don't have permission to access this page.",
  admin: "You don't have permission to access the admin panel.",
} as const;

/**
 * Who may see which page: the route table of section 2 with the route rules of sections 4 and 6. The server
 * decides the same again for every request; this only spares the person a page that would stay empty.
 */
export function decideAccess(path: string, viewer: Viewer | null): AccessDecision {
  const departments = viewer?.departments ?? [];
  if (!isWorkspacePath(path, departments)) return { kind: "redirect", to: "/" };
  if (!viewer) return { kind: "sign-in" };
  if (isAt(path, "/admin"))
    return canOpenAdmin(viewer) ? { kind: "show" } : { kind: "deny", text: deniedTexts.admin };
  if (isAt(path, "/sensitive-data"))
    return canOpenSensitiveData(viewer) ? { kind: "show" } : turnAway(path, viewer);
  const department = departmentOf(path, departments);
  if (department && !isMember(viewer, department)) return turnAway(path, viewer);
  return { kind: "show" };
}

/** Section 6: the admin access permission, which the roles admin and super_admin include. */
export function canOpenAdmin(viewer: Viewer): boolean {
  return hasPermission(viewer, "admin", "access");
}

/** To the person's first department, or the dashboard; the Access Denied page when that leads nowhere else. */
function turnAway(path: string, viewer: Viewer): AccessDecision {
  const first = viewer.departments[0];
  const home = first ? `/${first.slug}` : "/dashboard";
  return isAt(path, home) ? { kind: "deny", text: deniedTexts.page } : { kind: "redirect", to: home };
}

function canOpenSensitiveData(viewer: Viewer): boolean {
  return hasRole(viewer, "super_admin") || hasRole(viewer, "admin") || isMember(viewer, "backend");
}

function isMember(viewer: Viewer, slug: string): boolean {
  return viewer.departments.some((department) => department.slug === slug);
}

function isAt(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
