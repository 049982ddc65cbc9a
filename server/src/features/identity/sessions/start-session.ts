import type { Session } from "@atoll/contract/identity/schemas";
import { uuidv7 } from "uuidv7";
import type { SignInWay } from "../../../column-types.ts";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import type { AccountRow } from "../queries.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { describeDevice } from "./describe-device.ts";
import type { Device } from "./device.ts";
import { notifyOfNewDevice } from "./known-device.ts";
import { addRefreshToken, firstRefreshToken, hashToken, idleLimit, presentSession } from "./sessions.ts";

export interface SessionDependencies {
  db: Database;
  tokens: AccessTokens;
  /** A session expires after this time, however much it is used. */
  longestSessionDays: number;
}

/** The provider that a session was started through, and its own names for the person and for its session. */
export interface SignOn {
  issuer: string;
  subject: string;
  sid: string | null;
  /** When the provider signed the person in, by its clock. Null: it sends no logout tokens. */
  issuedAt: Date | null;
}

/**
 * Starts a session for an authenticated account.
 * @param account as it was when it was authenticated.
 * @param prove what else has to hold when the session begins, in its transaction.
 * @param signOn for single sign-on, so that the provider can end the session.
 * @throws {AppError} `invalid_credentials` if its password has since been changed, or it has been deleted.
 */
export async function startSession(
  { db, tokens, longestSessionDays }: SessionDependencies,
  account: Pick<AccountRow, "id" | "name" | "email" | "password_hash">,
  device: Device,
  way: SignInWay,
  prove?: (tx: Database) => Promise<void>,
  signOn?: SignOn,
): Promise<Session> {
  const { id: userId, name, email } = account;
  const sessionId = uuidv7();
  const refreshToken = firstRefreshToken();
  const startedAt = new Date();
  await db.transaction().execute(async (tx) => {
    // A new password ends the sessions that it finds: one that is about to start with the old password waits for
    // it here, or is found.
    const current = await tx
      .selectFrom("accounts")
      .select("password_hash")
      .where("id", "=", userId)
      .forShare()
      .executeTakeFirst();
    if (current?.password_hash !== account.password_hash) throw new AppError("invalid_credentials");
    await prove?.(tx);
    await notifyOfNewDevice(tx, userId, device);
    await tx
      .insertInto("sessions")
      .values({
        id: sessionId,
        user_id: userId,
        user_agent: device.userAgent.slice(0, 500),
        address: device.address,
        device_hash: hashToken(device.token),
        created_at: startedAt,
        expires_at: idleLimit(startedAt, longestSessionDays),
        way,
        ...(signOn && {
          ...{ sign_on_issuer: signOn.issuer, sign_on_subject: signOn.subject, sign_on_sid: signOn.sid },
        }),
        ended_at: null,
        end_reason: null,
      })
      .execute();
    await addRefreshToken(tx, sessionId, refreshToken);
    const person = { id: userId, name: name || email };
    await recordAct(tx, {
      action: "session.started",
      actor: person,
      address: device.address,
      subject: { type: "session", id: sessionId, name: describeDevice(device.userAgent) },
      after: { way },
    });
  });
  return presentSession(tokens, userId, sessionId, refreshToken);
}
