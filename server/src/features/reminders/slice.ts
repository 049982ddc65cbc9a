import { sql } from "kysely";
import type { Slice } from "../../slice.ts";
import { registerReminders } from "./routes.ts";
import {
  reminderNotificationDefinitions,
  remindersDueJob,
  sweepRemindersJob,
  watchReminders,
} from "./send-reminders.ts";

/** Reminders: a person, a colleague or a channel is reminded once, at a time. */
export const reminders: Slice = {
  name: "reminders",
  routes: [registerReminders],
  live: [watchReminders],
  jobs: [remindersDueJob, sweepRemindersJob],
  notificationKinds: reminderNotificationDefinitions,
  personalData: {
    reminders: {
      title: "Reminders",
      erase: "account",
      where: (personId, isForOwner) => sql<boolean>`(t.owner_id = ${personId}
        OR (${isForOwner}::boolean AND t.person_id = ${personId} AND t.sent_at IS NOT NULL))`,
      columns: ["created_at", "due_at", "sent_at", "text"],
      more: (personId) => ({ is_owner: sql`t.owner_id = ${personId}` }),
    },
  },
};
