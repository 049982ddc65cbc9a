import { identityRoutes } from "@atoll/contract/identity/routes";
import { passwordSignInSchema, refreshSchema } from "@atoll/contract/identity/schemas";
import type { FastifyRequest } from "fastify";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { parse } from "../../platform/parse.ts";
import { countAttempts } from "./attempts.ts";
import { assertMayEnter } from "./policy.ts";
import { presentViewer } from "./present.ts";
import { findAccount } from "./queries.ts";
import { type Device, endSession, refreshSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

/** Signing in and out, and who one is. Specification, sections 4, 5, 7 (auth) and 8. */
export function registerIdentity({ routes, db, tokens }: SliceDependencies): void {
  const attempts = countAttempts();

  routes.route(identityRoutes.createToken, async ({ query, body }, { request }) => {
    const device = deviceOf(request);
    if (query.grant_type === "password") {
      return signIn({ db, tokens, attempts }, parse(passwordSignInSchema, body), device);
    }
    const { refreshToken } = parse(refreshSchema, body);
    const { session, userId } = await refreshSession(db, tokens, refreshToken, device);
    const account = await findAccount(db, { id: userId });
    if (!account) throw new AppError("session_expired");
    assertMayEnter(account);
    return { session, user: presentViewer(account) };
  });

  routes.route(identityRoutes.getCurrentUser, async (_input, { viewer }) => {
    const account = await findAccount(db, { id: viewer.id });
    if (!account) throw new AppError("session_expired");
    return { user: presentViewer(account) };
  });

  routes.route(identityRoutes.endSession, async (_input, { viewer }) => {
    await endSession(db, viewer.sessionId, "signed out");
    return undefined;
  });
}

function deviceOf(request: FastifyRequest): Device {
  return { userAgent: request.headers["user-agent"] ?? "", address: request.ip };
}
