import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** Edits paths, starts them for people, and sees how everybody gets on. */
export function canManageOnboarding(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "onboarding", "manage");
}

/** The people involved in a path. */
export interface OnboardingParts {
  personId: string;
  managerId: string | null;
  buddyId: string | null;
}

type Viewer = PermissionHolder & { id: string };

/** Sees somebody's path: the person, their manager and buddy, and those who manage onboarding. */
export function canSeeOnboarding(viewer: Viewer, { personId, managerId, buddyId }: OnboardingParts): boolean {
  return [personId, managerId, buddyId].includes(viewer.id) || canManageOnboarding(viewer);
}

/** Changes its start, people and days, stops it and reminds the newcomer. Nobody does so on their own path. */
export function canLeadOnboarding(
  viewer: Viewer,
  { personId, managerId }: Pick<OnboardingParts, "personId" | "managerId">,
): boolean {
  return viewer.id !== personId && (managerId === viewer.id || canManageOnboarding(viewer));
}

/** Ticks an item: newcomers their own, those who lead the path all others, too. */
export function canTickItem(
  viewer: Viewer,
  parts: Pick<OnboardingParts, "personId" | "managerId">,
  doer: "newcomer" | "manager",
): boolean {
  return (doer === "newcomer" && viewer.id === parts.personId) || canLeadOnboarding(viewer, parts);
}
