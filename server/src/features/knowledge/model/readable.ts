import {
  canManageKnowledge,
  canWriteKnowledge,
  type KnowledgeViewer,
} from "@atoll/contract/knowledge/policy";
import { type RawBuilder, sql } from "kysely";
import { isInvitedGuest } from "../../people/public.ts";

const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);

/** SQL: the audience of the article `a`, as its parents leave it, has this viewer in it. */
function isAddressedTo(viewer: KnowledgeViewer): RawBuilder<boolean> {
  return sql<boolean>`((a.shown_department_ids = '{}' OR a.shown_department_ids && ${idsOf(viewer.departments)}::uuid[])
    AND (a.shown_role_ids = '{}' OR a.shown_role_ids && ${idsOf(viewer.roles)}::uuid[]))`;
}

/** SQL: the article `a` is published, and for this viewer. */
export function isForViewer(viewer: KnowledgeViewer): RawBuilder<boolean> {
  return sql<boolean>`(a.status = 'PUBLISHED' AND ${isAddressedTo(viewer)})`;
}

/** SQL: the viewer edits the article `a`, and so sees it in every state. `canEditArticle` says the same of a row. */
export function isEditable(viewer: KnowledgeViewer): RawBuilder<boolean> {
  const asWriter = canManageKnowledge(viewer)
    ? sql`OR a.is_shared`
    : canWriteKnowledge(viewer)
      ? sql`OR (a.is_shared AND ${isAddressedTo(viewer)})`
      : sql``;
  return sql<boolean>`(${isKept} AND (a.owner_id = ${viewer.id} OR a.created_by = ${viewer.id} ${asWriter}))`;
}

/** SQL: the article `a` is not among the deleted drafts, which nobody reads until one is restored. */
const isKept = sql<boolean>`a.deleted_at IS NULL`;

/**
 * SQL: the viewer may read the article `a` now. Lists, links, search, files, comments, cards and exports all use it.
 */
export function isReadable(viewer: KnowledgeViewer): RawBuilder<boolean> {
  // Guests read what they were invited to, and no page around it.
  if (viewer.isGuest) return isReadableToGuest(sql`${viewer.id}::uuid`);
  return sql<boolean>`(${isForViewer(viewer)} OR ${isEditable(viewer)} OR (a.reviewer_id = ${viewer.id} AND ${isKept}))`;
}

/** SQL: this person is a guest who may read the published version of `a`. */
export function isReadableToGuest(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(a.status = 'PUBLISHED' AND ${isKept} AND ${isInvitedGuest(userId, "article", sql.ref("a.id"))})`;
}

/** SQL: a manager may restore the deleted draft `a`: one that its author had shared. */
export const mayRestoreAsManager = sql<boolean>`(a.deleted_at IS NOT NULL AND a.is_shared)`;

/** SQL: this person may restore the deleted draft `a`: they own it, created it, wrote in it or deleted it. */
export function mayRestore(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(a.deleted_at IS NOT NULL AND (a.owner_id = ${userId} OR a.created_by = ${userId}
    OR a.deleted_by = ${userId} OR EXISTS (
      SELECT FROM article_drafts d WHERE d.article_id = a.id AND ${userId} = ANY(d.editor_ids) LIMIT 1)))`;
}

/** SQL: the viewer may read the published version of `a`. Drafts and archived articles are never part of it. */
export function isReadablePublished(viewer: KnowledgeViewer): RawBuilder<boolean> {
  return sql<boolean>`(a.status = 'PUBLISHED' AND ${isReadable(viewer)})`;
}

/** SQL: the article `a` is in the viewer's tree: archived pages are not, and drafts only for those who edit them. */
export function isInTree(viewer: KnowledgeViewer): RawBuilder<boolean> {
  return sql<boolean>`(a.kind = 'article' AND a.status <> 'ARCHIVED' AND (${isForViewer(viewer)} OR ${isEditable(viewer)}))`;
}

/** SQL: the audience of `a` has this person in it, looked up by keys: for many people at once. */
export function isReachedBy(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    (a.shown_department_ids = '{}' OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${userId} AND ud.department_id = ANY(a.shown_department_ids) LIMIT 1))
    AND (a.shown_role_ids = '{}' OR EXISTS (SELECT FROM user_roles held
      WHERE held.user_id = ${userId} AND held.role_id = ANY(a.shown_role_ids) LIMIT 1)))`;
}

/** SQL: this person may read the published version of `a`: `isReadablePublished` for many people at once. */
export function isReadableTo(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(a.status = 'PUBLISHED' AND (a.owner_id = ${userId} OR a.created_by = ${userId} OR ${isReachedBy(userId)}
    OR ${isManager(userId)}))`;
}

/** SQL: this person edits `a`: `isEditable` for many people at once. */
export function isEditableTo(userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${isKept} AND (a.owner_id = ${userId} OR a.created_by = ${userId} OR (a.is_shared
    AND (${isManager(userId)} OR (${holdsPermission(userId, sql`('knowledge', 'write')`)} AND ${isReachedBy(userId)})))))`;
}

/** SQL: this person manages the knowledge base. `canManageKnowledge` says the same of a viewer. */
const isManager = (userId: RawBuilder<string>) =>
  holdsPermission(userId, sql`('admin', 'access'), ('knowledge', 'manage')`);

/** SQL: this person has one of these permissions; administrators have all. */
function holdsPermission(userId: RawBuilder<string>, permissions: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM user_roles held JOIN roles r ON r.id = held.role_id
    LEFT JOIN role_permissions given ON given.role_id = r.id LEFT JOIN permissions g ON g.id = given.permission_id
    WHERE held.user_id = ${userId} AND (lower(r.name) IN ('super_admin', 'admin')
      OR (g.resource, g.action) IN (${permissions})) LIMIT 1)`;
}

/** SQL: the account `p` can sign in and is approved. */
export const isActivePerson: RawBuilder<boolean> = sql<boolean>`(p.disabled_at IS NULL AND EXISTS (
  SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  WHERE ur.user_id = p.id AND lower(r.name) <> 'pending' LIMIT 1))`;
