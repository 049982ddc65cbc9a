import type { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import { type NotificationDefinition, namesInWords } from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../../platform/kinds/notification-words.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import { hashLinkToken } from "../../../platform/seals/link-tokens.ts";
import { assertAcceptablePassword, hashPassword } from "../../../platform/seals/passwords.ts";
import type { Database } from "../../../tables.ts";
import { joinInvited } from "../../chat/public.ts";
import { holdAbsent, namesOfColleagues, waitForTurn } from "../../identity/public.ts";
import { dropMailsAbout } from "../../mail/public.ts";
import { notify } from "../../notifications/public.ts";
import { mayInvite, mayInviteAnybody } from "../guests/guest-policy.ts";
import { insertAccounts, namesOf } from "../users/insert-employees.ts";
import { isOpen } from "./invitation-list.ts";
import { rolesOfInvitation } from "./roles-given.ts";

/** Notification: people have accepted invitations of the person who is its subject. */
export const invitationAcceptedKind: NotificationDefinition = {
  kind: "invitation.accepted",
  isOpenTo: mayInviteAnybody,
  audience: namedPeople("concerned"),
  isReadable: ({ userId, subjectId }) => sql<boolean>`(${subjectId} = ${userId})`,
  async inWords({ people }, entries) {
    const known = await people.of(entries.flatMap(({ actorIds }) => actorIds));
    return new Map(
      entries.map(({ id, actorIds, count, facts }) => {
        const names = actorIds.flatMap((actorId) => known.get(actorId)?.name ?? []).slice(0, 2);
        const who = namesInWords(names, Math.max(count, names.length));
        const what = count > 1 ? "your invitations" : "your invitation";
        return [
          id,
          { title: `${who} accepted ${what}`, link: `/admin/${facts.page ?? "invitations"}` },
        ] as const;
      }),
    );
  },
};

/**
 * Returns what an invited person is shown before they accept.
 * @throws {AppError} `link_not_valid`: unknown, used, expired and withdrawn look the same.
 */
export async function readInvitation(
  db: Database,
  token: string,
): Promise<RouteOutput<typeof joiningRoutes.readInvitation>> {
  const { email, name, inviter, expires_at } = await accessByLink(db, token);
  return { email, name, invitedBy: inviter, expiresAt: expires_at.toISOString() };
}

/**
 * Creates the account of an invited person with the password that they chose. The rights of the person who invited
 * them are read again, and held until the commit: an invitation never gives more than its inviter may give now.
 * @param names of the product and the company, which are not accepted as passwords.
 * @returns the new account, and the page to go to.
 * @throws {AppError} `link_not_valid`, `invitation_refused`, `password_too_common`, `name_looks_taken`, or
 *   `guest_name_taken` for a guest.
 */
export async function acceptInvitation(
  { db, names }: { db: Database; names: readonly string[] },
  { token, name, password }: RouteInput<typeof joiningRoutes.acceptInvitation>["body"],
  address: string,
): Promise<{ userId: string; landing: string }> {
  const { id, email } = await accessByLink(db, token);
  await assertAcceptablePassword(password, [name, email, ...names]);
  // Hash before the transaction, because it is slow on purpose.
  const passwordHash = await hashPassword(password);
  try {
    return await transact(db, (tx) => createInvited(tx, { token, name, passwordHash, address }));
  } catch (error) {
    if (error instanceof AppError && error.code === "invitation_refused")
      await noteRefusal(db, { id, email }, error.detail ?? "", address);
    throw error;
  }
}

async function createInvited(
  tx: Database,
  person: { token: string; name: string; passwordHash: string; address: string },
): Promise<{ userId: string; landing: string }> {
  const { name, passwordHash, address } = person;
  await waitForTurn(tx);
  // Read again under the lock: of two uses of one link, the second finds it used.
  const invitation = await accessByLink(tx, person.token);
  const { id, email } = invitation;
  const inviter = await holdAbsent(tx, invitation.invited_by);
  if (!inviter) throw refused("the account that invited them is disabled or gone");
  const guestUntil = invitation.guest_until;
  const isGuest = guestUntil !== null;
  if (!mayInvite(isGuest)(inviter))
    throw refused(
      `the person who invited them may no longer ${isGuest ? "invite guests" : "create accounts"}`,
    );
  const given = isGuest ? Promise.resolve([]) : rolesOfInvitation(tx, inviter, invitation.role_ids);
  const roles = await given.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "role_not_found")
      throw refused("its roles have been deleted", "Withdraw it, and invite them again.");
    if (error.code === "forbidden") throw refused(error.detail ?? "a role");
    throw error;
  });
  await rejectLookalikeName(tx, name, namesOfColleagues()).catch((error: unknown) => {
    // Which colleague has a name like this is nothing for somebody from outside.
    throw isGuest && error instanceof AppError && error.code === "name_looks_taken"
      ? new AppError("guest_name_taken", { cause: error })
      : error;
  });
  const departments = await tx
    .selectFrom("departments")
    .select(["id", "name"])
    .where(sql<SqlBool>`id = ANY(${invitation.department_ids}::uuid[])`)
    .orderBy("id")
    .forKeyShare()
    .execute();
  // First: an account with the address of an open invitation would end it.
  await tx
    .updateTable("invitations")
    .set({ accepted_at: sql<Date>`now()`, refusal: null })
    .where("id", "=", id)
    .execute();
  const [account] = await insertAccounts(tx, [{ name, email, passwordHash, roles, departments }], {
    assignedBy: inviter.id,
    mustChoosePassword: false,
    guest: guestUntil === null ? undefined : { until: guestUntil, invitedBy: inviter.id },
  });
  if (!account) throw new AppError("internal_error", { detail: "no account was inserted" });
  await tx.updateTable("invitations").set({ accepted_by: account.id }).where("id", "=", id).execute();
  await tx.deleteFrom("invitation_links").where("invitation_id", "=", id).execute();
  await dropMailsAbout(tx, [id]);
  const mayChat = isGuest || roles.some(({ permissions, name: role }) => isChatting(permissions, role));
  const channelId = mayChat
    ? await joinInvited(tx, inviter, { id: account.id, name, address }, invitation.channel_ids, isGuest)
    : undefined;
  if (isGuest && channelId === undefined)
    throw refused("its channels are gone, or the person who invited them is not in them any more");
  // One entry of the inviter's inbox, however many people come in.
  const subjectId = inviter.id;
  await notify(tx, {
    ...{ kind: "invitation.accepted", subjectId, actorId: account.id, people: [inviter.id] },
    ...(isGuest && { facts: { page: "guests" } }),
  });
  await recordAct(tx, {
    action: "invitation.accepted",
    actor: { id: account.id, name },
    address,
    subject: { type: "user", id: account.id, name },
    after: {
      ...{ email, invitedBy: inviter.name, roles: namesOf(roles), departments: namesOf(departments) },
      ...(guestUntil && { guestUntil: guestUntil.toISOString() }),
    },
  });
  return { userId: account.id, landing: channelId ? `/chat/channel/${channelId}` : "/dashboard" };
}

