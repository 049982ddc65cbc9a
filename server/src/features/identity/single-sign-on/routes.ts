import { hkdfSync } from "node:crypto";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Session, Viewer } from "@atoll/contract/identity/schemas";
import { isPending } from "@atoll/contract/permissions";
import type { FastifyRequest } from "fastify";
import { EncryptJWT, errors as joseErrors, jwtDecrypt } from "jose";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { AccountRow } from "../queries.ts";
import { recordRefusal } from "../record-refusal.ts";
import { type Cookies, cookieJar } from "../sessions/cookie-jar.ts";
import { type Device, deviceOf } from "../sessions/device.ts";
import { loadSigningKeys } from "../sessions/signing-keys.ts";
import { enterPerson, RegistrationFailed } from "./enter-person.ts";
import { handOverSeconds, makeHandOverCode } from "./hand-over.ts";
import { type Claims, connectProvider, type Provider } from "./provider.ts";
import { signInByCode } from "./sign-in-by-code.ts";

/** An attempt that has not returned from the provider. The browser stores it, encrypted. */
const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  origin: z.string().optional(),
});
type Attempt = z.infer<typeof attemptSchema>;

/** How long somebody may take at the provider. */
const attemptSeconds = 10 * 60;

const audience = "atoll single sign-on";
const algorithm = { alg: "dir", enc: "A256GCM" } as const;

/** Seals an attempt for the browser's cookie, so that whichever node it comes back to can open it. */
async function sealAttempt(db: Database, attempt: Attempt): Promise<string> {
  const [newest] = await loadKeys(db);
  if (!newest) throw new Error("there is no signing key");
  return new EncryptJWT(attempt)
    .setProtectedHeader({ ...algorithm, kid: newest.id })
    .setAudience(audience)
    .setExpirationTime(`${attemptSeconds}s`)
    .encrypt(newest.key);
}

/** Undefined: not sealed by us, or too old. */
async function openAttempt(db: Database, sealed: string): Promise<Attempt | undefined> {
  const keys = await loadKeys(db);
  try {
    const { payload } = await jwtDecrypt(
      sealed,
      ({ kid }) => {
        const known = keys.find(({ id }) => id === kid);
        if (!known) throw new joseErrors.JWEInvalid("unknown key");
        return known.key;
      },
      {
        audience,
        keyManagementAlgorithms: [algorithm.alg],
        contentEncryptionAlgorithms: [algorithm.enc],
        requiredClaims: ["exp"],
      },
    );
    return attemptSchema.parse(payload);
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}

/** Derives a key from each signing key, so that an attempt can never pass for an access token. */
async function loadKeys(db: Database): Promise<{ id: string; key: Uint8Array }[]> {
  const keys = await loadSigningKeys(db);
  return keys.map(({ id, secret }) => ({
    id,
    key: new Uint8Array(hkdfSync("sha256", secret, "", audience, 32)),
  }));
}

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

/** The result for the login page, and with `done` the code that its browser exchanges for a session. */
type SignOnResult =
  | { outcome: "failed" | "unknown" | "pending" | "unregistered" }
  | { outcome: "done"; code: string };

/**
 * Completes a sign-in through the company: verifies the provider's response, finds the person, and creates a code for
 * the hand-over. The reason of a failure is only logged.
 */
async function finishSignOn(
  deps: { db: Database; log: Log; config: SingleSignOnConfig; provider: Provider },
  answer: Record<string, string | undefined>,
  attempt: Attempt,
  device: Device,
): Promise<SignOnResult> {
  const { db, log, provider } = deps;
  let claims: Claims;
  try {
    claims = await provider.redeem(answer, attempt);
  } catch (error) {
    log.warn({ err: error }, "single sign-on: the provider's answer was refused, or it cannot be reached");
    await recordRefusal(db, { email: "unknown", accountId: undefined }, "single_sign_on_failed", device);
    return { outcome: "failed" };
  }
  let account: AccountRow | undefined;
  try {
    account = await enterPerson(deps, claims, device.address);
  } catch (error) {
    // This request comes from the provider, so there is no page of Atoll that could show a JSON error.
    log.error({ err: error }, "single sign-on: the account of a person could not be read or made");
    return { outcome: error instanceof RegistrationFailed ? "unregistered" : "failed" };
  }
  if (!account) {
    const tried = { email: claims.email ?? claims.sub, accountId: undefined };
    await recordRefusal(db, tried, "single_sign_on_unknown", device);
    return { outcome: "unknown" };
  }
  // Shown by the address of the sign-in page. Other reasons are returned in exchange for the code.
  if (isPending(account)) {
    await recordRefusal(db, { email: account.email, accountId: account.id }, "account_pending", device);
    return { outcome: "pending" };
  }
  return { outcome: "done", code: await makeHandOverCode(db, account.id) };
}
