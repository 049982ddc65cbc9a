import { errors } from "@atoll/contract/errors/errors";
import { AppError } from "../../platform/app-error.ts";
import { verifyPassword } from "../../platform/seals/passwords.ts";
import type { Database } from "../../tables.ts";
import { recordRefusedProof } from "./record-refused-proof.ts";
import type { RequestViewer } from "./request-viewer.ts";
import { takeOwnersAttempt } from "./sessions/lockout.ts";

/** How long after signing in without the password a person counts as the owner. */
const freshForMs = 10 * 60_000;

/**
 * Whether it is the owner who sits at an open session: by the current password, or by having signed in a moment ago
 * with a passkey, or through the company's sign-on for an account that has no password.
 * @throws {AppError} `current_password_wrong`, `rate_limited` as at signing in, `sign_in_again`.
 */
export async function assertOwner(
  db: Database,
  viewer: RequestViewer,
  currentPassword: string | undefined,
  address: string,
): Promise<void> {
  const { password_hash, created_at, way } = await db
    .selectFrom("sessions as s")
    .innerJoin("accounts as a", "a.id", "s.user_id")
    .select(["a.password_hash", "s.created_at", "s.way"])
    .where("s.id", "=", viewer.sessionId)
    .executeTakeFirstOrThrow(() => new AppError("session_expired"));
  if (password_hash === null || (way === "passkey" && !currentPassword)) {
    if (Date.now() - created_at.getTime() > freshForMs) throw new AppError("sign_in_again");
    return;
  }
  const attempt = await takeOwnersAttempt(db, viewer.sessionId);
  if (!(await verifyPassword(password_hash, currentPassword ?? ""))) {
    const { id, name } = viewer;
    await recordRefusedProof(db, { id, name, address }, "current_password_wrong");
    throw new AppError("current_password_wrong", {
      fields: [{ path: "currentPassword", message: errors.current_password_wrong.text }],
    });
  }
  await attempt.clear();
}