function isChatting(permissions: readonly { resource: string; action: string }[], role: string): boolean {
  return (
    ["admin", "super_admin"].includes(role.toLowerCase()) ||
    permissions.some(
      ({ resource, action }) => `${resource}/${action}` === "chat/access" || resource === "admin",
    )
  );
}

/**
 * An open invitation by the secret of one of its links.
 * @throws {AppError} `link_not_valid`.
 */
async function accessByLink(db: Database, token: string) {
  const row = await db
    .selectFrom("invitation_links as l")
    .innerJoin("invitations as i", "i.id", "l.invitation_id")
    .innerJoin("profiles as p", "p.id", "i.invited_by")
    .select(["i.id", "i.email", "i.name", "i.role_ids", "i.department_ids", "i.channel_ids", "i.invited_by"])
    .select(["i.expires_at", "i.guest_until", "p.name as inviter"])
    .where("l.token_hash", "=", hashLinkToken(token))
    .where(isOpen)
    .where("i.expires_at", ">", sql<Date>`now()`)
    .where(sql<SqlBool>`(i.guest_until IS NULL OR i.guest_until > now())`)
    .executeTakeFirst();
  if (!row) throw new AppError("link_not_valid");
  return row;
}

/** @param remedy for administrators, who read both in the list. */
function refused(reason: string, remedy = "Send it again to invite them yourself."): AppError {
  return new AppError("invitation_refused", { detail: `${reason}. ${remedy}` });
}

/** The inviter and other administrators see in the list why the person could not come in. */
async function noteRefusal(
  db: Database,
  invitation: { id: string; email: string },
  reason: string,
  address: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const text = `Could not be accepted: ${reason}`;
    await tx
      .updateTable("invitations")
      .set({ refusal: text })
      .where("id", "=", invitation.id)
      .where(isOpenRow)
      .execute();
    await recordAct(tx, {
      action: "invitation.refused",
      actor: undefined,
      address,
      subject: { type: "invitation", id: invitation.id, name: invitation.email },
      after: { reason },
    });
  });
}

const isOpenRow = sql<SqlBool>`accepted_at IS NULL AND withdrawn_at IS NULL`;
