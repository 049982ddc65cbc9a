import { canManageUsers } from "@atoll/contract/permissions";
import { recordAct } from "../../../../platform/audit.ts";
import type { Database } from "../../../../tables.ts";
import { type Acting, actorOf, administer } from "../../acting.ts";
import { accessUser } from "../user-access.ts";
import { endSessionsOf } from "./end-sessions-of.ts";

/**
 * Ends all sessions of a person or a guest, who may be the viewer.
 * @throws {AppError} `user_not_found`, `forbidden` for an account that the viewer may not change.
 */
export async function endUserSessions(db: Database, acting: Acting, userId: string): Promise<void> {
  await administer(db, acting, canManageUsers, async (tx, current) => {
    const { name } = await accessUser(tx, current.viewer, userId, true);
    const count = await endSessionsOf(tx, userId, "ended by an administrator");
    await recordAct(tx, {
      ...actorOf(current),
      action: "sessions.ended",
      subject: { type: "user", id: userId, name },
      after: { count },
    });
  });
}
