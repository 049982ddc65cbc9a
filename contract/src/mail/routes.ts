import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { digestRhythms, mailStates, receivedStates } from "./mail-kinds.ts";
import {
  mailAddressPlaceSchema,
  mailPreferencesSchema,
  mailSchema,
  mailStatusSchema,
  receivedMailSchema,
} from "./schemas.ts";

const ownMail = z.object({
  preferences: mailPreferencesSchema,
  /** False: the server sends no mail. */
  isOn: z.boolean(),
  /** Where mail to the viewer goes. */
  address: z.string(),
  /** The time zone of the hours. */
  zone: z.string(),
  /** The mail server's answer that there is no such address, for which only mails about the account go there. */
  refusal: z.string().nullable(),
});

const placeParams = z.object({ kind: mailAddressPlaceSchema.shape.kind, placeId: idSchema });
const placeAddress = z.object({
  /** False: the server takes no mails. */
  isAvailable: z.boolean(),
  /** Null while it is off. */
  address: z.string().nullable(),
});
const placeErrors = ["forbidden", "channel_not_found", "direct_channel", "department_not_found"] as const;

/** The signed part of a link in a mail. */
const unsubscribeLink = z.object({ link: z.string().max(200) });

/** Bytes of a received mail, with its files as mails encode them. */
const maxReceivedMailBytes = 32 * 1024 * 1024;

/** The mails that the viewer gets, mails that are handed over, and the page "Mail" of the admin panel. */
export const mailRoutes = {
  getMailStatus: defineRoute({
    method: "GET",
    path: "/api/admin/mail",
    summary: "Get whether mail is set up, and how many mails wait, failed and were sent today.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ status: mailStatusSchema }),
    errors: ["forbidden"],
  }),
  sendTestMail: defineRoute({
    method: "POST",
    path: "/api/admin/mail/tests",
    summary: "Send a test mail to the viewer, and return the mail server's answer.",
    access: "signed-in",
    rateLimit: { max: 6, windowSeconds: 60, by: "viewer" },
    status: 200,
    response: z.object({
      isSent: z.boolean(),
      /** The mail server's answer, or why it could not be reached. */
      answer: z.string(),
      address: z.string(),
    }),
    errors: ["forbidden", "mail_off"],
  }),
  listMails: defineRoute({
    method: "GET",
    path: "/api/admin/mail/messages",
    summary: "List mails, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ state: z.enum(mailStates).optional(), ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(mailSchema),
    errors: ["forbidden"],
  }),
  retryMail: defineRoute({
    method: "POST",
    path: "/api/admin/mail/messages/:mailId/attempts",
    summary:
      "Try again to send a mail that failed or waits. One that is being sent at the moment is left alone.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ mailId: idSchema }),
    status: 200,
    response: z.object({ mail: mailSchema }),
    errors: ["forbidden", "mail_not_found", "mail_off"],
  }),
  listReceivedMails: defineRoute({
    method: "GET",
    path: "/api/admin/mail/received",
    summary: "List mails that were handed over, the newest first, with what became of them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ state: z.enum(receivedStates).optional(), ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(receivedMailSchema),
    errors: ["forbidden"],
  }),
  receiveMail: defineRoute({
    method: "POST",
    path: "/api/mail/inbound",
    summary:
      "Hand over a mail as the operator's mail server got it, with the envelope in the headers X-Envelope-To and X-Envelope-From and the secret as a bearer token. It is read after the answer.",
    access: "public",
    rateLimit: { max: 1200, windowSeconds: 60, by: "address" },
    bodyKind: "raw",
    bodyLimitBytes: maxReceivedMailBytes,
    status: 202,
    errors: ["not_authenticated", "mail_queue_full"],
  }),
  setDigestOfNewPeople: defineRoute({
    method: "PUT",
    path: "/api/admin/mail/digest",
    summary: "Choose the digest for people whose accounts are created from now on.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: z.object({ rhythm: z.enum(digestRhythms) }),
    status: 200,
    response: z.object({ status: mailStatusSchema }),
    errors: ["forbidden"],
  }),
  forgetMailRefusal: defineRoute({
    method: "DELETE",
    path: "/api/admin/mail/refusals/:userId",
    summary: "Send mail again to an address that the mail server refused. No effect if it did not.",
    access: "signed-in",
    // It is told like other changes of accounts.
    changesRights: true,
    rateLimit: rateLimits.write,
    params: z.object({ userId: idSchema }),
    status: 204,
    errors: ["forbidden"],
  }),
  getMailAddress: defineRoute({
    method: "GET",
    path: "/api/mail/addresses/:kind/:placeId",
    summary: "Get the address at which mails become messages of a channel or tasks of a department.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: placeParams,
    status: 200,
    response: placeAddress,
    errors: placeErrors,
  }),
  renewMailAddress: defineRoute({
    method: "POST",
    path: "/api/mail/addresses/:kind/:placeId",
    summary: "Give a channel or a department's tasks a mail address. The one before stops working at once.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: placeParams,
    status: 200,
    response: placeAddress,
    errors: [...placeErrors, "mail_in_off"],
  }),
  deleteMailAddress: defineRoute({
    method: "DELETE",
    path: "/api/mail/addresses/:kind/:placeId",
    summary:
      "Take away the mail address of a channel or of a department's tasks. Repeating it has no effect.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: placeParams,
    status: 204,
    errors: placeErrors,
  }),
  getMailPreferences: defineRoute({
    method: "GET",
    path: "/api/mail/preferences",
    summary: "Get which mails the viewer gets.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: ownMail,
    errors: [],
  }),
  changeMailPreferences: defineRoute({
    method: "PATCH",
    path: "/api/mail/preferences",
    summary: "Change which mails the viewer gets. Omitted values stay.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    body: mailPreferencesSchema.partial(),
    status: 200,
    response: ownMail,
    errors: [],
  }),
  openUnsubscribeLink: defineRoute({
    method: "GET",
    path: "/api/mail/unsubscribe/:link",
    summary: "Redirect from a mail's unsubscribe link to its page. This does not unsubscribe.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    params: unsubscribeLink,
    status: 302,
    errors: [],
  }),
  unsubscribe: defineRoute({
    method: "POST",
    path: "/api/mail/unsubscribe/:link",
    summary:
      "Stop one kind of mail, as mail programs do with one click (RFC 8058). Repeating it has no effect.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 60, windowSeconds: 60, by: "address" },
    params: unsubscribeLink,
    // Mail programs send a form. Its content is not read.
    bodyKind: "raw",
    status: 204,
    errors: ["unsubscribe_link_not_valid"],
  }),
};
