import type { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { maxInvited } from "@atoll/contract/administration/limits";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { type SqlBool, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { newLinkToken } from "../../../platform/seals/link-tokens.ts";
import type { Database } from "../../../tables.ts";
import { findChannelsToInviteTo } from "../../chat/public.ts";
import { queueMails } from "../../mail/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { assertGuestEnd, mayInvite } from "../guests/guest-policy.ts";
import { rolesOfNewcomer } from "../users/create-user.ts";
import { namesOf } from "../users/insert-employees.ts";
import { accessDepartments } from "../users/user-access.ts";
import { invitationEnd } from "./invitation-mail.ts";
import { type InvitedPerson, type RefusedLine, readInvited } from "./read-invited.ts";

type InviteRequest = RouteInput<typeof invitationRoutes.invitePeople>["body"];
type InviteOutcome = RouteOutput<typeof invitationRoutes.invitePeople>;

/** People of a dry run that are shown. */
const sampleSize = 20;
/** Lines with a problem that are returned; the rest is counted. */
const maxRefused = 200;
/** Addresses of one act that the audit log names. The list of invitations has all of them. */
const namedInAudit = 20;

/**
 * Invites the people of a list, all who can be invited: lines with a problem do not hold back the others. Their mails
 * are queued in the same transaction; without mail, the links are returned, once.
 * @throws {AppError} `too_many_invited`, `role_not_found`, `department_not_found`, `channel_not_found`, also for guests
 *   without channels, `guest_end_not_possible`, and `forbidden` for a role that the viewer may not give.
 */
export async function invitePeople(
  { db, isMailed }: { db: Database; isMailed: boolean },
  acting: Acting,
  request: InviteRequest,
): Promise<InviteOutcome> {
  const { guestUntil } = request;
  if (guestUntil !== undefined) assertGuestEnd(guestUntil);
  const read = await readInvited(request.list);
  if (read.people.length > maxInvited) throw new AppError("too_many_invited");
  if (request.isDryRun) {
    await findGiven(db, acting.viewer, request);
    const { people, refused } = await judgeInvited(db, read.people);
    return outcome(people, [...read.refused, ...refused], isMailed);
  }
  return administer(db, acting, mayInvite(guestUntil !== undefined), async (tx, current) => {
    const given = await findGiven(tx, current.viewer, request);
    const { people, refused } = await judgeInvited(tx, read.people);
    const all = [...read.refused, ...refused];
    if (people.length === 0) return outcome([], all, isMailed);
    const invited = people.map((person) => ({ ...person, id: uuidv7(), link: newLinkToken() }));
    await insertInvitations(tx, current, invited, given, isMailed);
    const links = isMailed
      ? []
      : invited.map(({ email, name, link }) => ({ email, name, token: link.token }));
    const [first] = invited;
    await recordAct(tx, {
      ...actorOf(current),
      action: "invitations.created",
      subject: {
        type: "invitation",
        id: first && invited.length === 1 ? first.id : "",
        name: first && invited.length === 1 ? first.email : `${invited.length} people`,
      },
      after: {
        addresses: invited.slice(0, namedInAudit).map(({ email }) => email),
        count: invited.length,
        roles: namesOf(given.roles),
        departments: namesOf(given.departments),
        ...(guestUntil !== undefined && { guestUntil }),
      },
    });
    return { ...outcome(people, all, isMailed), links };
  });
}

interface Given {
  roles: readonly { id: string; name: string }[];
  departments: readonly { id: string; name: string }[];
  channelIds: readonly string[];
  /** Undefined for colleagues. */
  guestUntil: string | undefined;
}

/** Returns what the invited get, which the viewer may give. */
async function findGiven(
  tx: Database,
  viewer: PermissionHolder & { id: string },
  { roleIds, departmentIds, channelIds, guestUntil }: InviteRequest,
): Promise<Given> {
  if (guestUntil !== undefined) return { ...(await channelsForGuests(tx, viewer, channelIds)), guestUntil };
  const roles = await rolesOfNewcomer(tx, viewer, roleIds);
  // A person without a role could not sign in.
  if (roles.length === 0) throw new AppError("role_not_found");
  const departments = await accessDepartments(tx, departmentIds);
  const wanted = [...new Set(channelIds)];
  const found = await findChannelsToInviteTo(tx, viewer, wanted);
  if (found.length < wanted.length) throw new AppError("channel_not_found");
  return { roles, departments, channelIds: found, guestUntil };
}

/** Guests get nothing but channels, and at least one. */
async function channelsForGuests(
  tx: Database,
  viewer: PermissionHolder & { id: string },
  channelIds: readonly string[],
): Promise<Pick<Given, "roles" | "departments" | "channelIds">> {
  const wanted = [...new Set(channelIds)];
  const found = await findChannelsToInviteTo(tx, viewer, wanted);
  if (found.length === 0 || found.length < wanted.length) throw new AppError("channel_not_found");
  return { roles: [], departments: [], channelIds: found };
}

/** Leaves out people who have an account or an open invitation, and those who are in the list twice. */
async function judgeInvited(
  db: Database,
  given: readonly InvitedPerson[],
): Promise<{ people: InvitedPerson[]; refused: RefusedLine[] }> {
  const emails = given.map(({ email }) => email);
  const taken = await sql<{ email: string; is_account: boolean }>`
    SELECT email, true AS is_account FROM accounts WHERE email = ANY(${emails}::text[])
    UNION ALL SELECT email, false FROM invitations WHERE email = ANY(${emails}::text[])
      AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > now()`.execute(db);
  const known = new Map(taken.rows.map(({ email, is_account }) => [email, is_account]));
  const firstLine = new Map<string, number>();
  const people: InvitedPerson[] = [];
  const refused: RefusedLine[] = [];
  for (const person of given) {
    const { line, email } = person;
    const reason = reasonAgainst(known.get(email), firstLine.get(email));
    if (reason === undefined) people.push(person);
    else refused.push({ line, text: email, reason });
    if (!firstLine.has(email)) firstLine.set(email, line);
  }
  return { people, refused };
}

function reasonAgainst(isAccount: boolean | undefined, earlierLine: number | undefined): string | undefined {
  if (isAccount === true) return "An account with this email already exists";
  if (isAccount === false)
    return "This address is already invited. Send that invitation again, or make a new link for it";
  if (earlierLine !== undefined) return `Line ${earlierLine} has the same address`;
  return undefined;
}

async function insertInvitations(
  tx: Database,
  { viewer }: Acting,
  invited: readonly (InvitedPerson & { id: string; link: { hash: Buffer } })[],
  given: Given,
  isMailed: boolean,
): Promise<void> {
  const emails = invited.map(({ email }) => email);
  const ids = invited.map(({ id }) => id);
  // An expired invitation makes room for the new one.
  await tx
    .updateTable("invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where(sql<SqlBool>`email = ANY(${emails}::text[])`)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();
  const mailIds = isMailed
    ? await queueMails(
        tx,
        invited.map(({ id, email }) => ({ kind: "invitation", address: email, subjectId: id })),
      )
    : invited.map(() => undefined);
  await sql`INSERT INTO invitations
      (id, email, name, role_ids, department_ids, channel_ids, invited_by, expires_at, mail_id, is_mailed, guest_until)
    SELECT id, email, name, ${given.roles.map(({ id }) => id)}::uuid[], ${given.departments.map(({ id }) => id)}::uuid[],
      ${[...given.channelIds]}::uuid[], ${viewer.id}, ${invitationEnd()}, mail_id, ${isMailed},
      ${given.guestUntil ?? null}::timestamptz
    FROM unnest(${ids}::uuid[], ${emails}::text[], ${invited.map(({ name }) => name)}::text[],
      ${mailIds.map((id) => id ?? null)}::uuid[]) AS given (id, email, name, mail_id)`.execute(tx);
  if (isMailed) return;
  await sql`INSERT INTO invitation_links (token_hash, invitation_id)
    SELECT * FROM unnest(${invited.map(({ link }) => link.hash)}::bytea[], ${ids}::uuid[])`.execute(tx);
}

function outcome(
  people: readonly InvitedPerson[],
  refused: readonly RefusedLine[],
  isMailed: boolean,
): InviteOutcome {
  return {
    invitedCount: people.length,
    refused: refused.toSorted((one, other) => one.line - other.line).slice(0, maxRefused),
    refusedCount: refused.length,
    links: [],
    sample: people.slice(0, sampleSize).map(({ email, name }) => ({ email, name })),
    isMailed,
  };
}
