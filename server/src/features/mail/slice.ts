import type { Slice } from "../../slice.ts";
import { connectMail, sweepMailsJob } from "./connect-mail.ts";
import { queueDigestsJob } from "./queue-digests.ts";
import { broadcastMailChanges, mailRooms, registerMail, registerPreferences, testMail } from "./routes.ts";

/** Mail: the queue that other slices write to, its sender, and the page of the admin panel about it. */
export const mail: Slice = {
  name: "mail",
  routes: [registerMail, registerPreferences],
  rooms: () => mailRooms,
  live: [connectMail, broadcastMailChanges],
  jobs: [sweepMailsJob, queueDigestsJob],
  mailKinds: [testMail],
};
