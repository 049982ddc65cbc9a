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
};
