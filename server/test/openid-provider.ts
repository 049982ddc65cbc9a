/// <reference path="./oidc-provider.d.ts" />
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "oidc-provider";
import { memoryAdapter } from "./openid-storage.ts";

/** Somebody at the company's provider. Change what it says of them at any time. */
export interface ProviderPerson {
  /** Never changes, whatever their email is. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name?: string;
  groups?: string[];
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The people who can sign in there, by entering only their email. */
  people: ProviderPerson[];
  /** How its responses are modified in transit. */
  tampering: Tampering;
  /** Signs a logout token with other claims, by the provider's key or by one that it does not know. */
  signLogout(
    claims: Record<string, unknown>,
    options?: { isForged?: boolean; type?: string },
  ): Promise<string>;
  close(): Promise<void>;
}

export interface Tampering {
  /** Other claims in the ID token, signed with the provider's key, or with one that it does not know. */
  idToken?: { claims: Record<string, unknown>; isForged: boolean };
  /** Other claims in the account's data. */
  account?: Record<string, unknown>;
}

const clientId = "atoll";
const clientSecret = "the secret of the tests";

/**
 * A real OpenID provider, as a company would have one, on this machine. Its sign-in page is one field for the
 * email and a button: the tests post it, a browser shows it.
 * @param options.publicUrl where Atoll is, as the browser sees it.
 * @param options.port a free one by default.
 */
export async function startOpenIdProvider(options: {
  publicUrl: string;
  port?: number;
  people?: ProviderPerson[];
}): Promise<OpenIdProvider> {
  const people = options.people ?? [];
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "tests" };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(
    issuer,
    `${options.publicUrl}/api/auth/single-sign-on/callback`,
    key,
    people,
  );
  const tampering: Tampering = {};
  const { privateKey: foreignKey } = await generateKeyPair("RS256");
  provider.use(async (context, next) => {
    await next();
    if (context.path === "/me") Object.assign(context.body, tampering.account);
    const token = context.body?.id_token;
    if (typeof token !== "string" || !tampering.idToken) return;
    const { claims, isForged } = tampering.idToken;
    context.body.id_token = await new SignJWT({ ...decodeJwt(token), ...claims })
      .setProtectedHeader({ alg: "RS256", kid: key.kid })
      .sign(isForged ? foreignKey : privateKey);
  });
  const callback = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/sign-in/")) return callback(request, response);
    serveSignIn(provider, people, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const signLogout: OpenIdProvider["signLogout"] = (claims, { isForged = false, type = "logout+jwt" } = {}) =>
    new SignJWT({
      ...{ iss: issuer, aud: clientId, iat: Math.floor(Date.now() / 1000), jti: randomUUID() },
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: key.kid, typ: type })
      .sign(isForged ? foreignKey : privateKey);
  return { issuer, clientId, clientSecret, people, tampering, signLogout, close: () => closeServer(server) };
}

function createProvider(
  issuer: string,
  redirectUri: string,
  key: Record<string, unknown>,
  people: ProviderPerson[],
): Provider {
  return new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        // Its ID tokens then name the session.
        backchannel_logout_uri: redirectUri.replace(/callback$/, "logout"),
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ["the provider's own cookies"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    async findAccount(_context, subject) {
      const person = people.find((candidate) => candidate.subject === subject);
      return person && { accountId: subject, claims: async () => claimsOf(person) };
    },
    // The company has agreed for everybody.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    async renderError(context, out) {
      context.type = "json";
      context.body = JSON.stringify(out);
    },
  });
}

function claimsOf(person: ProviderPerson): Record<string, unknown> {
  return {
    sub: person.subject,
    email: person.email,
    email_verified: person.emailVerified,
    name: person.name,
    groups: person.groups,
  };
}

async function serveSignIn(
  provider: Provider,
  people: ProviderPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") {
    await provider.interactionDetails(request, response);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(signInPage);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const person = people.find(({ email }) => email === form.get("email"));
  const result = person
    ? { login: { accountId: person.subject } }
    : { error: "access_denied", error_description: "nobody has this email" };
  await provider.interactionFinished(request, response, result);
}

const signInPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Company sign-on</title><link rel="icon" href="data:,"></head>
<body>
<main>
<h1>Company sign-on</h1>
<form method="post">
<label>Email <input name="email" type="email" required></label>
<button type="submit">Continue</button>
</form>
</main>
</body>
</html>
`;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
