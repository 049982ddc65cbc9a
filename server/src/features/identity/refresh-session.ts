import type { Session } from "@atoll/contract/identity/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Database } from "../../tables.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { describeDevice } from "./describe-device.ts";
import { assertMayEnter } from "./policy.ts";
import { type AccountRow, findAccount } from "./queries.ts";
import { addRefreshToken, type Device, hashToken, idleLimit, presentSession } from "./sessions.ts";
import type { SignInWay } from "./tables.ts";

/**
 * An answer to a refresh may be lost on the way: the same browser may ask again with the old token for this
 * long. After that, or from another browser, an old token means that somebody copied it.
 */
const reuseGraceMs = 10_000;

/**
 * Exchanges a refresh token for a new one. A token is good once; used again, it ends its session.
 * @throws {AppError} `session_expired`, and what `assertMayEnter` throws, which leaves the token good.
 */
export async function refreshSession(
  db: Database,
  tokens: AccessTokens,
  refreshToken: string,
  device: Device,
): Promise<{ session: Session; account: AccountRow; way: SignInWay }> {
  const outcome = await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("refresh_tokens as t")
      .innerJoin("sessions as s", "s.id", "t.session_id")
      .innerJoin("profiles as p", "p.id", "s.user_id")
      .select([
        "t.used_at",
        "s.id",
        "s.way",
        "s.user_id",
        "s.user_agent",
        "s.ended_at",
        "s.expires_at",
        "p.name",
      ])
      .where("t.token_hash", "=", hashToken(refreshToken))
      // Two tabs may come at once: the second waits, and then sees that the token was used.
      .forUpdate(["t", "s"])
      .executeTakeFirst();
    if (!row) return undefined;
    const account = await findAccount(tx, { id: row.user_id });
    if (!account) return undefined;
    // Disabling an account ends its sessions, too: their owner is to be told of the cause.
    if (account.disabled_at) throw new AppError("account_disabled");
    if (row.ended_at || row.expires_at.getTime() < Date.now()) return undefined;
    const repeated = row.used_at !== null;
    const sameBrowser = row.user_agent === device.userAgent.slice(0, 500);
    if (row.used_at && (Date.now() - row.used_at.getTime() > reuseGraceMs || !sameBrowser)) {
      await endReused(tx, { id: row.id, userId: row.user_id, ownerName: row.name }, device);
      return undefined;
    }
    // Before the token is used up: who is refused for a while comes back with it, and would look like a thief.
    assertMayEnter(account);
    if (!repeated) {
      await tx
        .updateTable("refresh_tokens")
        .set({ used_at: new Date() })
        .where("token_hash", "=", hashToken(refreshToken))
        .execute();
    }
    await tx
      .updateTable("sessions")
      .set({ last_used_at: new Date(), expires_at: idleLimit(), address: device.address })
      .where("id", "=", row.id)
      .execute();
    return {
      account,
      way: row.way,
      sessionId: row.id,
      refreshToken: await addRefreshToken(tx, row.id),
    };
  });
  if (!outcome) throw new AppError("session_expired");
  const { account, way } = outcome;
  const session = await presentSession(tokens, account.id, outcome.sessionId, outcome.refreshToken);
  return { session, account, way };
}

/**
 * A copied token was used, by the thief or by the owner after the thief; nobody can tell which, so the whole family
 * of tokens ends.
 */
async function endReused(
  tx: Database,
  session: { id: string; userId: string; ownerName: string },
  device: Device,
): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, end_reason: "refresh token used twice" })
    .where("id", "=", session.id)
    .execute();
  await recordAct(tx, {
    action: "session.reused",
    actor: undefined,
    address: device.address,
    subject: { type: "user", id: session.userId, name: session.ownerName },
    after: { sessionId: session.id, device: describeDevice(device.userAgent) },
  });
}
