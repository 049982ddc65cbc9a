import type { ThingGuest } from "@atoll/contract/guest-access/routes";
import { type GuestThingKind, maxGuestsOfThing } from "@atoll/contract/guest-access/things";
import { canInviteGuests } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Changer, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import type { People } from "../people/public.ts";
import { guestKindOf } from "./kinds.ts";

interface Thing {
  kind: GuestThingKind;
  subjectId: string;
}

/**
 * Lets a guest see a thing, or changes whether they may comment on it. Repeating it has no effect.
 * @throws {AppError} `subject_not_found` if the viewer may not read it; `forbidden` if they may not edit it or invite
 *   guests; `guest_not_found` for somebody who is no guest, or whose access has ended; `too_many_guests`.
 */
export async function inviteToThing(
  context: SliceContext,
  viewer: Changer,
  thing: Thing,
  { guestId, mayComment }: { guestId: string; mayComment: boolean },
): Promise<ThingGuest> {
  const kind = guestKindOf(thing.kind);
  const isChanged = await changeAs(context.db, viewer, async (tx, inviter) => {
    await kind.lock(tx, thing.subjectId);
    await assertMayEdit(tx, inviter, thing);
    if (!canInviteGuests(inviter)) throw new AppError("forbidden", { detail: "no guests/invite" });
    const guest = await lockGuest(tx, guestId);
    const there = await tx
      .selectFrom("guest_access")
      .select(["guest_id", "may_comment"])
      .where("subject_id", "=", thing.subjectId)
      .where("subject_kind", "=", thing.kind)
      .execute();
    const before = there.find((row) => row.guest_id === guestId);
    if (before?.may_comment === mayComment) return false;
    if (!before && there.length >= maxGuestsOfThing) throw new AppError("too_many_guests");
    await tx
      .insertInto("guest_access")
      .values({
        subject_kind: thing.kind,
        subject_id: thing.subjectId,
        guest_id: guestId,
        may_comment: mayComment,
        invited_by: inviter.id,
      })
      .onConflict((conflict) =>
        conflict.columns(["subject_id", "subject_kind", "guest_id"]).doUpdateSet({ may_comment: mayComment }),
      )
      .execute();
    await kind.touch(tx, thing.subjectId);
    if (!before)
      await notify(tx, {
        kind: "guest-access.given",
        subjectId: thing.subjectId,
        actorId: inviter.id,
        people: [guestId],
      });
    await recordAct(tx, {
      ...actOf(viewer, guest),
      action: "guest.thing-opened",
      ...(before && { before: { mayComment: before.may_comment } }),
      after: { thing: thing.kind, thingId: thing.subjectId, mayComment },
    });
    return true;
  });
  if (isChanged) await kind.broadcast(context, thing.subjectId);
  const guest = (await listGuests(context.db, context.people, thing)).find((one) => one.guest.id === guestId);
  // Somebody has removed them since.
  if (!guest) throw new AppError("guest_not_found");
  return guest;
}

/**
 * Ends the access of a guest to a thing. Repeating it has no effect.
 * @throws {AppError} `subject_not_found`; `forbidden` if the viewer may not edit it.
 */
export async function removeFromThing(
  context: SliceContext,
  viewer: Changer,
  thing: Thing,
  guestId: string,
): Promise<void> {
  const kind = guestKindOf(thing.kind);
  const isChanged = await changeAs(context.db, viewer, async (tx, remover) => {
    // The database writes each end to the audit log, with this address.
    await sql`SELECT set_config('atoll.address', ${viewer.address}, true)`.execute(tx);
    // A comment that the guest is writing commits before this, or is refused.
    await kind.lock(tx, thing.subjectId);
    await assertMayEdit(tx, remover, thing);
    const { numDeletedRows } = await tx
      .deleteFrom("guest_access")
      .where("subject_id", "=", thing.subjectId)
      .where("subject_kind", "=", thing.kind)
      .where("guest_id", "=", guestId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await kind.release?.(tx, thing.subjectId, guestId, remover.id);
    await kind.touch(tx, thing.subjectId);
    return true;
  });
  if (isChanged) await kind.broadcast(context, thing.subjectId);
}

/** Returns the guests of a thing, in the order of their invitations. There are few. */
export async function listGuests(db: Database, people: People, thing: Thing): Promise<ThingGuest[]> {
  const rows = await db
    .selectFrom("guest_access as g")
    .innerJoin("accounts as a", "a.id", "g.guest_id")
    .select(["g.guest_id", "g.may_comment", "g.invited_by", "g.created_at", "a.guest_until"])
    .select(sql<boolean>`(a.disabled_at IS NOT NULL OR a.guest_until <= now())`.as("has_ended"))
    .where("g.subject_id", "=", thing.subjectId)
    .where("g.subject_kind", "=", thing.kind)
    .orderBy("g.created_at")
    .orderBy("g.guest_id")
    .execute();
  const known = await people.of(rows.flatMap((row) => [row.guest_id, row.invited_by ?? row.guest_id]));
  return rows.flatMap((row) => {
    const guest = known.get(row.guest_id);
    if (!guest || !row.guest_until) return [];
    return {
      guest,
      until: row.guest_until.toISOString(),
      hasEnded: row.has_ended,
      mayComment: row.may_comment,
      invitedBy: (row.invited_by && known.get(row.invited_by)) || null,
      at: row.created_at.toISOString(),
    };
  });
}

async function assertMayEdit(tx: Database, viewer: RequestViewer, thing: Thing): Promise<void> {
  const rights = await guestKindOf(thing.kind).judge(tx, viewer, thing.subjectId);
  if (!rights) throw new AppError("subject_not_found");
  if (!rights.mayEdit) throw new AppError("forbidden", { detail: "may not edit it" });
}

/** Locks a guest, so that their access does not end before the invitation is written. */
async function lockGuest(tx: Database, guestId: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT a.id, p.name FROM accounts a JOIN profiles p ON p.id = a.id
    WHERE a.id = ${guestId} AND a.guest_until > now() AND a.disabled_at IS NULL FOR SHARE OF a`.execute(tx);
  const [guest] = rows;
  if (!guest) throw new AppError("guest_not_found");
  return guest;
}

/** The title is left out: the log is read by people who may not read the thing. */
function actOf(viewer: Changer, guest: { id: string; name: string }) {
  return {
    actor: { id: viewer.id, name: viewer.name },
    address: viewer.address,
    subject: { type: "user", id: guest.id, name: guest.name },
  };
}
