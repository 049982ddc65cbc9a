import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";

/**
 * SQL: a guest knows a person: themselves, and everyone in their channels (decision 165). Guests see nobody else, neither
 * in lists nor by an ID.
 * @param isDirect also from direct chats.
 */
export function isKnownToGuest(
  guestId: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
  isDirect = true,
): RawBuilder<boolean> {
  const among = isDirect
    ? sql`true`
    : sql`EXISTS (SELECT FROM channels kc WHERE kc.id = km.channel_id AND kc.type <> 'DIRECT')`;
  return sql<boolean>`(${personId} = ${guestId} OR EXISTS (
    SELECT FROM channel_members km JOIN channel_members kt ON kt.channel_id = km.channel_id
    WHERE km.user_id = ${guestId} AND kt.user_id = ${personId} AND ${among}))`;
}

/**
 * SQL: the viewer may know a person. All colleagues know each other. For lists of people: the people of a guest's channels
 * are read once.
 */
export function isKnownTo(
  viewer: { id: string; isGuest?: true | undefined },
  personId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (!viewer.isGuest) return sql<boolean>`true`;
  return sql<boolean>`(${personId} = ${viewer.id}::uuid OR ${personId} IN (
    SELECT kt.user_id FROM channel_members km JOIN channel_members kt ON kt.channel_id = km.channel_id
    WHERE km.user_id = ${viewer.id}::uuid))`;
}

/**
 * SQL: this person is a guest who was invited to the thing with this ID, and whose access to Atoll has not ended. The one
 * condition by which guests read anything but channels: each kind of thing has it in its readable set (decision 179).
 */
export function isInvitedGuest(
  personId: RawBuilder<unknown>,
  kind: GuestThingKind,
  subjectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM guest_access ga JOIN accounts gu ON gu.id = ga.guest_id
    WHERE ga.subject_id = ${subjectId} AND ga.subject_kind = ${sql.lit(kind)} AND ga.guest_id = ${personId}
      AND gu.guest_until > now() AND gu.disabled_at IS NULL LIMIT 1)`;
}

/** SQL: somebody sees this thing as a guest, so that colleagues are told so wherever they open it. */
export function hasGuests(kind: GuestThingKind, subjectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM guest_access ha
    WHERE ha.subject_id = ${subjectId} AND ha.subject_kind = ${sql.lit(kind)}
      AND ${isInvitedGuest(sql.ref("ha.guest_id"), kind, sql.ref("ha.subject_id"))} LIMIT 1)`;
}

/** Returns the IDs of the guests who see a thing now. */
export async function findGuestsOf(db: Database, kind: GuestThingKind, subjectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("guest_access as a")
    .select("a.guest_id")
    .where("a.subject_id", "=", subjectId)
    .where("a.subject_kind", "=", kind)
    .where(isInvitedGuest(sql.ref("a.guest_id"), kind, sql.ref("a.subject_id")))
    .execute();
  return rows.map(({ guest_id }) => guest_id);
}

/** SQL: this person is no guest, or one who was invited to the thing. For conditions on everybody's part in a thing. */
export function isNoStrangeGuest(
  personId: RawBuilder<unknown>,
  kind: GuestThingKind,
  subjectId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(NOT EXISTS (SELECT FROM accounts gn WHERE gn.id = ${personId} AND gn.guest_until IS NOT NULL LIMIT 1)
    OR ${isInvitedGuest(personId, kind, subjectId)})`;
}

/** Returns the guests among these people who were invited to a thing, and whether they may comment on it. */
export async function findInvitedGuests(
  db: Database,
  kind: GuestThingKind,
  subjectId: string,
  people: readonly { id: string; isGuest?: true | undefined }[],
): Promise<ReadonlyMap<string, { mayComment: boolean; mayModerate: false }>> {
  const ids = people.flatMap(({ id, isGuest }) => (isGuest ? id : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("guest_access as a")
    .select(["a.guest_id", "a.may_comment"])
    .where("a.subject_id", "=", subjectId)
    .where("a.subject_kind", "=", kind)
    .where(sql<boolean>`a.guest_id = ANY(${ids}::uuid[])`)
    .where(isInvitedGuest(sql.ref("a.guest_id"), kind, sql.ref("a.subject_id")))
    .execute();
  return new Map(
    rows.map((row) => [row.guest_id, { mayComment: row.may_comment, mayModerate: false as const }]),
  );
}

/** SQL: the account of this alias is a colleague's, or a guest's whose access has not ended. Nobody else is sent anything. */
export function isLetIn(account: string): RawBuilder<boolean> {
  const until = sql.ref(`${account}.guest_until`);
  return sql<boolean>`(${sql.ref(`${account}.disabled_at`)} IS NULL AND (${until} IS NULL OR ${until} > now()))`;
}

/** SQL: the account `a` is that of a guest. */
export const isGuestAccount = sql<boolean>`(a.guest_until IS NOT NULL)`;
