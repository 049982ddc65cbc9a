import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { SliceContext } from "../../../slice.ts";
import { type Cookies, cookieJar } from "../sessions/cookie-jar.ts";
import { type Device, deviceOf } from "../sessions/device.ts";
import { finishSignOn, type SignOnResult } from "./finish-sign-on.ts";
import { handOverSeconds } from "./hand-over.ts";
import { connectProvider } from "./provider.ts";
import { attemptSeconds, openAttempt, sealAttempt } from "./sealed-attempt.ts";
import { signInByCode } from "./sign-in-by-code.ts";

export interface SingleSignOn {
  /** The grant `single_sign_on` of the route that makes tokens; see `signInByCode`. */
  redeem(
    request: FastifyRequest,
    cookies: Cookies,
    device: Device,
  ): Promise<{ session: Session; user: Viewer }>;
}

/**
 * Registers sign-in through the company's OpenID provider, which starts with an encrypted cookie and returns with a
 * code for the sign-in page in another. See docs/decisions/008-single-sign-on-hand-over-by-cookie.md.
 */
export function registerSingleSignOn(slice: SliceContext): SingleSignOn {
  const { routes, db, log } = slice;
  const parts = slice.singleSignOn && connect(slice.singleSignOn);
  const switchedOn = () => {
    if (!parts) throw new AppError("single_sign_on_off");
    return parts;
  };

  routes.route(identityRoutes.startSingleSignOn, async ({ query }, { cookies }) => {
    const { config, provider, attempts } = switchedOn();
    const checks = provider.newChecks();
    try {
      const location = await provider.authorizationUrl(checks);
      attempts.set(cookies, await sealAttempt(db, { ...checks, origin: query.origin }));
      return { location };
    } catch (error) {
      log.error({ err: error, issuer: config.issuer }, "single sign-on: the provider cannot be reached");
      return loginPage("failed", query.origin);
    }
  });

  routes.route(identityRoutes.finishSingleSignOn, async ({ query }, { request, cookies }) => {
    const { config, provider, attempts, handOver } = switchedOn();
    const sealed = attempts.read(request);
    attempts.clear(cookies);
    const attempt = sealed === undefined ? undefined : await openAttempt(db, sealed);
    // A callback without an attempt was forged by another site.
    if (!attempt) return loginPage("failed");
    const result = await finishSignOn({ db, log, config, provider }, query, attempt, deviceOf(request));
    if (result.outcome === "done") handOver.set(cookies, result.code);
    return loginPage(result.outcome, attempt.origin);
  });

  return {
    async redeem(request, cookies, device) {
      const { handOver } = switchedOn();
      const code = handOver.read(request);
      handOver.clear(cookies);
      return signInByCode(slice, code, device);
    },
  };
}

function connect(config: SingleSignOnConfig) {
  const isSecure = config.publicUrl.startsWith("https:");
  return {
    config,
    provider: connectProvider(config),
    // The provider is another site, so cookies can be `lax` at most.
    attempts: cookieJar("sign-on-attempt", { isSecure, sameSite: "lax", seconds: attemptSeconds }),
    handOver: cookieJar("sign-on-hand-over", { isSecure, sameSite: "strict", seconds: handOverSeconds }),
  };
}

function loginPage(outcome: SignOnResult["outcome"], origin?: string): { location: string } {
  const search = new URLSearchParams({ "single-sign-on": outcome, ...(origin ? { origin } : {}) });
  return { location: `/login?${search}` };
}
