import type { tokenAnswerSchema } from "@atoll/contract/mcp/oauth-schemas";
import { connectionPrefixes } from "@atoll/contract/personal-tokens/areas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import { hashLinkToken } from "../../../platform/seals/link-tokens.ts";
import { newProgramSecret } from "../../../platform/seals/program-secrets.ts";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { isResource, provesChallenge } from "./authorization-request.ts";
import { readClientId } from "./clients.ts";
import { endConnection } from "./connections.ts";

type TokenAnswer = z.output<typeof tokenAnswerSchema>;

const accessSeconds = 3600;
const refreshSeconds = 30 * 24 * 3600;
/** Two windows of a program may refresh at once, and an answer may be lost. */
const repeatableFor = sql.lit("60 seconds");
/** A second use of an older one ends nothing, and gets nothing. */
const usedTokensKept = 50;
const maxRefreshesAnHour = 60;

/**
 * Reads a form. A parameter that occurs twice is refused (RFC 6749, section 3.2).
 * @throws {AppError} `oauth_invalid_request`.
 */
export function readForm(body: Buffer): Map<string, string> {
  const entries = [...new URLSearchParams(body.toString("utf8"))];
  const form = new Map(entries);
  if (form.size < entries.length || entries.some(([, value]) => value.includes("\0")))
    throw new AppError("oauth_invalid_request");
  return form;
}

/** Returns a parameter. @throws {AppError} `oauth_invalid_request` if it is missing. */
export function parameter(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (!value) throw new AppError("oauth_invalid_request", { detail: `no ${name}` });
  return value;
}

/**
 * Exchanges a code or a refresh token for new tokens. Each works once: a second use means that someone copied it, ends the
 * connection with everything that it was given, and is told its owner. A refresh token may be repeated for a minute, while
 * the program has not used what it was given for it.
 * @throws {AppError} the errors `oauth_…` of the token endpoint.
 */
export function issueTokens(
  db: Database,
  form: ReadonlyMap<string, string>,
  { origin, address }: { origin: string; address: string },
): Promise<TokenAnswer> {
  const grant = parameter(form, "grant_type");
  if (!isResource(form.get("resource"), origin)) throw new AppError("oauth_invalid_target");
  if (grant === "authorization_code") return exchangeCode(db, form, address);
  if (grant === "refresh_token") return refresh(db, form, address);
  throw new AppError("oauth_unsupported_grant_type");
}

interface Grant {
  connection_id: string;
  client_id: string;
  name: string;
  user_id: string;
  person: string;
  scopes: string[];
  is_alive: boolean;
}

async function exchangeCode(
  db: Database,
  form: ReadonlyMap<string, string>,
  address: string,
): Promise<TokenAnswer> {
  const hash = hashLinkToken(parameter(form, "code"));
  const clientId = clientOf(form);
  const verifier = parameter(form, "code_verifier");
  const redirectAddress = parameter(form, "redirect_uri");
  return inGrant(
    db,
    sql`SELECT connection_id FROM oauth_codes WHERE code_hash = ${hash}`,
    async (tx, grant) => {
      const code = await tx
        .selectFrom("oauth_codes")
        .select(["redirect_address", "challenge", "used_at"])
        .select(sql<boolean>`expires_at <= now()`.as("has_expired"))
        .where("code_hash", "=", hash)
        .executeTakeFirst();
      if (!code || grant.client_id !== clientId) return undefined;
      // Later, somebody who finds the code in the history of a browser could end the connection.
      if (code.used_at)
        return !code.has_expired || provesChallenge(verifier, code.challenge)
          ? endReused(tx, grant, address)
          : undefined;
      if (code.has_expired || code.redirect_address !== redirectAddress) return undefined;
      if (!provesChallenge(verifier, code.challenge)) return undefined;
      await tx
        .updateTable("oauth_codes")
        .set({ used_at: sql<Date>`now()` })
        .where("code_hash", "=", hash)
        .execute();
      return addTokens(tx, grant);
    },
  );
}

