import { z } from "zod";

/** Events about the session that a socket belongs to. */
export const identityEvents = {
  /** The session was ended or lost its right to be here; the socket is closed right after. */
  "session.ended": z.object({ code: z.string(), message: z.string() }),
  /** The viewer's permissions or visible things have changed: refetch the current user. */
  "viewer.changed": z.object({}),
  /** The viewer signed in or out somewhere: fetch their sessions again where they are shown. */
  "sessions.changed": z.object({}),
};
