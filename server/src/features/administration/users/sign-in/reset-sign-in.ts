import type { NoticeKind } from "@atoll/contract/identity/notices";
import type { Database } from "../../../../tables.ts";
import { removePasskeys } from "../../../identity/public.ts";
import { notify } from "../../../notifications/public.ts";
import type { Acting } from "../../acting.ts";
import { assertAllowed, canResetSignIn } from "../../policy.ts";
import type { UserRow } from "../user-queries.ts";
import { endSessionsOf } from "./end-sessions-of.ts";

/**
 * Handles every change to how another person signs in: they are signed out everywhere, told who did what, lose their
 * passkeys, which somebody else may have added, and must choose a new password at the next sign-in before anything else. Call it before any write to channels, whose locks
 * come after those of sessions.
 * @throws {AppError} `forbidden` unless the viewer has every permission that the person has.
 */
export async function resetSignIn(
  tx: Database,
  { viewer }: Acting,
  user: UserRow,
  kind: NoticeKind & ("password.set" | "email.changed" | "second-factor.removed"),
): Promise<void> {
  assertAllowed(canResetSignIn(viewer, user), `${kind} of somebody who holds more`);
  await endSessionsOf(tx, user.id, `${kind} by an administrator`);
  await removePasskeys(tx, user.id);
  await tx
    .updateTable("accounts")
    .set({ must_choose_password: true })
    .where("id", "=", user.id)
    .where("password_hash", "is not", null)
    .execute();
  // The mail about a new address also goes to the old one, which its owner still reads.
  const facts = { actor: viewer.name, ...(kind === "email.changed" && { formerEmail: user.email }) };
  await notify(tx, { kind, subjectId: user.id, actorId: viewer.id, people: [user.id], facts });
}
