import { ofThings, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { connectMail, sweepMailsJob } from "./connect-mail.ts";
import { connectReceivedMails } from "./inbound/work.ts";
import { queueDigestsJob } from "./queue-digests.ts";
import { broadcastMailChanges, mailRooms, registerMail, registerPreferences, testMail } from "./routes.ts";

/** Mail: the queue that other slices write to, its sender, mails that are handed over, and the page of the admin panel about it. */
export const mail: Slice = {
  name: "mail",
  routes: [registerMail, registerPreferences],
  rooms: () => mailRooms,
  live: [connectMail, connectReceivedMails, broadcastMailChanges],
  jobs: [sweepMailsJob, queueDigestsJob],
  mailKinds: [testMail],
  personalData: {
    mail_preferences: {
      title: "Mail settings",
      erase: "account",
      of: "user_id",
      columns: ["updated_at", "digest", "digest_hour", "digest_weekday", "announcements", "shows_texts"],
    },
    mail_refusals: {
      title: "Refused mails",
      erase: "account",
      of: "user_id",
      columns: ["refused_at", "address", "detail"],
    },
    mails: {
      title: "Mails to them",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "kind", "address", "state", "settled_at"],
    },
    received_mails: {
      title: "Mails to Atoll from their address",
      erase: "account",
      of: "user_id",
      columns: ["received_at", "sender", "aim", "state"],
    },
    mail_addresses: ofThings,
    mail_link_key: secretOnly,
  },
};
