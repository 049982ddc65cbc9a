import type { Viewer } from "@atoll/contract/identity/schemas";
import { canManageDepartments } from "@atoll/contract/permissions";
import * as rules from "@atoll/contract/route-access";

export { guestThingPages } from "@atoll/contract/route-access";

export type AccessDecision =
  | Exclude<rules.AccessDecision, { kind: "deny" }>
  /** The page Access Denied, with these words. */
  | { kind: "deny"; text: string };

export const deniedTexts = {
  page: "You don't have permission to access this page.",
  admin: "You don't have permission to access the admin panel.",
} as const;

/**
 * Decides whether the viewer may see a page, by the contract's rules. The server authorizes every request separately;
 * this only avoids showing an empty page.
 */
export function decideAccess(path: string, viewer: Viewer | null): AccessDecision {
  const decision = rules.decideAccess(path, viewer);
  if (decision.kind !== "deny") return decision;
  return { kind: "deny", text: decision.page === "admin" ? deniedTexts.admin : deniedTexts.page };
}

/**
 * Returns whether an address that is no page may be of a department that the viewer is not in, and may know of: the page
 * asks for its name.
 */
export function mayBeManagedDepartment(path: string, viewer: Viewer): boolean {
  const [root = ""] = path.split("/").filter(Boolean);
  return (
    canManageDepartments(viewer) &&
    root !== "welcome" &&
    rules.departmentMovedFrom(path, viewer.departments) === undefined &&
    rules.pageRule(path, viewer.departments).kind === "unknown"
  );
}
