import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { mailStates } from "./mail-kinds.ts";
import { mailSchema, mailStatusSchema } from "./schemas.ts";

/** The page "Mail" of the admin panel. */
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
};
