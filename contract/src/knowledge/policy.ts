import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** The fields of a person that the policies read. */
export type KnowledgeViewer = PermissionHolder & {
  id: string;
  departments: readonly { id: string }[];
  roles: readonly { id: string; name: string }[];
};

/** The fields of an article that the policies read. The audience is the effective one, limited by the parents. */
export interface ArticleParts {
  ownerId: string;
  createdById: string;
  reviewerId: string | null;
  departmentIds: readonly string[];
  roleIds: readonly string[];
  /** False for a page that was never published and that its author has not shared. */
  isShared: boolean;
}

/** Writes articles, and edits those that are for them. */
export function canWriteKnowledge(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "knowledge", "write") || canManageKnowledge(viewer);
}

/** Sees, edits, approves and archives every article, in every state but a draft that its author has not shared. */
export function canManageKnowledge(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "knowledge", "manage");
}

/** Returns whether this person is one of those an article is for. An empty side sets no limit. */
export function isArticleFor(
  viewer: KnowledgeViewer,
  { departmentIds, roleIds }: Pick<ArticleParts, "departmentIds" | "roleIds">,
): boolean {
  const isOneOf = (own: readonly { id: string }[], chosen: readonly string[]) =>
    chosen.length === 0 || own.some(({ id }) => chosen.includes(id));
  return isOneOf(viewer.departments, departmentIds) && isOneOf(viewer.roles, roleIds);
}

/**
 * Edits an article, and so sees its drafts: its owner, its creator, writers it is for, and managers. A page that was never
 * published is private to its owner and creator until they share it.
 */
export function canEditArticle(viewer: KnowledgeViewer, article: ArticleParts): boolean {
  return (
    article.ownerId === viewer.id ||
    article.createdById === viewer.id ||
    (article.isShared &&
      (canManageKnowledge(viewer) || (canWriteKnowledge(viewer) && isArticleFor(viewer, article))))
  );
}

/** Returns whether the viewer may change an article's audience and owner, and archive it: its owner and managers. */
export function canGovernArticle(
  viewer: KnowledgeViewer,
  { ownerId, createdById, isShared }: Pick<ArticleParts, "ownerId" | "createdById" | "isShared">,
): boolean {
  return (isShared && canManageKnowledge(viewer)) || ownerId === viewer.id || createdById === viewer.id;
}

/** Approves a draft: who was asked to, and managers; never somebody who wrote any of it. */
export function canApproveDraft(
  viewer: KnowledgeViewer,
  { reviewerId, isShared }: Pick<ArticleParts, "reviewerId" | "isShared">,
  editorIds: readonly string[],
): boolean {
  return (
    ((isShared && canManageKnowledge(viewer)) || reviewerId === viewer.id) && !editorIds.includes(viewer.id)
  );
}

/** Sees who has read and confirmed an article: its owner and managers. */
export function canSeeArticleReaders(
  viewer: KnowledgeViewer,
  { ownerId }: Pick<ArticleParts, "ownerId">,
): boolean {
  return canManageKnowledge(viewer) || ownerId === viewer.id;
}
