import { mailEvents } from "@atoll/contract/mail/events";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { uuidv7 } from "uuidv7";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { admins, managers, only } from "./administration-targets.ts";
import { must } from "./chat-things.ts";

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
    setDigestOfNewPeople: {
      daily: { request: () => ({ body: { rhythm: "daily" as const } }), expect: only(admins) },
      off: { request: () => ({ body: { rhythm: "off" as const } }), expect: only(admins) },
      "in an unknown rhythm": {
        request: () => ({ body: { rhythm: "hourly" as "off" } }),
        expect: signedIn("invalid_request"),
      },
    },
    forgetMailRefusal: {
      "of a person whose address was not refused": {
        request: ({ world }) => ({ params: { userId: world.actors.member.id } }),
        expect: only(managers),
      },
    },
    getMailPreferences: { "as they are": { request: () => ({}), expect: signedIn("ok") } },
    changeMailPreferences: {
      "one of them": { request: () => ({ body: { digestHour: 7 } }), expect: signedIn("ok") },
      "an hour that no day has": {
        request: () => ({ body: { digestHour: 24 } }),
        expect: signedIn("invalid_request"),
      },
    },
    openUnsubscribeLink: {
      "any link": { request: () => ({ params: { link: "a.digest.b" } }), expect: everyone("ok") },
    },
    unsubscribe: {
      "with a link that was made up": {
        request: () => ({ params: { link: `${uuidv7()}.digest.${"A".repeat(43)}` } }),
        expect: everyone("unsubscribe_link_not_valid"),
      },
    },
  },
  events: {
    "mail-preferences.changed": {
      change: ({ world }) =>
        must(world, world.actors.member, "PATCH", "/api/mail/preferences", { announcements: true }),
      receivers: ["member"],
    },
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
