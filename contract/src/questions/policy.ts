import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** Merges, hides, locks and restores the questions and answers that they can read, and accepts answers. */
export function canModerateCommunity(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "community", "moderate");
}

/** The fields of a question that the policies read. */
export interface QuestionParts {
  isLocked: boolean;
  isClosed: boolean;
}

/** Answers and comments end with a lock; a duplicate, a merged question and a FAQ take no more answers. */
export function takesAnswers({ isLocked, isClosed }: QuestionParts): boolean {
  return !isLocked && !isClosed;
}
