import { identityRoutes } from "@atoll/contract/identity/routes";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { readLooks } from "../../workspace/public.ts";
import { assertOwner } from "../assert-owner.ts";
import { assertMayAdd } from "../policy.ts";
import { changeAlone, changeAs } from "../public.ts";
import { findAccount } from "../queries.ts";
import { recordRefusedProof } from "../record-refused-proof.ts";
import type { RequestViewer } from "../request-viewer.ts";
import { closeSessions } from "../sessions/close-sessions.ts";
import { type Device, deviceOf } from "../sessions/device.ts";
import { clearCodeAttempts, takeCodeAttempt } from "../sessions/lockout.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { newSecret, secretUri, stepOfCode } from "./totp.ts";
import { useCode } from "./use-code.ts";

/** Registers the routes for setting up and removing the viewer's own authenticator app. */
export function registerSecondFactor({ routes, db, workspace }: SliceContext): void {
  routes.route(identityRoutes.startSecondFactor, async ({ body }, { viewer, request }) => {
    assertMayAdd(viewer);
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const { companyName } = await readLooks(db, workspace);
    return startSecondFactor(db, viewer, companyName);
  });

  routes.route(identityRoutes.confirmSecondFactor, async ({ body }, { viewer, request }) => ({
    recoveryCodes: await confirmSecondFactor(db, viewer, body, request.ip),
  }));

  routes.route(identityRoutes.removeSecondFactor, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await removeSecondFactor(db, viewer, body.code, deviceOf(request));
    return undefined;
  });
}

/**
 * Finishes setting up the authenticator app with its first code.
 * @param wanted.endOtherSessions ends the sessions that were started without a code.
 * @returns the recovery codes, which cannot be read again.
 * @throws {AppError} `second_factor_off` if the set-up was not started, `second_factor_on`, `second_factor_wrong`.
 */
async function confirmSecondFactor(
  db: Database,
  viewer: RequestViewer,
  wanted: { code: string; endOtherSessions: boolean },
  address: string,
): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes();
  await changeAlone(db, viewer, async (tx, current) => {
    assertMayAdd(current);
    const pending = await tx
      .selectFrom("second_factors")
      .select(["secret", "confirmed_at"])
      .where("user_id", "=", viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!pending) throw new AppError("second_factor_off");
    if (pending.confirmed_at) throw new AppError("second_factor_on");
    const step = stepOfCode(pending.secret, wanted.code);
    if (step === undefined) throw new AppError("second_factor_wrong");
    await tx
      .updateTable("second_factors")
      .set({ confirmed_at: new Date(), last_used_step: step })
      .where("user_id", "=", viewer.id)
      .execute();
    await tx.deleteFrom("recovery_codes").where("user_id", "=", viewer.id).execute();
    await tx
      .insertInto("recovery_codes")
      .values(
        recoveryCodes.map((recoveryCode) => ({
          user_id: viewer.id,
          code_hash: hashRecoveryCode(viewer.id, recoveryCode),
          used_at: null,
        })),
      )
      .execute();
    const endedSessions = wanted.endOtherSessions
      ? await closeSessions(tx, viewer.id, "second factor added", viewer.sessionId)
      : undefined;
    const person = { id: viewer.id, name: viewer.name };
    await recordAct(tx, {
      action: "second-factor.added",
      actor: person,
      address,
      subject: { type: "user", ...person },
      ...(endedSessions === undefined ? {} : { after: { endedSessions } }),
    });
  });
  return recoveryCodes;
}

/**
 * Removes the viewer's own authenticator app and recovery codes, given a code or a recovery code: a person at an open
 * session who has seen the password does not also have the app. The caller has confirmed the viewer's identity.
 * @throws {AppError} `second_factor_off`, `second_factor_needed` if one of the roles requires it,
 * `second_factor_wrong`, `second_factor_used`, `rate_limited` as at signing in.
 */
async function removeSecondFactor(
  db: Database,
  viewer: RequestViewer,
  code: string,
  device: Device,
): Promise<void> {
  await assertRemovable(db, viewer.id);
  await takeCodeAttempt(db, viewer.email);
  await useCode(db, viewer, code, device).catch(async (error: unknown) => {
    const { id, name } = viewer;
    if (error instanceof AppError)
      await recordRefusedProof(db, { id, name, address: device.address }, error.code);
    throw error;
  });
  await clearCodeAttempts(db, viewer.email);
  await changeAs(db, viewer, async (tx) => {
    // Check again: a role may have been given since.
    await assertRemovable(tx, viewer.id);
    const removed = await tx
      .deleteFrom("second_factors")
      .where("user_id", "=", viewer.id)
      .returning("user_id")
      .executeTakeFirst();
    if (!removed) throw new AppError("second_factor_off");
    await tx.deleteFrom("recovery_codes").where("user_id", "=", viewer.id).execute();
    const person = { id: viewer.id, name: viewer.name };
    await recordAct(tx, {
      action: "second-factor.removed",
      actor: person,
      address: device.address,
      subject: { type: "user", ...person },
    });
  });
}

async function assertRemovable(db: Database, userId: string): Promise<void> {
  const account = await findAccount(db, { id: userId });
  if (!account?.has_second_factor) throw new AppError("second_factor_off");
  if (account.roles.some(({ requiresSecondFactor }) => requiresSecondFactor)) {
    throw new AppError("second_factor_needed");
  }
}

/**
 * Starts setting up an authenticator app. The secret takes effect once its first code is entered; starting again
 * replaces it. The caller has confirmed the viewer's identity.
 * @param issuer the name that the app shows with the account.
 * @returns the secret, its address, and that address as an SVG in a data URL.
 * @throws {AppError} `second_factor_on`.
 */
async function startSecondFactor(
  db: Database,
  viewer: RequestViewer,
  issuer: string,
): Promise<{ secret: string; uri: string; picture: string }> {
  const secret = newSecret();
  const written = await changeAs(db, viewer, (tx) =>
    tx
      .insertInto("second_factors")
      .values({ user_id: viewer.id, secret, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet({ secret, created_at: new Date() })
          .where("second_factors.confirmed_at", "is", null),
      )
      .returning("user_id")
      .executeTakeFirst(),
  );
  if (!written) throw new AppError("second_factor_on");
  const uri = secretUri(secret, issuer, viewer.email);
  return { secret, uri, picture: await drawCode(uri) };
}

async function drawCode(text: string): Promise<string> {
  // Loaded when somebody needs it, not at the start of the server.
  const { default: QRCode } = await import("qrcode");
  const svg = await QRCode.toString(text, { type: "svg", errorCorrectionLevel: "M", margin: 2 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
