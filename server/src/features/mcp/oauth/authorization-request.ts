import { createHash } from "node:crypto";
import type { authorizationRequestSchema, Consent } from "@atoll/contract/mcp/oauth-schemas";
import { mcpPath, scopesOfTools } from "@atoll/contract/mcp/tools";
import { type TokenScope, tokenScopes } from "@atoll/contract/personal-tokens/areas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { readMcpRules } from "../rules.ts";
import { type Client, readClientId } from "./clients.ts";
import { isRegistered } from "./redirects.ts";

type Sent = z.output<typeof authorizationRequestSchema>;

interface CheckedRequest {
  client: Client;
  redirectAddress: string;
  challenge: string;
  /** The requested scopes that a tool needs. */
  scopes: TokenScope[];
  /** The error of the request. A person can decide on one without. */
  error: Consent["error"];
}

/**
 * Checks what a program sent to the consent page. Until client and redirect address are known to belong together, the
 * browser is sent nowhere. With registration off a person can only connect again what they have connected before.
 * @throws {AppError} `oauth_unknown_client`, `oauth_unknown_redirect`, `program_blocked`, `oauth_registration_off`.
 */
export async function checkRequest(
  db: Database,
  viewerId: string,
  sent: Sent,
  origin: string,
): Promise<CheckedRequest> {
  const client = readClientId(sent.client_id);
  if (!client) throw new AppError("oauth_unknown_client");
  if (!isRegistered(client.redirects, sent.redirect_uri)) throw new AppError("oauth_unknown_redirect");
  const { mayRegister, blockedTools } = await readMcpRules(db);
  await assertAllowed(db, viewerId, client.id, mayRegister);
  const request = { client, redirectAddress: sent.redirect_uri, challenge: sent.code_challenge };
  const refuse = (error: NonNullable<Consent["error"]>) => ({ ...request, scopes: [], error });
  if (sent.response_type !== "code") return refuse("unsupported_response_type");
  // A plain challenge would be the verifier itself.
  if (sent.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(sent.code_challenge))
    return refuse("invalid_request");
  if (!isResource(sent.resource, origin)) return refuse("invalid_target");
  const wanted = sent.scope.split(" ").filter((scope) => scope !== "");
  if (!wanted.every((scope) => tokenScopes.some((known) => known === scope))) return refuse("invalid_scope");
  // A program that asks for more gets what its tools need.
  const scopes = scopesOfTools(blockedTools).filter((scope) => wanted.length === 0 || wanted.includes(scope));
  if (scopes.length === 0) return refuse("invalid_scope");
  return { ...request, scopes, error: null };
}

async function assertAllowed(
  db: Database,
  viewerId: string,
  clientId: string,
  mayRegister: boolean,
): Promise<void> {
  const client = await db
    .selectFrom("oauth_clients")
    .select("blocked_at")
    .where("id", "=", clientId)
    .executeTakeFirst();
  if (client?.blocked_at) throw new AppError("program_blocked");
  if (mayRegister) return;
  const known = await db
    .selectFrom("program_connections as c")
    .innerJoin("sessions as s", "s.id", "c.id")
    .select("c.id")
    .where("c.client_id", "=", clientId)
    .where("s.user_id", "=", viewerId)
    .executeTakeFirst();
  if (!known) throw new AppError("oauth_registration_off");
}

/** Returns whether a token is asked for the MCP endpoint (RFC 8707), which is meant where nothing is named. */
export function isResource(resource: string | undefined, origin: string): boolean {
  return resource === undefined || resource === `${origin}${mcpPath}`;
}

/** Returns the address at which the program gets the outcome, with what it sent to know it by (RFC 9207). */
export function answerAddress(
  { redirect_uri, state }: Pick<Sent, "redirect_uri" | "state">,
  origin: string,
  outcome: Record<string, string>,
): string {
  const answer = new URLSearchParams({ ...outcome, ...(state !== undefined && { state }), iss: origin });
  // The registered query stays as it is. There is no fragment.
  return `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${answer}`;
}

/** Returns whether a verifier is the one that a challenge was made of (RFC 7636). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}
