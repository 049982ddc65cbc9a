import { randomBytes } from "node:crypto";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import type { Session } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import type { SignInWay } from "../../../column-types.ts";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { assertMayEnter } from "../policy.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { describeDevice } from "./describe-device.ts";
import type { Device } from "./device.ts";
import {
  addRefreshToken,
  hashToken,
  idleLimit,
  longestLimit,
  nextRefreshToken,
  presentSession,
} from "./sessions.ts";

/** Two tabs of one browser may refresh at the same time, and the later one may use the older token for this long. */
const tabsGraceMs = 10_000;

/**
 * Exchanges a refresh token for its successor. Each token has exactly one: the browser that used it may repeat the
 * request when the response was lost, and gets the same. A used token from any other browser was copied, and ends the
 * session.
 * @throws {AppError} `session_expired`, `session_over_age`, and the errors of `assertMayEnter`, which leave the token
 *   valid.
 */
export async function refreshSession(
  { db, tokens, longestSessionDays }: { db: Database; tokens: AccessTokens; longestSessionDays: number },
  refreshToken: string,
  device: Device,
): Promise<{ session: Session; sessionId: string; account: AccountRow; way: SignInWay }> {
  const outcome = await db.transaction().execute(async (tx) => {
    const row = await lockToken(tx, refreshToken);
    const account = row && (await findAccount(tx, { id: row.user_id }));
    if (!row || !account) return "session_expired";
    // Disabling an account also ends its sessions. Its owner should get the real cause.
    if (account.disabled_at) throw new AppError("account_disabled");
    if (row.ended_at) return "session_expired";
    if (longestLimit(row.created_at, longestSessionDays).getTime() <= Date.now()) {
      await endIn(tx, row.id, "reached its longest time");
      return "session_over_age";
    }
    if (row.expires_at.getTime() < Date.now()) return "session_expired";
    if (row.used_at && !(await mayAskAgain(tx, row, refreshToken, device))) {
      await endReused(tx, row, device);
      return "session_expired";
    }
    // Check before using up the token: a person who is refused for a while will return with it, and would look like a
    // thief.
    assertMayEnter(account);
    await tx
      .updateTable("sessions")
      .set({
        last_used_at: new Date(),
        expires_at: idleLimit(row.created_at, longestSessionDays),
        address: device.address,
        device_hash: hashToken(device.token),
      })
      .where("id", "=", row.id)
      .execute();
    return { account, row, refreshToken: await followingToken(tx, row, refreshToken) };
  });
  if (typeof outcome === "string") throw new AppError(outcome satisfies ErrorCode);
  const { account, row } = outcome;
  const session = await presentSession(tokens, account.id, row.id, outcome.refreshToken);
  return { session, sessionId: row.id, account, way: row.way };
}

/** Locks the token. The second of two tabs waits, and then sees that the token was used. */
function lockToken(tx: Database, refreshToken: string) {
  return tx
    .selectFrom("refresh_tokens as t")
    .innerJoin("sessions as s", "s.id", "t.session_id")
    .innerJoin("profiles as p", "p.id", "s.user_id")
    .select(["t.used_at", "t.successor_key", "s.id", "s.way", "s.user_id", "s.device_hash", "p.name"])
    .select(["s.created_at", "s.ended_at", "s.expires_at"])
    .where("t.token_hash", "=", hashToken(refreshToken))
    .forUpdate(["t", "s"])
    .executeTakeFirst();
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof lockToken>>>;

/** A used token is good for the browser that used it, until the one that follows is used, and a moment longer. */
async function mayAskAgain(
  tx: Database,
  { device_hash, successor_key }: TokenRow,
  refreshToken: string,
  device: Device,
): Promise<boolean> {
  if (!successor_key || !device_hash?.equals(hashToken(device.token))) return false;
  const successor = await tx
    .selectFrom("refresh_tokens")
    .select("used_at")
    .where("token_hash", "=", hashToken(nextRefreshToken(refreshToken, successor_key)))
    .executeTakeFirst();
  return !successor?.used_at || Date.now() - successor.used_at.getTime() <= tabsGraceMs;
}

async function followingToken(tx: Database, row: TokenRow, refreshToken: string): Promise<string> {
  if (row.successor_key) return nextRefreshToken(refreshToken, row.successor_key);
  const successorKey = randomBytes(32);
  await tx
    .updateTable("refresh_tokens")
    .set({ used_at: new Date(), successor_key: successorKey })
    .where("token_hash", "=", hashToken(refreshToken))
    .execute();
  const following = nextRefreshToken(refreshToken, successorKey);
  await addRefreshToken(tx, row.id, following);
  return following;
}

/** Ends the session of a copied token. It is unknown whether the thief or the owner used it, so all its tokens end. */
async function endReused(tx: Database, session: TokenRow, device: Device): Promise<void> {
  await endIn(tx, session.id, "refresh token used twice");
  await recordAct(tx, {
    action: "session.reused",
    actor: undefined,
    address: device.address,
    subject: { type: "user", id: session.user_id, name: session.name },
    after: { sessionId: session.id, device: describeDevice(device.userAgent) },
  });
}

async function endIn(tx: Database, sessionId: string, reason: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where("id", "=", sessionId)
    .execute();
}
