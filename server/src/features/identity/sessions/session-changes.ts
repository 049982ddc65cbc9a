import { isErrorCode } from "@atoll/contract/errors/errors";
import { notifyTopics } from "../../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";

/**
 * Applies changes of people's permissions immediately on this node, no matter who made them and where: caches are
 * invalidated, open sockets are checked again, and those of ended sessions are closed.
 */
export function connectSessions({ tokens, viewers, realtime, log }: SliceContext): LivePart {
  async function reloadKeys(): Promise<void> {
    await tokens.reload();
    realtime.reconnect(({ keyId }) => !tokens.isLive(keyId));
  }

  // Invalidate the cache first, so that the next read is from the database.
  return {
    topics: {
      [notifyTopics.viewerChanged](userId) {
        viewers.forgetUser(userId);
        realtime.recheckUser(userId);
      },
      [notifyTopics.viewersChanged]() {
        viewers.forgetAll();
        realtime.recheckAll();
      },
      [notifyTopics.sessionEnded](payload) {
        const [sessionId = "", code = ""] = payload.split(" ");
        viewers.forgetSession(sessionId);
        realtime.endSession(sessionId, isErrorCode(code) ? code : "session_expired");
      },
      [notifyTopics.signingKeysChanged]() {
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
