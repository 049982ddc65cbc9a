import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import { clockSkewSeconds, type LogoutClaims, logoutTokenSeconds, type Provider } from "./provider.ts";
import { useOnce } from "./use-once.ts";

/**
 * Ends the sessions that a logout token names: one session of the provider, or all of a person. Their sockets close on
 * every node when this commits. See OpenID Connect Back-Channel Logout 1.0.
 * @throws {AppError} `logout_token_invalid` if the token is not right, or was used before. The log has the reason.
 */
export async function endSessionsByProvider(
  { db, log, provider }: { db: Database; log: Log; provider: Provider },
  token: string | null,
  address: string,
): Promise<void> {
  const claims = await verify({ log, provider }, token);
  // The token is used up and the sessions end together: a provider that gets no answer may send it again.
  await transact(db, async (tx) => {
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
    throw new AppError("logout_token_invalid", { cause: error });
  }
}

async function endSessions(tx: Database, { iss, sub, sid }: LogoutClaims, address: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE sessions SET ended_at = now(), end_reason = 'signed out by the provider'
    WHERE sign_on_issuer = ${iss} AND ended_at IS NULL
      AND ${sub === undefined ? sql`true` : sql`sign_on_subject = ${sub}`}
      AND ${sid === undefined ? sql`true` : sql`sign_on_sid = ${sid}`}
    RETURNING user_id`.execute(tx);
  // A browser that is on its way back from the provider gets no session any more.
  await sql`DELETE FROM single_sign_on_codes WHERE issuer = ${iss}
    AND ${sub === undefined ? sql`true` : sql`subject = ${sub}`}
    AND ${sid === undefined ? sql`true` : sql`sid = ${sid}`}`.execute(tx);
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
