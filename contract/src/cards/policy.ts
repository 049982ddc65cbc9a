import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** The view that `cards/{view}` names for a department, by its slug. Specification, section 6. */
export function cardView(departmentSlug: string): string {
  return departmentSlug === "business-development" ? "business" : departmentSlug;
}

interface CardViewer extends PermissionHolder {
  departments: readonly { id: string; slug: string }[];
}

/** The departments whose restricted sections a member may read, too, as `cards/{view}` allows. */
export function departmentsWithView(viewer: CardViewer): string[] {
  return viewer.departments
    .filter(({ slug }) => hasPermission(viewer, "cards", cardView(slug)))
    .map(({ id }) => id);
}
