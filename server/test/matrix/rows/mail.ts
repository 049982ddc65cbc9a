import { mailEvents } from "@atoll/contract/mail/events";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { type Expectation, each, everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import { admins, managers, only, superAdmins } from "./administration-targets.ts";
import { chatters } from "./chat-states.ts";
import { inside, must, ownedChannel } from "./chat-things.ts";

/** They manage the fields and states of tasks. */
const taskManagers: readonly AdmittedName[] = ["departmentManager", "admin", ...superAdmins];
const ofChannel = async ({ world, spare }: CaseInput<unknown>) => {
  const placeId = await spare("an owned channel", () => ownedChannel(world, inside));
  return { params: { kind: "channel" as const, placeId } };
};
const ofDepartment = async ({ world }: CaseInput<unknown>) => ({
  params: { kind: "department" as const, placeId: world.departmentIds.Backend ?? "" },
});
const byOwner = (expectation: Expectation) =>
  chatters("channel_not_found", { ...each(inside, "forbidden"), author: expectation });

/** The world of the matrix sends no mail, and takes none in. */
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
    const sender = `${secrets.hide("the sender of a received mail", admins)}@example.test`;
    await db
      .insertInto("received_mails")
      .values({
        ...{ sameness: Buffer.from("refused"), envelope_sender: sender, sender, aim: "reply" as const },
        ...{ state: "refused" as const, reason: "person_unknown" as const, settled_at: new Date() },
      })
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
    listReceivedMails: {
      all: { request: () => ({ query: {} }), expect: only(admins) },
      "those that were refused": {
        request: () => ({ query: { state: "refused" as const } }),
        expect: only(admins),
      },
      "beyond the limit": { request: () => ({ query: { limit: 101 } }), expect: signedIn("invalid_request") },
    },
    receiveMail: {
      "without the secret of the mail server": { request: () => ({}), expect: everyone("not_authenticated") },
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
    getMailAddress: {
      "of an owned channel": { request: ofChannel, expect: byOwner("ok") },
      "of a department": { request: ofDepartment, expect: only(taskManagers) },
      missing: {
        request: () => ({ params: { kind: "channel" as const, placeId: uuidv7() } }),
        expect: chatters("channel_not_found"),
      },
    },
    renewMailAddress: {
      "of an owned channel": { request: ofChannel, expect: byOwner("mail_in_off"), lacksOutside: true },
      "of a department": {
        request: ofDepartment,
        expect: only(taskManagers, "mail_in_off"),
        lacksOutside: true,
      },
      malformed: {
        request: () => ({ params: { kind: "channel" as const, placeId: "general" } }),
        expect: signedIn("invalid_request"),
      },
    },
    deleteMailAddress: {
      "of an owned channel": { request: ofChannel, expect: byOwner("ok") },
      "of a department": { request: ofDepartment, expect: only(taskManagers) },
      "of no department": {
        request: () => ({ params: { kind: "department" as const, placeId: uuidv7() } }),
        expect: only(taskManagers, "department_not_found"),
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
