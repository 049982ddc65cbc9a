import { hasPermission, type PermissionHolder } from "../permissions.ts";
import type { IdeaStatus } from "./limits.ts";

/** The fields of a person that the policies read. */
export type IdeaViewer = PermissionHolder & { id: string; departments: readonly { id: string }[] };

/** The fields of an idea that the policies read. Only the server knows the author of an anonymous idea. */
export interface IdeaParts {
  authorId: string;
  ownerId: string | null;
  audienceIds: readonly string[];
  status: IdeaStatus;
  isHidden: boolean;
  isLocked: boolean;
}

/** Answers every idea, and changes its status and owner. */
export function canManageIdeas(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "ideas", "manage");
}

/** Merges, hides, locks and restores ideas, and still reads hidden ones. */
export function canModerateIdeas(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "community", "moderate") || canManageIdeas(viewer);
}

/** Returns whether an idea for these departments is for the viewer; for no department means for everyone. */
export function isInAudience(viewer: IdeaViewer, audienceIds: readonly string[]): boolean {
  return audienceIds.length === 0 || viewer.departments.some(({ id }) => audienceIds.includes(id));
}

/**
 * Its audience, its author and its owner read an idea. Only the author and moderators still read a hidden one, and a
 * moderator only if it is for them: no right lets anybody read the ideas of other departments.
 */
export function canReadIdea(viewer: IdeaViewer, idea: IdeaParts): boolean {
  if (idea.authorId === viewer.id) return true;
  const isForViewer = isInAudience(viewer, idea.audienceIds) || idea.ownerId === viewer.id;
  return isForViewer && (!idea.isHidden || canModerateIdeas(viewer));
}

/** Changes what an idea says. Nobody writes in the name of its author. */
export function canEditIdea(viewer: IdeaViewer, idea: IdeaParts): boolean {
  return idea.authorId === viewer.id && !idea.isLocked && !idea.isHidden;
}

/** Changes where an idea belongs: its department, tags and owner. */
export function canArrangeIdea(viewer: IdeaViewer, idea: IdeaParts): boolean {
  return canEditIdea(viewer, idea) || canManageIdeas(viewer);
}

/** Changes the status of an idea and replies to its voters. */
export function canDecideIdea(viewer: IdeaViewer, idea: Pick<IdeaParts, "ownerId">): boolean {
  return canManageIdeas(viewer) || idea.ownerId === viewer.id;
}
