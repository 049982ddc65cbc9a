import { errors } from "@atoll/contract/errors";
import type { Notifications } from "../../platform/database/notifications.ts";
import type { Log } from "../../platform/log.ts";
import { type Realtime, userRoom } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { sessionEndedTopic } from "./sessions.ts";
import { viewerChangedTopic } from "./viewer-changes.ts";
import type { Viewers } from "./viewers.ts";

/** What this slice listens to. */
export const identityTopics = [sessionEndedTopic, viewerChangedTopic];

/**
 * Makes an ended session and a changed person felt at once on this node, whichever node they were changed on:
 * the cache forgets, sockets of an ended session are cut, browsers of a changed person fetch themselves again.
 */
export function connectSessions(deps: {
  db: Database;
  notifications: Notifications;
  viewers: Viewers;
  realtime: Realtime;
  log: Log;
}): void {
  const { notifications, viewers, realtime } = deps;
  notifications.on(sessionEndedTopic, (sessionId) => {
    viewers.forgetSession(sessionId);
    realtime.endSession(sessionId, "session_expired", errors.session_expired.text);
  });
  notifications.on(viewerChangedTopic, (userId) => {
    viewers.forgetUser(userId);
    realtime.send(userRoom(userId), "viewer.changed", {});
  });
  // Something may have been missed: nothing cached is believed.
  notifications.onGap(() => viewers.forgetAll());
}