async function refresh(
  db: Database,
  form: ReadonlyMap<string, string>,
  address: string,
): Promise<TokenAnswer> {
  const hash = hashLinkToken(parameter(form, "refresh_token"));
  const clientId = clientOf(form);
  const wanted = (form.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  const ofToken = sql`SELECT connection_id FROM oauth_tokens WHERE token_hash = ${hash} AND kind = 'refresh'`;
  return inGrant(db, ofToken, async (tx, grant) => {
    const token = await tx
      .selectFrom("oauth_tokens as t")
      .select("used_at")
      .select(sql<boolean>`expires_at <= now()`.as("has_expired"))
      .select(
        sql<boolean>`used_at IS NULL OR used_at > now() - ${repeatableFor}::interval AND NOT EXISTS (
          SELECT FROM oauth_tokens n
          WHERE n.connection_id = t.connection_id AND n.replaces = t.token_hash AND n.used_at IS NOT NULL)`.as(
          "is_usable",
        ),
      )
      .where("token_hash", "=", hash)
      .executeTakeFirst();
    if (!token || grant.client_id !== clientId) return undefined;
    if (!token.is_usable) return endReused(tx, grant, address);
    if (token.has_expired) return undefined;
    if (!wanted.every((scope) => grant.scopes.includes(scope))) throw new AppError("oauth_invalid_scope");
    await limitRefreshes(tx, grant);
    await tx
      .updateTable("oauth_tokens")
      .set({ used_at: token.used_at ?? sql<Date>`now()` })
      .where("token_hash", "=", hash)
      .execute();
    return addTokens(tx, grant, hash);
  });
}

/** Deletes access tokens that have expired, and used refresh tokens but the latest. @throws {AppError} `oauth_slow_down`. */
async function limitRefreshes(tx: Database, { connection_id }: Grant): Promise<void> {
  await sql`DELETE FROM oauth_tokens WHERE connection_id = ${connection_id} AND (expires_at < now()
    OR token_hash IN (SELECT token_hash FROM oauth_tokens WHERE connection_id = ${connection_id} AND kind = 'refresh'
      AND used_at IS NOT NULL ORDER BY used_at DESC OFFSET ${sql.lit(usedTokensKept)}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM oauth_tokens
    WHERE connection_id = ${connection_id} AND kind = 'access'`.execute(tx);
  // Each lives as long as the limit counts it.
  if ((rows[0]?.count ?? 0) >= maxRefreshesAnHour) throw new AppError("oauth_slow_down");
}

/** Returns the ID of the program that sends a form. @throws {AppError} `oauth_invalid_client`, as for a missing one. */
function clientOf(form: ReadonlyMap<string, string>): string {
  const client = readClientId(parameter(form, "client_id"));
  if (!client) throw new AppError("oauth_invalid_client");
  return client.id;
}

/**
 * Runs a change with a connection locked: of two uses of one code the second sees the first. What the change did to a
 * connection that it ended stays, so a refusal is its result and not an error.
 * @throws {AppError} `oauth_invalid_grant`.
 */
async function inGrant(
  db: Database,
  ofConnection: ReturnType<typeof sql>,
  change: (tx: Database, grant: Grant) => Promise<TokenAnswer | undefined>,
): Promise<TokenAnswer> {
  const answer = await transact(db, async (tx) => {
    const { rows } = await sql<Grant>`
      SELECT c.id AS connection_id, c.client_id, c.name, s.user_id, p.name AS person, s.scopes,
        s.ended_at IS NULL AND s.expires_at > now() AS is_alive
      FROM sessions s JOIN program_connections c ON c.id = s.id JOIN profiles p ON p.id = s.user_id
      WHERE s.id = (${ofConnection}) FOR NO KEY UPDATE OF s`.execute(tx);
    const [grant] = rows;
    return grant?.is_alive ? change(tx, grant) : undefined;
  });
  if (!answer) throw new AppError("oauth_invalid_grant");
  return answer;
}

async function endReused(tx: Database, grant: Grant, address: string): Promise<undefined> {
  await endConnection(tx, grant.connection_id, "code or token used twice");
  await notify(tx, {
    ...{ kind: "program.reused", subjectId: grant.connection_id, people: [grant.user_id] },
    facts: { place: grant.name, address },
  });
  await recordAct(tx, {
    action: "program.reused",
    actor: undefined,
    address,
    subject: { type: "token", id: grant.connection_id, name: grant.name },
    after: { owner: grant.person },
  });
}

async function addTokens(
  tx: Database,
  { connection_id, scopes }: Grant,
  replaced: Buffer | null = null,
): Promise<TokenAnswer> {
  const [access, refreshing] = [
    newProgramSecret(connectionPrefixes.access),
    newProgramSecret(connectionPrefixes.refresh),
  ];
  await sql`INSERT INTO oauth_tokens (token_hash, connection_id, kind, expires_at, replaces) VALUES
    (${access.hash}, ${connection_id}, 'access', now() + make_interval(secs => ${sql.lit(accessSeconds)}), NULL),
    (${refreshing.hash}, ${connection_id}, 'refresh', now() + make_interval(secs => ${sql.lit(refreshSeconds)}),
      ${replaced})`.execute(tx);
  return {
    access_token: access.secret,
    token_type: "Bearer",
    expires_in: accessSeconds,
    refresh_token: refreshing.secret,
    scope: scopes.join(" "),
  };
}

/** Ends the connection of an access or refresh token. Does nothing for any other text. */
export async function revokeByToken(db: Database, token: string, address: string): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await sql<{ id: string; name: string }>`
      SELECT c.id, c.name FROM oauth_tokens t JOIN program_connections c ON c.id = t.connection_id
        JOIN sessions s ON s.id = c.id
      WHERE t.token_hash = ${hashLinkToken(token)} AND s.ended_at IS NULL FOR NO KEY UPDATE OF s`.execute(tx);
    const [connection] = rows;
    if (!connection) return;
    await endConnection(tx, connection.id, "token revoked by its program");
    await recordAct(tx, {
      action: "program.disconnected",
      actor: undefined,
      address,
      subject: { type: "token", ...connection },
    });
  });
}
