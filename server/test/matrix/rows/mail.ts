import { mailEvents } from "@atoll/contract/mail/events";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { admins, managers, only } from "./administration-targets.ts";

/** The world of the matrix sends no mail. */
export const mailSlice = defineSlice({
  name: "mail",
  routes: mailRoutes,
  eventNames: mailEvents,
  async furnish({ db, secrets }) {
    const address = `${secrets.hide("the address of a mail", admins)}@example.test`;
    const failure = secrets.hide("a mail server's refusal", admins);
    const mail = { id: uuidv7(), kind: "invitation", address, failure };
    await db
      .insertInto("mails")
      .values({ ...mail, state: "failed", settled_at: new Date() })
      .execute();
    return { mailId: mail.id };
  },
  rows: {
    getMailStatus: { "as it is": { request: () => ({}), expect: only(admins) } },
    sendTestMail: {
      "while mail is off": { request: () => ({}), expect: only(admins, "mail_off"), lacksOutside: true },
    },
    listMails: {
      all: { request: () => ({ query: {} }), expect: only(admins) },
      "those that failed": { request: () => ({ query: { state: "failed" as const } }), expect: only(admins) },
      "beyond the limit": { request: () => ({ query: { limit: 101 } }), expect: signedIn("invalid_request") },
    },
    retryMail: {
      "while mail is off": {
        request: ({ things }) => ({ params: { mailId: things.mailId } }),
        expect: only(admins, "mail_off"),
        lacksOutside: true,
      },
      malformed: {
        request: () => ({ params: { mailId: "the last" } }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "mails.changed": {
      change: async ({ world }) => {
        await world.db
          .insertInto("mails")
          .values({ kind: "test", address: "somebody@example.test", state: "sent", settled_at: new Date() })
          .execute();
      },
      receivers: managers,
    },
  },
});
