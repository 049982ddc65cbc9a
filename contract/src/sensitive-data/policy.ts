import { hasPermission, type PermissionHolder } from "../permissions.ts";
import { decideAccess, sensitiveDataDepartment, type Visitor } from "../route-access.ts";
import { type SensitiveKey, sensitiveKeys } from "./limits.ts";

/** The permission to see the cards of a key: `cards/{key}`. Specification, section 6. */
const permits = (viewer: PermissionHolder, key: SensitiveKey) => hasPermission(viewer, "cards", key);

/**
 * The keys whose cards a viewer sees. The page is for administrators and members of Backend; on it, members see the
 * cards of Backend, and those of the other keys as `cards/{key}` allows. Specification, sections 2 and 6.
 */
export function readableSensitiveKeys(viewer: Visitor): SensitiveKey[] {
  if (decideAccess("/sensitive-data", viewer).kind !== "show") return [];
  const isMember = viewer.departments.some(({ slug }) => slug === sensitiveDataDepartment);
  return sensitiveKeys.filter((key) => permits(viewer, key) || (isMember && key === sensitiveDataDepartment));
}

interface OwnedCard {
  key: SensitiveKey;
  ownerId: string;
  needsTwo: boolean;
  isInherited: boolean;
}

/** Changes and deletes a card that they see: its owner, and administrators. */
export function canEditSensitiveCard(viewer: Visitor & { id: string }, card: OwnedCard): boolean {
  if (!readableSensitiveKeys(viewer).includes(card.key)) return false;
  return card.ownerId === viewer.id || hasPermission(viewer, "admin", "access");
}

/**
 * Gives a card that needs two people to somebody else, or makes one person enough: the owner alone, so that no
 * administrator becomes the second person of their own look. One who inherited the card is confirmed by another person first.
 */
export function canLoosenSensitiveCard(viewer: { id: string }, card: OwnedCard): boolean {
  return !card.needsTwo || (card.ownerId === viewer.id && !card.isInherited);
}

/** Confirms the owner who inherited a card: anyone else who sees it. */
export function canConfirmSensitiveOwner(
  viewer: { id: string },
  card: Pick<OwnedCard, "ownerId" | "isInherited">,
): boolean {
  return card.isInherited && card.ownerId !== viewer.id;
}
