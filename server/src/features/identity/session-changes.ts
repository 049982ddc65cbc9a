import { isErrorCode } from "@atoll/contract/errors";
import type { Notifications } from "../../platform/database/notifications.ts";
import type { Log } from "../../platform/log.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { signingKeysChangedTopic } from "./signing-keys.ts";
import type { Viewers } from "./viewers.ts";

/** The id of a person whose roles, departments, account or profile changed. The database's triggers send it. */
export const viewerChangedTopic = "atoll_viewer_changed";
/** A role or a department changed, which may concern anybody. */
const viewersChangedTopic = "atoll_viewers_changed";
/** The id of a session that ended, and the error code that says why where there is more to say than that. */
const sessionEndedTopic = "atoll_session_ended";

/** What this slice listens to. */
export const identityTopics = [
  viewerChangedTopic,
  viewersChangedTopic,
  sessionEndedTopic,
  signingKeysChangedTopic,
];

/**
 * Makes a change to what somebody may do felt at once on this node, whoever made it and wherever: the cache forgets,
 * open sockets are looked at anew, and those of an ended session are cut.
 */
export function connectSessions(deps: {
  notifications: Notifications;
  tokens: AccessTokens;
  viewers: Viewers;
  realtime: Realtime;
  log: Log;
}): void {
  const { notifications, tokens, viewers, realtime, log } = deps;

  function reloadKeys(): void {
    tokens.reload().catch((error: unknown) => log.warn({ err: error }, "the signing keys could not be read"));
  }

  // Forgotten first: what is looked at next is read from the database.
  notifications.on(viewerChangedTopic, (userId) => {
    viewers.forgetUser(userId);
    realtime.recheckUser(userId);
  });
  notifications.on(viewersChangedTopic, () => {
    viewers.forgetAll();
    realtime.recheckAll();
  });
  notifications.on(sessionEndedTopic, (payload) => {
    const [sessionId = "", code = ""] = payload.split(" ");
    viewers.forgetSession(sessionId);
    realtime.endSession(sessionId, isErrorCode(code) ? code : "session_expired");
  });
  notifications.on(signingKeysChangedTopic, reloadKeys);
  // They may have changed between reading them and listening.
  reloadKeys();
  // Something may have been missed: nothing cached is believed.
  notifications.onGap(() => {
    viewers.forgetAll();
    realtime.recheckAll();
    reloadKeys();
  });
}
