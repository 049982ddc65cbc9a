import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import { waitForTurn } from "../public.ts";
import type { SignOn } from "../sessions/start-session.ts";
import {
  clockSkewSeconds,
  type LogoutClaims,
  logoutTokenSeconds,
  type Provider,
  ProviderUnreachable,
} from "./provider.ts";
import { attemptSeconds } from "./seal-attempt.ts";
import { useOnce } from "./use-once.ts";

/**
 * Ends the sessions that a logout token names: one session of the provider, or all of a person. Their sockets close on
 * every node when this commits. See OpenID Connect Back-Channel Logout 1.0.
 * @throws {AppError} `logout_token_invalid` if the token is not right, or was used before, and `directory_unavailable` if
 *   the provider cannot be asked. The log has the reason.
 */
export async function endSessionsByProvider(
  { db, log, provider }: { db: Database; log: Log; provider: Provider },
  token: string | null,
  address: string,
): Promise<void> {
  const claims = await verify({ log, provider }, token);
  // The token is used up and the sessions end together: a provider that gets no answer may send it again.
  await transact(db, async (tx) => {
    // A token or program that is being made waits, or is found.
    await waitForTurn(tx);
    const keptMs = (logoutTokenSeconds + 2 * clockSkewSeconds) * 1000;
    if (!(await useOnce(tx, ["logout", claims.iss, claims.jti], new Date(Date.now() + keptMs)))) {
      log.warn("single sign-on: a logout token was refused: it was used before");
      throw new AppError("logout_token_invalid");
    }
    await endSessions(tx, claims, address);
  });
}

async function verify(
  { log, provider }: { log: Log; provider: Provider },
  token: string | null,
): Promise<LogoutClaims> {
  try {
    if (!token) throw new Error("there is no logout_token");
    return await provider.verifyLogout(token);
  } catch (error) {
    log.warn({ err: error }, "single sign-on: a logout token was refused");
    const isUnknown = error instanceof ProviderUnreachable;
    throw new AppError(isUnknown ? "directory_unavailable" : "logout_token_invalid", { cause: error });
  }
}

/** Takes turns between logout tokens of a provider and sessions that begin with its sign-ins, until the transaction ends. */
async function waitForLogouts(tx: Database, issuer: string, isLogout: boolean): Promise<void> {
  const key = sql`hashtext(${`atoll logout ${issuer}`})`;
  await (isLogout
    ? sql`SELECT pg_advisory_xact_lock(${key})`
    : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(tx);
}

/**
 * Asserts, in the transaction that starts a session, that the provider has ended nothing of this sign-in since.
 * @throws {AppError} `single_sign_on_failed`.
 */
export async function assertNotLoggedOut(
  tx: Database,
  { issuer, subject, sid, issuedAt }: SignOn,
): Promise<void> {
  if (issuedAt === null) return;
  await waitForLogouts(tx, issuer, false);
  const { rows } = await sql`SELECT FROM single_sign_on_logouts
    WHERE issuer = ${issuer} AND (subject = ${subject} OR sid = ${sid})
      AND coalesce(subject = ${subject}, true) AND coalesce(sid = ${sid}, true) AND made_at >= ${issuedAt}
      AND expires_at > now() LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError("single_sign_on_failed");
}

async function endSessions(
  tx: Database,
  { iss, sub, sid, iat }: LogoutClaims,
  address: string,
): Promise<void> {
  await waitForLogouts(tx, iss, true);
  await sql`DELETE FROM single_sign_on_logouts WHERE expires_at < now()`.execute(tx);
  await tx
    .insertInto("single_sign_on_logouts")
    .values({
      ...{ id: uuidv7(), issuer: iss, subject: sub ?? null, sid: sid ?? null },
      ...{ made_at: new Date(iat * 1000), expires_at: new Date(Date.now() + attemptSeconds * 1000) },
    })
    .execute();
  // Some providers name no session in the ID token: the person decides there.
  const ofSession = (column: "sign_on_sid" | "sid") => {
    if (sid === undefined) return sql`true`;
    const isSame = sql`${sql.ref(column)} = ${sid}`;
    return sub === undefined ? isSame : sql`(${isSame} OR ${sql.ref(column)} IS NULL)`;
  };
  const { rows } = await sql<{ user_id: string }>`
    UPDATE sessions SET ended_at = now(), end_reason = 'signed out by the provider'
    WHERE sign_on_issuer = ${iss} AND ended_at IS NULL
      AND ${sub === undefined ? sql`true` : sql`sign_on_subject = ${sub}`}
      AND ${ofSession("sign_on_sid")}
    RETURNING user_id`.execute(tx);
  // A browser that is on its way back from the provider gets no session any more.
  await sql`DELETE FROM single_sign_on_codes WHERE issuer = ${iss}
    AND ${sub === undefined ? sql`true` : sql`subject = ${sub}`}
    AND ${ofSession("sid")}`.execute(tx);
  for (const [id, ended] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const person = await tx.selectFrom("profiles").select("name").where("id", "=", id).executeTakeFirst();
    await recordAct(tx, {
      action: "sessions.ended",
      actor: undefined,
      address,
      subject: { type: "user", id, name: person?.name ?? "" },
      after: { count: ended.length, singleSignOn: iss },
    });
  }
}
