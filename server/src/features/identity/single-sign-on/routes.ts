import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { recordRefusal } from "../record-refusal.ts";
import { type Cookies, cookieJar } from "../sessions/cookie-jar.ts";
import { type Device, deviceOf } from "../sessions/device.ts";
import { admitPerson, loginPage, type SignOnResult } from "./admit-person.ts";
import { endSessionsByProvider } from "./end-by-provider.ts";
import { handOverJar } from "./hand-over.ts";
import { type Claims, connectProvider, type Provider } from "./provider.ts";
import { attemptSeconds, openAttempt, sealAttempt } from "./seal-attempt.ts";
import { signInByCode } from "./sign-in-by-code.ts";

/** An attempt that has not returned from the provider. The browser stores it, encrypted. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  origin: z.string().optional(),
});
type Attempt = z.infer<typeof attemptSchema>;

const purpose = "atoll single sign-on";

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
  const handOver = handOverJar(slice.singleSignOn?.publicUrl ?? slice.publicUrl);
  const switchedOn = () => {
    if (!parts) throw new AppError("single_sign_on_off");
    return parts;
  };

  routes.route(identityRoutes.startSingleSignOn, async ({ query }, { cookies }) => {
    const { config, provider, attempts } = switchedOn();
    const checks = provider.newChecks();
    try {
      const location = await provider.authorizationUrl(checks);
      attempts.set(cookies, await sealAttempt(db, purpose, { ...checks, origin: query.origin }));
      return { location };
    } catch (error) {
      log.error({ err: error, issuer: config.issuer }, "single sign-on: the provider cannot be reached");
      return loginPage("failed", query.origin);
    }
  });

  routes.route(identityRoutes.finishSingleSignOn, async ({ query }, { request, cookies }) => {
    const { config, provider, attempts } = switchedOn();
    const sealed = attempts.read(request);
    attempts.clear(cookies);
    const attempt = sealed === undefined ? undefined : await openAttempt(db, purpose, sealed, attemptSchema);
    // A callback without an attempt was forged by another site.
    if (!attempt) return loginPage("failed");
    const from = { answer: query, attempt, device: deviceOf(request) };
    const result = await finishSignOn(slice, { config, provider }, from);
    if (result.outcome === "done") handOver.set(cookies, result.code);
    return loginPage(result.outcome, attempt.origin);
  });

  routes.route(identityRoutes.endSessionsByProvider, async (_input, { request }) => {
    const { provider } = switchedOn();
    const form = new URLSearchParams(rawBodyOf(request).toString());
    await endSessionsByProvider({ db, log, provider }, form.get("logout_token"), request.ip);
    return { status: 200 as const, headers: {} };
  });

  return {
    async redeem(request, cookies, device) {
      const code = handOver.read(request);
      // Without a code this is no return from a provider, and here is none to go to.
      if (code === undefined && !parts) throw new AppError("single_sign_on_off");
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
  };
}

/**
 * Completes a sign-in through the company: verifies the provider's response and lets the person in. The reason of a
 * failure is only logged.
 */
async function finishSignOn(
  slice: SliceContext,
  { config, provider }: { config: SingleSignOnConfig; provider: Provider },
  {
    answer,
    attempt,
    device,
  }: { answer: Record<string, string | undefined>; attempt: Attempt; device: Device },
): Promise<SignOnResult> {
  const { db, log } = slice;
  let claims: Claims;
  try {
    claims = await provider.redeem(answer, attempt);
  } catch (error) {
    log.warn({ err: error }, "single sign-on: the provider's answer was refused, or it cannot be reached");
    await recordRefusal(db, { email: "unknown", accountId: undefined }, "single_sign_on_failed", device);
    return { outcome: "failed" };
  }
  const signOn = { subject: claims.sub, claims };
  const person = {
    ...{ claims, sid: claims.sid ?? null, issuedAt: new Date(claims.iat * 1000) },
    follow: (userId: string) => slice.followSignOn.follow({ ...signOn, userId, address: device.address }),
    mayLink: (tx: Database, userId: string) => slice.followSignOn.mayLink(tx, { ...signOn, userId }),
  };
  return admitPerson({ db, log, config }, person, device);
}
