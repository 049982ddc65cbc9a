import { canManageUsers, isSuperAdmin, type PermissionHolder } from "@atoll/contract/permissions";
import { type RawBuilder, sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import { personExportBucket, personExportKind } from "../../platform/kinds/personal-data.ts";
import type { Colleague, RequestViewer, SliceContext, SliceExportKind } from "../../slice.ts";
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

/**
 * Returns whether a viewer may export everything that the company has in Atoll, also what is private to others: super
 * administrators may where the operator of the server, who can read it all anyway, allows it.
 */
export function canExportEverything(
  { isFullExportAllowed = false }: Pick<SliceContext, "isFullExportAllowed">,
  viewer: PermissionHolder,
): boolean {
  return isFullExportAllowed && isSuperAdmin(viewer);
}

/**
 * SQL: the viewer may now export the thing of an export. Not true of exports without one.
 * @param row the name of its row in the query.
 */
export function mayExportThing(
  kinds: readonly SliceExportKind[],
  viewer: Colleague,
  row: string,
): RawBuilder<boolean> {
  const cases = kinds.map(
    (kind) =>
      sql`WHEN ${kind.kind} THEN ${kind.isAllowed(viewer, sql<string>`${sql.ref(`${row}.thing_id`)}`)}`,
  );
  return sql<boolean>`CASE ${sql.ref(`${row}.thing_kind`)} ${sql.join(cases, sql` `)} ELSE false END`;
}

/** Where the files of finished exports are. */
export const exportPlace = {
  kind: personExportKind,
  bucket: personExportBucket,
  keyOf: ({ ownerId, filename }: { ownerId: string; filename: string }) => `public/${ownerId}/${filename}`,
};

/** The files of finished exports, for the person who asked for each, as long as they may. */
export const personExportFiles = ({
  exportKinds,
}: Pick<SliceContext, "exportKinds">): FileKind<RequestViewer> => ({
  ...exportPlace,
  isOpenTo: () => true,
  isReadable: (viewer, id) => sql<boolean>`EXISTS (SELECT FROM person_exports e WHERE e.id = ${id}
    AND e.requested_by = ${viewer.id} AND e.state = 'ready' AND e.expires_at > now()
    AND (${mayExportThing(exportKinds, viewer, "e")} OR e.person_id = ${viewer.id} OR (${canManageUsers(viewer)}::boolean AND NOT e.has_private)
      OR (${isSuperAdmin(viewer)}::boolean AND e.thing_kind IS NULL
        AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = e.person_id AND a.disabled_at IS NULL))))`,
});
