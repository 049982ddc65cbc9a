import { identityRoutes } from "@atoll/contract/identity/routes";
import { passwordGrantSchema, refreshSchema } from "@atoll/contract/identity/schemas";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { parse } from "../../platform/parse.ts";
import { deviceOf } from "./device.ts";
import { presentViewer } from "./present.ts";
import { registerProcedures } from "./procedure-routes.ts";
import { findAccount } from "./queries.ts";
import { refreshSession } from "./refresh-session.ts";
import { registerSecondFactor } from "./second-factor/routes.ts";
import { registerSessions } from "./session-routes.ts";
import { signIn } from "./sign-in.ts";
import { registerSingleSignOn } from "./single-sign-on/routes.ts";
import { updateCurrentUser } from "./update-current-user.ts";

/** Signing in and out, and who one is. Specification, sections 4, 5, 7 (auth) and 8. */
export function registerIdentity(slice: SliceDependencies): void {
  const { routes, db, tokens, workspace } = slice;
  registerSessions(slice);
  registerProcedures(slice);
  registerSecondFactor(slice);
  const singleSignOn = registerSingleSignOn(slice);

  routes.route(identityRoutes.createToken, async ({ query, body }, { request, cookies }) => {
    const device = deviceOf(request);
    if (query.grant_type === "single_sign_on") return singleSignOn.redeem(request, cookies);
    if (query.grant_type === "password") {
      return signIn({ db, tokens }, parse(passwordGrantSchema, body), device);
    }
    const { refreshToken } = parse(refreshSchema, body);
    const { session, account, way } = await refreshSession(db, tokens, refreshToken, device);
    return { session, user: presentViewer(account, way) };
  });

  routes.route(identityRoutes.getCurrentUser, async (_input, { viewer }) => {
    const account = await findAccount(db, { id: viewer.id });
    if (!account) throw new AppError("session_expired");
    return { user: presentViewer(account, viewer.way) };
  });

  routes.route(identityRoutes.updateCurrentUser, async ({ body }, { viewer, request }) => {
    const owner = { id: viewer.id, name: viewer.name, sessionId: viewer.sessionId, address: request.ip };
    return { user: presentViewer(await updateCurrentUser({ db, workspace }, owner, body), viewer.way) };
  });
}
