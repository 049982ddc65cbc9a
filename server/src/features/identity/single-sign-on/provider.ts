import { randomBytes } from "node:crypto";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import type * as OpenId from "openid-client";
import { z } from "zod";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";

/** The values that must match between the request and the callback. */
export interface Checks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider's claims about a person. `sub` never changes; an email may. */
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  iat: z.number(),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(320)
    .regex(/^\S+@\S+$/)
    .optional()
    .catch(undefined),
  // Some providers write it as text.
  email_verified: z
    .union([z.boolean(), z.literal("true")])
    .transform((value) => value === true || value === "true")
    .catch(false),
  name: z.string().trim().min(1).max(200).optional().catch(undefined),
  /** The provider's session, which a logout token names. */
  sid: z.string().min(1).max(255).optional().catch(undefined),
});
export type Claims = z.infer<typeof claimsSchema>;

export interface Provider {
  newChecks(): Checks;
  /** Where to send the browser. Throws when the provider cannot be reached. */
  authorizationUrl(checks: Checks): Promise<string>;
  /**
   * Exchanges the browser's callback for the provider's claims about the person. Throws for any mismatch: state, nonce,
   * issuer, signature, or a used code.
   */
  redeem(answer: Record<string, string | undefined>, checks: Checks): Promise<Claims>;
  /**
   * Verifies a logout token. Throws unless the provider has signed it, for this client, within the last minutes.
   * @throws {ProviderUnreachable}
   */
  verifyLogout(token: string): Promise<LogoutClaims>;
}

/** A logout token: OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const logoutSchema = z
  .looseObject({
    iss: z.string(),
    iat: z.number(),
    jti: z.string().min(1).max(500),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
    events: z.looseObject({ "http://schemas.openid.net/event/backchannel-logout": z.looseObject({}) }),
    // Without this, an ID token could pass for a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, "names neither a person nor a session");
export type LogoutClaims = z.infer<typeof logoutSchema>;

/** A logout token is accepted for this long after it was made, and remembered for longer. */
export const logoutTokenSeconds = 5 * 60;
export const clockSkewSeconds = 60;
/** Those that sign-in accepts, if the provider announces them. */
const signatureAlgorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"],
  ...["EdDSA", "Ed25519"],
];

/** The provider does not answer, so that nobody can say whether a token is right. */
export class ProviderUnreachable extends Error {}

/** Errors of finding a key that are the token's. */
const isOfToken = new Set([
  "ERR_JWKS_NO_MATCHING_KEY",
  "ERR_JWKS_MULTIPLE_MATCHING_KEYS",
  "ERR_JOSE_NOT_SUPPORTED",
]);

function unreachable(cause: unknown): never {
  throw new ProviderUnreachable("the provider cannot be reached", { cause });
}

/** The provider's configuration and keys are reloaded after this time, since they may change. */
const rememberedMs = 60 * 60_000;
const timeoutSeconds = 10;
const scope = "openid profile email";

/** The company's OpenID provider. It is asked for its addresses when they are needed first, not at the start. */
export function connectProvider(config: SingleSignOnConfig): Provider {
  const redirectUri = `${config.publicUrl}${identityRoutes.finishSingleSignOn.path}`;
  let keys: { uri: string; find: ReturnType<typeof createRemoteJWKSet> } | undefined;
  let known: { found: Promise<OpenId.Configuration>; until: number } | undefined;

  function configuration(): Promise<OpenId.Configuration> {
    if (known && known.until > Date.now()) return known.found;
    const asking = { found: discover(config), until: Date.now() + rememberedMs };
    known = asking;
    asking.found.catch(() => {
      if (known === asking) known = undefined;
    });
    return asking.found;
  }

  return {
    newChecks: () => ({
      state: randomText(),
      nonce: randomText(),
      codeVerifier: randomText(),
    }),
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const oidc = await library();
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      }).href;
    },
    async redeem(answer, { state, nonce, codeVerifier }) {
      const oidc = await library();
      const provider = await configuration();
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries(answer)) if (value) url.searchParams.set(name, value);
      const tokens = await oidc.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const fromToken = tokens.claims();
      if (!fromToken) throw new Error("the provider gave no ID token");
      // Many providers keep email and groups out of the ID token.
      const more = provider.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(provider, tokens.access_token, fromToken.sub)
        : {};
      return claimsSchema.parse({ ...more, ...fromToken, ...emailOf(fromToken, more) });
    },
    async verifyLogout(token) {
      const { issuer, jwks_uri } = (await configuration().catch(unreachable)).serverMetadata();
      if (!jwks_uri) throw new Error("the provider publishes no keys");
      if (keys?.uri !== jwks_uri)
        keys = {
          uri: jwks_uri,
          find: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutSeconds * 1000 }),
        };
      const { find } = keys;
      const findKey: JWTVerifyGetKey = (header, given) =>
        find(header, given).catch((error: unknown) => {
          if (error instanceof errors.JOSEError && isOfToken.has(error.code)) throw error;
          return unreachable(error);
        });
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        issuer,
        audience: config.clientId,
        algorithms: signatureAlgorithms,
        maxTokenAge: logoutTokenSeconds,
        clockTolerance: clockSkewSeconds,
        requiredClaims: ["iat", "jti", "events"],
      });
      const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
      if (type !== undefined && type !== "jwt" && type !== "logout+jwt")
        throw new Error("the token is of another type");
      return logoutSchema.parse(payload);
    },
  };
}

/**
 * An email and whether it was verified, both from the ID token or both from the account's data: one that people may
 * type there themselves must not be taken for verified because of the other.
 */
function emailOf(...sources: Record<string, unknown>[]): { email: unknown; email_verified: unknown } {
  const { email, email_verified } = sources.find((source) => source.email !== undefined) ?? {};
  return { email, email_verified };
}

/** 256 bits; 43 characters are also the least that PKCE allows. */
function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Loaded at the first sign-on: most companies have none, and the server starts without it. */
function library(): Promise<typeof OpenId> {
  return import("openid-client");
}

async function discover(config: SingleSignOnConfig): Promise<OpenId.Configuration> {
  const oidc = await library();
  const issuer = new URL(config.issuer);
  return oidc.discovery(issuer, config.clientId, undefined, clientAuthentication(oidc, config.clientSecret), {
    timeout: timeoutSeconds,
    execute: [
      // The token comes from the provider itself, but perhaps through a proxy of the company's own that opens TLS.
      oidc.enableNonRepudiationChecks,
      // The configuration allows this for a provider on this very machine only.
      ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** OpenID Connect expects the secret in the Authorization header unless the provider says otherwise. */
function clientAuthentication(oidc: typeof OpenId, secret: string | undefined): OpenId.ClientAuth {
  if (!secret) return oidc.None();
  const inHeader = oidc.ClientSecretBasic(secret);
  const inBody = oidc.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = ways.includes("client_secret_basic") ? inHeader : inBody;
    return authenticate(server, client, body, headers);
  };
}
