import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { Database } from "../../../tables.ts";
import { waitForTurn } from "../public.ts";
import { closeSessions } from "./close-sessions.ts";
import { describeDevice } from "./describe-device.ts";

/** The owner of the sessions, with the network address of the request. */
export interface Owner {
  id: string;
  name: string;
  address: string;
}

/**
 * Ends one of the owner's sessions. On commit, every node disconnects its sockets.
 * @returns false if it has already ended, does not exist, or belongs to somebody else.
 */
export async function endSession(db: Database, owner: Owner, sessionId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable("sessions")
      .set({ ended_at: sql<Date>`now()`, end_reason: "signed out" })
      .where("id", "=", sessionId)
      .where("user_id", "=", owner.id)
      .where("way", "!=", "token")
      .where("ended_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("user_agent")
      .executeTakeFirst();
    if (!ended) return false;
    await recordAct(tx, {
      action: "session.ended",
      actor: owner,
      address: owner.address,
      subject: { type: "session", id: sessionId, name: describeDevice(ended.user_agent) },
    });
    return true;
  });
}

/** Ends all sessions of the owner on every device, including this one, and access without a session. */
export async function endAllSessions(db: Database, owner: Owner): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Waits for a concurrent change of the password, which keeps its own session and ends the others.
    await waitForTurn(tx);
    const count = await closeSessions(tx, owner.id, "signed out everywhere");
    await tx
      .updateTable("accounts")
      .set({ access_ended_at: sql<Date>`now()` })
      .where("id", "=", owner.id)
      .execute();
    await recordAct(tx, {
      action: "sessions.ended",
      actor: owner,
      address: owner.address,
      subject: { type: "user", id: owner.id, name: owner.name },
      after: { count },
    });
  });
}
