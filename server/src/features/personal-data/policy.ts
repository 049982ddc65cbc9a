import { canManageUsers, isSuperAdmin, type PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { canTouchUser } from "../administration/policy.ts";
import { findHolders } from "../identity/public.ts";

/** A person whose data the viewer may export. */
export interface ExportSubject {
  /** Whether the export has direct messages, drafts and the like. */
  hasPrivate: boolean;
  /** Whether they have an account, and so are told: once they sign in again if it is disabled. */
  hasAccount: boolean;
}

/**
 * Returns whether and how a viewer may export the data of a person. Everyone exports their own. Colleagues can do the same,
 * so that no administrator gets what is private to them. For a person who has had no access for a week, a super
 * administrator exports all of it, except for who wrote something anonymously. Undefined if the person does not exist for
 * the viewer.
 */
export async function findSubject(
  db: Database,
  viewer: PermissionHolder & { id: string },
  personId: string,
): Promise<ExportSubject | undefined> {
  if (viewer.id === personId) return { hasPrivate: true, hasAccount: true };
  if (!canManageUsers(viewer)) return undefined;
  const person = await db
    .selectFrom("profiles as p")
    .leftJoin("accounts as a", "a.id", "p.id")
    .select("a.id as account_id")
    // Not at once: who is disabled for a moment has not left.
    .select(sql<boolean>`a.id IS NULL OR a.disabled_at < now() - interval '7 days'`.as("has_left"))
    .where("p.id", "=", personId)
    .where("p.is_program", "=", false)
    .executeTakeFirst();
  if (!person) return undefined;
  const hasAccount = person.account_id !== null;
  if (isSuperAdmin(viewer)) return { hasPrivate: Boolean(person.has_left), hasAccount };
  const holder = (await findHolders(db, [personId])).get(personId);
  return holder && canTouchUser(viewer, holder) ? { hasPrivate: false, hasAccount } : undefined;
}

/** The files of finished exports, for the person who asked for each, as long as they may. */
export const personExportFiles: FileKind<RequestViewer> = {
  kind: personExportKind,
  bucket: "person-exports",
  keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
  isOpenTo: () => true,
  isReadable: (viewer, id) => sql<boolean>`EXISTS (SELECT FROM person_exports e WHERE e.id = ${id}
    AND e.requested_by = ${viewer.id} AND e.state = 'ready' AND e.expires_at > now()
    AND (e.person_id = ${viewer.id} OR (${canManageUsers(viewer)}::boolean AND NOT e.has_private)
      OR (${isSuperAdmin(viewer)}::boolean AND NOT EXISTS (
        SELECT FROM accounts a WHERE a.id = e.person_id AND a.disabled_at IS NULL))))`,
};
