import { isErrorCode } from "@atoll/contract/errors";
import { announcements } from "../../announcements.ts";
import type { LivePart, SliceContext } from "../../slice.ts";

/**
 * Makes a change to what somebody may do felt at once on this node, whoever made it and wherever: the cache forgets,
 * open sockets are looked at anew, and those of an ended session are cut.
 */
export function connectSessions({ tokens, viewers, realtime, log }: SliceContext): LivePart {
  async function reloadKeys(): Promise<void> {
    await tokens.reload();
    realtime.reconnect(({ keyId }) => !tokens.isLive(keyId));
  }

  // Forgotten first: what is looked at next is read from the database.
  return {
    topics: {
      [announcements.viewerChanged](userId) {
        viewers.forgetUser(userId);
        realtime.recheckUser(userId);
      },
      [announcements.viewersChanged]() {
        viewers.forgetAll();
        realtime.recheckAll();
      },
      [announcements.sessionEnded](payload) {
        const [sessionId = "", code = ""] = payload.split(" ");
        viewers.forgetSession(sessionId);
        realtime.endSession(sessionId, isErrorCode(code) ? code : "session_expired");
      },
      [announcements.signingKeysChanged]() {
        reloadKeys().catch((error: unknown) =>
          log.warn({ err: error }, "the signing keys could not be read"),
        );
      },
    },
    // Nothing cached is believed.
    async onGap() {
      viewers.forgetAll();
      realtime.recheckAll();
      await reloadKeys();
    },
  };
}
