import { sql } from "kysely";
import { ofCompany, ofServers, secretOnly } from "../../platform/kinds/personal-data.ts";
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
  personalData: {
    accounts: {
      title: "Account",
      erase: "account",
      of: "id",
      isOpen: true,
      columns: [
        "created_at",
        "email",
        "email_confirmed_at",
        "disabled_at",
        "last_active_at",
        "must_choose_password",
        "requires_passkey",
        "guest_until",
        "preferences",
      ],
    },
    user_roles: {
      title: "Roles",
      erase: "account",
      of: "user_id",
      isOpen: true,
      columns: ["assigned_at"],
      more: () => ({ role: sql`(SELECT r.name FROM roles r WHERE r.id = t.role_id)` }),
    },
    sessions: {
      title: "Sessions",
      erase: "account",
      of: "user_id",
      columns: [
        "created_at",
        "id",
        "user_agent",
        "address",
        "way",
        "last_used_at",
        "expires_at",
        "ended_at",
        "end_reason",
        "scopes",
      ],
    },
    passkeys: {
      title: "Passkeys",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "name", "site", "is_synced", "last_used_at"],
    },
    second_factors: {
      title: "Authenticator app",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "confirmed_at"],
    },
    password_resets: {
      title: "Password resets by mail",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "email", "expires_at"],
    },
    single_sign_on_identities: {
      title: "Identities at sign-on providers",
      erase: "account",
      of: "user_id",
      columns: ["created_at", "issuer", "subject"],
    },
    refresh_tokens: secretOnly,
    recovery_codes: secretOnly,
    passkey_challenges: secretOnly,
    single_sign_on_codes: secretOnly,
    single_sign_on_uses: secretOnly,
    signing_keys: secretOnly,
    sign_in_failures: secretOnly,
    single_sign_on_logouts: ofServers,
    passkey_site: ofCompany,
  },
} satisfies Slice;
