import { mailRoutes } from "@atoll/contract/mail/routes";
import type { MailAddressPlace, MailPreferences } from "@atoll/contract/mail/schemas";
import { canManageUsers, canOpenAdmin, type PermissionHolder } from "@atoll/contract/permissions";
import { uuidv7 } from "uuidv7";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { rawBodyOf } from "../../platform/http/raw-body.ts";
import { createSmtpSender } from "../../platform/mail/smtp-sender.ts";
import type { LivePart, RequestViewer, SliceContext, SliceMail } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertAdministrator, changeAs } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { setDigestOfNewPeople } from "../workspace/public.ts";
import { retryMail } from "./due-mails.ts";
import { deletePlaceAddress, findPlaceAddress, renewPlaceAddress } from "./inbound/place-addresses.ts";
import { assertFromMailServer, keepReceivedMail, limitBodies } from "./inbound/receive-mail.ts";
import { findMail, listMails, listReceivedMails, readMailStatus } from "./mail-list.ts";
import { changePreferences, readPreferences, zoneOf } from "./preferences.ts";
import { prepareMail } from "./prepare-mail.ts";
import { unsubscribe } from "./unsubscribe.ts";

/** The browser of the administrator waits for half a minute. */
const longestTestMs = 20_000;

/** Registers the page "Mail" of the admin panel. */
export function registerMail(context: SliceContext): void {
  const { routes, db, mail: config } = context;
  const send = config && createSmtpSender(config, longestTestMs);

  routes.route(mailRoutes.getMailStatus, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return { status: await readMailStatus(context) };
  });

  routes.route(mailRoutes.sendTestMail, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    if (!send) throw new AppError("mail_off");
    // Sent while its person waits, and not queued: the answer is what they want to know.
    const due = {
      id: uuidv7(),
      kind: "test",
      priority: 1,
      user_id: viewer.id,
      address: viewer.email,
      subject_id: null,
    };
    const now = { facts: {}, created_at: new Date(), tries: 1, trying_ms: 0, failure: null };
    const outgoing = await prepareMail(context, { ...due, ...now });
    const outcome = outgoing && "to" in outgoing ? await send(outgoing) : undefined;
    return { isSent: outcome?.kind === "sent", answer: outcome?.detail ?? "", address: viewer.email };
  });

  routes.route(mailRoutes.listMails, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return listMails(db, query);
  });

  routes.route(mailRoutes.listReceivedMails, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return listReceivedMails(db, query);
  });

  const takeBody = limitBodies();
  routes.route(
    mailRoutes.receiveMail,
    async (_input, { request }) => {
      await keepReceivedMail(context, { headers: request.headers, body: rawBodyOf(request) });
      return undefined;
    },
    (request, reply) => {
      assertFromMailServer(context.mailIn, request);
      takeBody(reply.raw);
    },
  );

  routes.route(mailRoutes.retryMail, async ({ params }, { viewer }) => {
    assertAdministrator(viewer);
    if (!config) throw new AppError("mail_off");
    const isTried = await retryMail(db, params.mailId);
    const mail = isTried ? await findMail(db, params.mailId) : undefined;
    if (!mail) throw new AppError("mail_not_found");
    return { mail };
  });

  routes.route(mailRoutes.setDigestOfNewPeople, async ({ body: { rhythm } }, { viewer, request }) => {
    await changeAs(db, viewer, async (tx, current) => {
      assertAdministrator(current);
      const before = await setDigestOfNewPeople(tx, rhythm);
      if (before === rhythm) return;
      await recordAct(tx, {
        action: "mail.digest-changed",
        actor: { id: current.id, name: current.name },
        address: request.ip,
        before: { digest: before },
        after: { digest: rhythm },
      });
    });
    return { status: await readMailStatus(context) };
  });
}

