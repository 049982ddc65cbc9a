import type { Ground, Shared, Slice } from "../../slice.ts";
import { broadcastToOwner } from "./broadcast-to-owner.ts";
import { countHeldSignIns } from "./count-held-sign-ins.ts";
import { accountNotificationDefinitions } from "./notification-kinds.ts";
import { keepPasskeySite } from "./passkeys/passkeys.ts";
import { passwordResetMail } from "./password-reset/request-password-reset.ts";
import { pictureFiles } from "./profile/picture-files.ts";
import { registerIdentity } from "./routes.ts";
import { openAccessTokens } from "./sessions/access-tokens.ts";
import { endLateSockets } from "./sessions/end-late-sockets.ts";
import { forgettingJob } from "./sessions/lockout.ts";
import { connectSessions } from "./sessions/session-changes.ts";
import { renewalJob } from "./sessions/signing-keys.ts";
import { cacheViewers } from "./viewers.ts";

/** Signing in and out, and who one is. Specification, sections 4, 5, 7 (auth) and 8. */
export const identity = {
  name: "identity",
  async share({ db, log, isHearing, workspace }: Ground): Promise<Pick<Shared, "tokens" | "viewers">> {
    await keepPasskeySite(db, workspace.passkeySite);
    const tokens = await openAccessTokens(db);
    return { tokens, viewers: cacheViewers({ db, tokens, log, isHearing }) };
  },
  routes: [registerIdentity],
  live: [connectSessions, endLateSockets, broadcastToOwner],
  jobs: [renewalJob, forgettingJob],
  refused: countHeldSignIns,
  fileKinds: [pictureFiles],
  notificationKinds: accountNotificationDefinitions,
  mailKinds: [passwordResetMail],
} satisfies Slice;
