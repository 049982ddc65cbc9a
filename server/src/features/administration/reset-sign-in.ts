import type { NoticeKind } from "@atoll/contract/identity/notices";
import type { Database } from "../../tables.ts";
import { tell } from "../notifications/access.ts";
import type { Acting } from "./acting.ts";
import { endSessionsOf } from "./end-sessions-of.ts";
import { assertAllowed, canResetSignIn } from "./policy.ts";
import type { UserRow } from "./user-queries.ts";

/**
 * What goes with every change of how somebody else signs in: they are signed out everywhere, told who did what, and
 * asked for a password of their own at the next sign-in, before anything else. To be called before anything is written
 * about channels, whose locks come after those of sessions.
 * @throws {AppError} `forbidden` unless the viewer holds all that the person holds.
 */
export async function resetSignIn(
  tx: Database,
  { viewer }: Acting,
  user: UserRow,
  kind: NoticeKind & ("password.set" | "email.changed" | "second-factor.removed"),
): Promise<void> {
  assertAllowed(canResetSignIn(viewer, user), `${kind} of somebody who holds more`);
  await endSessionsOf(tx, user.id, `${kind} by an administrator`);
  await tx
    .updateTable("accounts")
    .set({ must_choose_password: true })
    .where("id", "=", user.id)
    .where("password_hash", "is not", null)
    .execute();
  const facts = { actor: viewer.name };
  await tell(tx, { kind, subjectId: user.id, actorId: viewer.id, people: [user.id], facts });
}
