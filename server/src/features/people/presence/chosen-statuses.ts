import type { PresenceStatus } from "@atoll/contract/people/presence";
import { presenceStatusSchema } from "@atoll/contract/people/presence-schemas";
import type { Database } from "../../../tables.ts";
import type { ChosenStatus } from "../tables.ts";

export interface ChosenStatuses {
  of(userId: string): ChosenStatus | null;
  /** Keeps a person's choice; null: none any more. The same again writes nothing. */
  choose(userId: string, status: ChosenStatus | null): Promise<void>;
  /** Takes what was announced: somebody chose another status, on whatever node. */
  hear(payload: string): void;
  /** Reads all of them. */
  load(): Promise<void>;
}

/** The chosen statuses of everybody, in memory: few have one, and nobody who is looked at costs a query. */
export function createChosenStatuses(db: Database, onChange: (userId: string) => void): ChosenStatuses {
  const statuses = new Map<string, ChosenStatus>();

  function set(userId: string, status: ChosenStatus | null): void {
    if (status === null) statuses.delete(userId);
    else statuses.set(userId, status);
    onChange(userId);
  }

  return {
    of: (userId) => statuses.get(userId) ?? null,
    hear(payload) {
      const [userId = "", status] = payload.split(" ");
      set(userId, asChosen(presenceStatusSchema.nullable().parse(status ?? null)));
    },
    async load() {
      const rows = await db.selectFrom("chosen_statuses").select(["user_id", "status"]).execute();
      const now = new Map(rows.map((row) => [row.user_id, row.status]));
      for (const userId of new Set([...statuses.keys(), ...now.keys()])) set(userId, now.get(userId) ?? null);
    },
    async choose(userId, status) {
      if (status === (statuses.get(userId) ?? null)) return;
      if (status === null) {
        await db.deleteFrom("chosen_statuses").where("user_id", "=", userId).execute();
      } else {
        await db
          .insertInto("chosen_statuses")
          .values({ user_id: userId, status })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ status }))
          .execute();
      }
      // The announcement says the same a moment later; the answer to the person must not come before.
      set(userId, status);
    },
  };
}

/** Who chose to be online chose nothing else. */
export function asChosen(status: PresenceStatus | null): ChosenStatus | null {
  return status === "online" ? null : status;
}
