import { joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { passkeyGrantSchema } from "@atoll/contract/identity/passkey-schemas";
import { procedureRoutes } from "@atoll/contract/identity/procedure-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import {
  passwordGrantSchema,
  refreshSchema,
  type Session,
  type Viewer,
} from "@atoll/contract/identity/schemas";
import {
  canAssignRoles,
  canManageUsers,
  canOpenAdmin,
  hasPermission,
  isPending,
  type PermissionHolder,
} from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../platform/app-error.ts";
import { obstacleOf } from "../../platform/database/availability.ts";
import { parse } from "../../platform/parse.ts";
import type { SliceContext } from "../../slice.ts";
import { workspaceNames } from "../workspace/public.ts";
import { registerPasskeys } from "./passkeys/routes.ts";
import { signInWithPasskey } from "./passkeys/sign-in-with-passkey.ts";
import { requestPasswordReset } from "./password-reset/request-password-reset.ts";
import { accessResetByLink, resetPassword } from "./password-reset/reset-password.ts";
import { presentViewer } from "./present.ts";
import { dismissNotice } from "./profile/dismiss-notice.ts";
import { registerProfile } from "./profile/profile-routes.ts";
import { updateCurrentUser } from "./profile/update-current-user.ts";
import { findAccount } from "./queries.ts";
import type { RequestViewer } from "./request-viewer.ts";
import { registerSecondFactor } from "./second-factor/routes.ts";
import type { Cookies } from "./sessions/cookie-jar.ts";
import { type Device, deviceOf, keepDevice } from "./sessions/device.ts";
import { refreshSession } from "./sessions/refresh-session.ts";
import { registerSessions } from "./sessions/session-routes.ts";
import { signIn } from "./sign-in.ts";
import { registerSingleSignOn } from "./single-sign-on/routes.ts";

type GrantType = RouteInput<typeof identityRoutes.createToken>["query"]["grant_type"];

/** Signing in and out, and who one is. Specification, sections 4, 5, 7 (auth) and 8. */
export function registerIdentity(slice: SliceContext): void {
  const { routes, db, workspace } = slice;
  registerSessions(slice);
  registerProcedures(slice);
  registerProfile(slice);
  registerSecondFactor(slice);
  registerPasskeys(slice);
  registerPasswordReset(slice);
  const singleSignOn = registerSingleSignOn(slice);

  async function admit(
    grant: GrantType,
    from: {
      body: unknown;
      request: FastifyRequest;
      cookies: Cookies;
      device: Device;
      countFor: (caller: string) => void;
    },
  ): Promise<{ session: Session; user: Viewer }> {
    const { body, device } = from;
    if (grant === "single_sign_on") return singleSignOn.redeem(from.request, from.cookies, device);
    if (grant === "passkey") {
      const { passkey: proof } = parse(passkeyGrantSchema, body);
      return signInWithPasskey(slice, { proof, site: workspace.passkeySite }, device);
    }
    if (grant === "password") return signIn(slice, parse(passwordGrantSchema, body), device);
    const { refreshToken } = parse(refreshSchema, body);
    const { session, sessionId, account, way } = await refreshSession(slice, refreshToken, device);
    from.countFor(sessionId);
    return { session, user: presentViewer(account, way) };
  }

  routes.route(identityRoutes.createToken, async ({ query, body }, { request, cookies, countFor }) => {
    const device = deviceOf(request);
    const letIn = await admit(query.grant_type, { body, request, cookies, device, countFor }).catch(
      unverifiable,
    );
    keepDevice(request, cookies, device);
    return letIn;
  });

  routes.route(identityRoutes.getCurrentUser, async (_input, { viewer }) => {
    const account = await findAccount(db, { id: viewer.id });
    if (!account) throw new AppError("session_expired");
    return { user: presentViewer(account, viewer.way) };
  });

  routes.route(identityRoutes.updateCurrentUser, async ({ body }, { viewer, request }) => {
    // Nothing else of the account can be changed before the password.
    if (viewer.mustChoosePassword && body.password === undefined) throw new AppError("new_password_required");
    // A refused name would show which names there are in the company.
    if (viewer.isGuest && body.name !== undefined) throw new AppError("forbidden", { detail: "a guest" });
    const owner = { id: viewer.id, name: viewer.name, sessionId: viewer.sessionId, address: request.ip };
    return { user: presentViewer(await updateCurrentUser({ db, workspace }, owner, body), viewer.way) };
  });

  routes.route(identityRoutes.dismissNotice, async ({ params }, { viewer }) => {
    await dismissNotice(db, viewer, params.noticeId);
    return undefined;
  });
}

/** The person or their roles could not be read. The log has the reason. Specification, section 8. */
function unverifiable(error: unknown): never {
  if (error instanceof AppError || obstacleOf(error)) throw error;
  throw new AppError("access_unverifiable", { cause: error });
}

/** Choosing a new password with a mailed link. */
function registerPasswordReset({ routes, db, workspace, mail }: SliceContext): void {
  routes.route(joiningRoutes.requestPasswordReset, async ({ body }, { request }) => {
    if (!mail) throw new AppError("mail_off");
    await requestPasswordReset(db, body.email, deviceOf(request));
    return undefined;
  });

  routes.route(joiningRoutes.checkPasswordReset, async ({ body }) => {
    await accessResetByLink(db, body.token);
    return undefined;
  });

  routes.route(joiningRoutes.resetPassword, async ({ body }, { request }) => {
    await resetPassword({ db, names: await workspaceNames(db, workspace) }, body, deviceOf(request));
    return undefined;
  });
}

/** The remote procedures. Specification, section 7. */
function registerProcedures({ routes, db }: SliceContext): void {
  routes.route(procedureRoutes.userHasActiveRoles, async ({ body }, { viewer }) => {
    return !isPending(await accessHolder(viewer, body.user_id));
  });

  routes.route(procedureRoutes.getUserPermissions, async ({ body }, { viewer }) => {
    const holder = await accessHolder(viewer, body.user_id);
    // The permissions of the pending role have no effect until the person is approved.
    return isPending(holder) ? [] : holder.permissions.map(({ resource, action }) => ({ resource, action }));
  });

  routes.route(procedureRoutes.userHasPermission, async ({ body }, { viewer }) => {
    return hasPermission(await accessHolder(viewer, body.user_id), body.resource_name, body.action_name);
  });

  /** Returns the viewer, or another person for viewers who manage accounts or roles. To others, nobody else exists. */
  async function accessHolder(viewer: RequestViewer, userId = viewer.id): Promise<PermissionHolder> {
    if (userId === viewer.id) return viewer;
    const mayKnow = canManageUsers(viewer) || canAssignRoles(viewer) || canOpenAdmin(viewer);
    const account = mayKnow ? await findAccount(db, { id: userId }) : undefined;
    if (!account) throw new AppError("user_not_found");
    return account;
  }
}
