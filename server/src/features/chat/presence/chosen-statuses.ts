import { type PresenceStatus, presenceStatusSchema } from "@atoll/contract/chat/events";
import type { Notifications } from "../../../platform/database/notifications.ts";
import type { Log } from "../../../platform/log.ts";
import type { Database } from "../../../tables.ts";

/** Somebody chose another status, on whatever node. */
export const statusTopic = "atoll_status_chosen";

/** Online is what everybody is who chose nothing. */
export type ChosenStatus = Exclude<PresenceStatus, "online">;

export interface ChosenStatuses {
  of(userId: string): ChosenStatus | null;
  /** Keeps a person's choice; null: none any more. The same again writes nothing. */
  choose(userId: string, status: ChosenStatus | null): Promise<void>;
}

/** The chosen statuses of everybody, in memory: few have one, and nobody who is looked at costs a query. */
export async function openChosenStatuses(deps: {
  db: Database;
  notifications: Notifications;
  log: Log;
  onChange: (userId: string) => void;
}): Promise<ChosenStatuses> {
  const { db, notifications, log, onChange } = deps;
  const statuses = new Map<string, ChosenStatus>();

  function set(userId: string, status: ChosenStatus | null): void {
    if (status === null) statuses.delete(userId);
    else statuses.set(userId, status);
    onChange(userId);
  }

  async function load(): Promise<void> {
    const rows = await db.selectFrom("chosen_statuses").select(["user_id", "status"]).execute();
    const now = new Map(rows.map((row) => [row.user_id, row.status]));
    for (const userId of new Set([...statuses.keys(), ...now.keys()])) set(userId, now.get(userId) ?? null);
  }

  notifications.on(statusTopic, (payload) => {
    const [userId = "", status] = payload.split(" ");
    set(userId, asChosen(presenceStatusSchema.nullable().parse(status ?? null)));
  });
  // What was chosen meanwhile is not known.
  notifications.onGap(() => {
    load().catch((error: unknown) => log.warn({ err: error }, "the chosen statuses could not be read anew"));
  });
  await load();

  return {
    of: (userId) => statuses.get(userId) ?? null,
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