/** Registers the mails that a person gets, the links with which they stop them, and the addresses of places. */
export function registerPreferences(context: SliceContext): void {
  const { routes, db, mail: config, realtime } = context;
  const answer = async (viewer: RequestViewer, preferences: MailPreferences) => ({
    ...{ preferences, isOn: config !== undefined, address: viewer.email },
    zone: await zoneOf(db, viewer.id),
    refusal: (await findRefusal(db, viewer))?.detail ?? null,
  });
  const broadcast = (userId: string) => realtime.send(ownRoom(userId), "mail-preferences.changed", {});

  const isAvailable = context.mailIn !== undefined;
  const placeOf = (params: { kind: MailAddressPlace["kind"]; placeId: string }) => ({
    ...{ kind: params.kind, id: params.placeId },
  });

  routes.route(mailRoutes.getMailAddress, async ({ params }, { viewer }) => ({
    isAvailable,
    address: await findPlaceAddress(context, viewer, placeOf(params)),
  }));

  routes.route(mailRoutes.renewMailAddress, async ({ params }, { viewer, request }) => ({
    isAvailable,
    address: await renewPlaceAddress(context, { ...viewer, address: request.ip }, placeOf(params)),
  }));

  routes.route(mailRoutes.deleteMailAddress, async ({ params }, { viewer, request }) => {
    await deletePlaceAddress(db, { ...viewer, address: request.ip }, placeOf(params));
    return undefined;
  });

  routes.route(mailRoutes.getMailPreferences, async (_input, { viewer }) =>
    answer(viewer, await readPreferences(db, viewer.id)),
  );

  routes.route(mailRoutes.changeMailPreferences, async ({ body }, { viewer }) => {
    const preferences = await changePreferences(db, viewer.id, body);
    broadcast(viewer.id);
    return answer(viewer, preferences);
  });

  routes.route(mailRoutes.forgetMailRefusal, async ({ params }, { viewer }) => {
    assertManager(viewer);
    await changeAs(db, viewer, async (tx, current) => {
      assertManager(current);
      await tx.deleteFrom("mail_refusals").where("user_id", "=", params.userId).execute();
      await tx
        .updateTable("mails")
        .set({ is_hard_bounce: false })
        .where("user_id", "=", params.userId)
        .where("is_hard_bounce", "=", true)
        .execute();
    });
    broadcast(params.userId);
    return undefined;
  });

  // Some mail programs and scanners open every link of a mail, so opening one changes nothing.
  routes.route(mailRoutes.openUnsubscribeLink, async ({ params: { link } }) => ({
    location: `/unsubscribe#${encodeURIComponent(link)}`,
  }));

  routes.route(mailRoutes.unsubscribe, async ({ params: { link } }) => {
    broadcast(await unsubscribe(db, link));
    return undefined;
  });
}

/** Returns the mail server's refusal of a person's address, if any. */
function findRefusal(db: Database, { id, email }: { id: string; email: string }) {
  return db
    .selectFrom("mail_refusals")
    .select("detail")
    .where("user_id", "=", id)
    .where("address", "=", email)
    .executeTakeFirst();
}

function assertManager(viewer: PermissionHolder): void {
  if (!canManageUsers(viewer)) throw new AppError("forbidden", { detail: "no users/manage" });
}

/** The test mail, which only the viewer who asks for it gets. */
export const testMail: SliceMail = {
  kind: "test",
  write: async (_context, { createdAt }, { formatInstant }, { company }) => ({
    subject: `Test mail from ${company}`,
    heading: "Mail works",
    paragraphs: [
      `This is a test mail from the workspace of ${company}. You asked for it on the page Mail of the admin panel.`,
    ],
    facts: [{ label: "Sent", value: formatInstant(createdAt) }],
  }),
};

const room = "mail:administration";

/** The room of the lists of mails and invitations. */
export async function mailRooms(viewer: RequestViewer): Promise<string[]> {
  return canOpenAdmin(viewer) || canManageUsers(viewer) ? [room] : [];
}

/** Thousands of mails are sent one after the other: their lists are refetched at most this often. */
const gatherMs = 300;

/** Broadcasts changes of mails and invitations to the administrators on this node. */
export function broadcastMailChanges({ realtime }: SliceContext): LivePart {
  let timer: NodeJS.Timeout | undefined;
  function tell(): void {
    timer = undefined;
    realtime.sendHere(room, "mails.changed", {});
  }
  return {
    topics: {
      [notifyTopics.mailChanged]() {
        if (realtime.isHeard(room)) timer ??= setTimeout(tell, gatherMs).unref();
      },
    },
    onGap: tell,
    async stop() {
      clearTimeout(timer);
    },
  };
}
