import { createHash } from "node:crypto";
import type { authorizationRequestSchema } from "@atoll/contract/mcp/oauth-schemas";
import { mcpPath } from "@atoll/contract/mcp/tools";
import { type TokenScope, tokenScopes } from "@atoll/contract/personal-tokens/areas";
import { isId } from "@atoll/contract/uuid";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { isRegistered } from "./redirects.ts";

type Sent = z.output<typeof authorizationRequestSchema>;

/** A request that the person can decide on. */
interface ValidRequest {
  client: { id: string; name: string };
  redirectAddress: string;
  challenge: string;
  scopes: TokenScope[];
  state: string | undefined;
}

/**
 * Checks what a program sent to the consent page. Until client and redirect address are known to belong together, the
 * browser is sent nowhere.
 * @returns where to go with the error, for a request that the program made wrong otherwise.
 * @throws {AppError} `oauth_unknown_client`, `oauth_unknown_redirect`.
 */
export async function checkRequest(
  db: Database,
  sent: Sent,
  origin: string,
): Promise<ValidRequest | { location: string }> {
  const client = isId(sent.client_id) ? await findClient(db, sent.client_id) : undefined;
  if (!client) throw new AppError("oauth_unknown_client");
  if (!isRegistered(client.redirect_addresses, sent.redirect_uri))
    throw new AppError("oauth_unknown_redirect");
  const refuse = (error: string) => ({ location: answerAddress(sent, origin, { error }) });
  if (sent.response_type !== "code") return refuse("unsupported_response_type");
  // A plain challenge would be the verifier itself.
  if (sent.code_challenge_method !== "S256" || !/^[\w-]{43}$/.test(sent.code_challenge))
    return refuse("invalid_request");
  if (!isResource(sent.resource, origin)) return refuse("invalid_target");
  const wanted = sent.scope.split(" ").filter((scope) => scope !== "");
  const scopes = wanted.length === 0 ? tokenScopes : tokenScopes.filter((scope) => wanted.includes(scope));
  if (scopes.length < new Set(wanted).size || scopes.length === 0) return refuse("invalid_scope");
  return {
    client: { id: client.id, name: client.name },
    redirectAddress: sent.redirect_uri,
    challenge: sent.code_challenge,
    scopes: [...scopes],
    state: sent.state,
  };
}

function findClient(db: Database, id: string) {
  return db
    .selectFrom("oauth_clients")
    .select(["id", "name", "redirect_addresses"])
    .where("id", "=", id)
    .executeTakeFirst();
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
  const address = new URL(redirect_uri);
  for (const [name, value] of Object.entries({
    ...outcome,
    ...(state !== undefined && { state }),
    iss: origin,
  }))
    address.searchParams.set(name, value);
  return address.href;
}

/** Returns whether a verifier is the one that a challenge was made of (RFC 7636). */
export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}
