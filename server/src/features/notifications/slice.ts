import { sql } from "kysely";
import { ofServers, secretOnly } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { digestMail } from "./digest/digest-mail.ts";
import { connectInbox } from "./live-inbox.ts";
import { noticeMail } from "./notice-mail.ts";
import { connectNotifications, notificationJob } from "./notify-people.ts";
import { connectPushes } from "./push/connect-pushes.ts";
import { registerPush } from "./push/push-routes.ts";
import { registerNotifications } from "./routes.ts";
import { sweepNotificationsJob } from "./sweep.ts";

/** Notifications, and people's inboxes. Specification, sections 2 (header, settings), 3 and 4 (notifications). */
export const notifications: Slice = {
  name: "notifications",
  routes: [registerNotifications, registerPush],
  live: [connectNotifications, connectInbox, connectPushes],
  mailKinds: [noticeMail, digestMail],
  jobs: [notificationJob, sweepNotificationsJob],
  personalData: {
    notifications: {
      title: "Inbox",
      erase: {
        deletes: "written",
        where: (personId) => sql<boolean>`${personId}::uuid = ANY (t.actor_ids)`,
      },
      of: "user_id",
      // The notices of answers tell who asked anonymously.
      isOwn: true,
      columns: ["at", "kind", "reason", "subject_id", "count", "read_at", "done_at", "snoozed_until"],
    },
    notification_settings: {
      title: "Notification settings",
      erase: "account",
      of: "user_id",
      columns: ["updated_at", "settings"],
    },
    push_subscriptions: {
      title: "Devices with alerts",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "service", "is_mobile", "checked_at"],
    },
    pushes: ofServers,
    push_acts: secretOnly,
    push_keys: secretOnly,
    tellings: ofServers,
  },
};
