import type { PresenceStatus } from "@atoll/contract/people/presence";
import { presenceStatusSchema } from "@atoll/contract/people/presence-schemas";
import type { Database } from "../../../tables.ts";
import type { ChosenStatus } from "../tables.ts";

export interface ChosenStatuses {
  of(userId: string): ChosenStatus | null;
  /** Stores a person's choice, or removes it with null. The same choice writes nothing. */
  choose(userId: string, status: ChosenStatus | null): Promise<void>;
  /** Processes an announcement that somebody has chosen a status, on any node. */
  hear(payload: string): void;
  /** Reads all of them. */
  load(): Promise<void>;
}

/** Returns the chosen statuses of everybody, in memory: few people have one, and looking it up costs no query. */
export function createChosenStatuses(db: Database, onChange: (userId: string) => void): ChosenStatuses {
  const statuses = new Map<string, ChosenStatus>();
  /** Statuses this node has written whose announcements have not arrived yet. */
  const unheard = new Map<string, (ChosenStatus | null)[]>();

  function set(userId: string, status: ChosenStatus | null): void {
    if (status === null) statuses.delete(userId);
    else statuses.set(userId, status);
    onChange(userId);
  }

  /** Returns whether it was there. */
  function takeUnheard(userId: string, status: ChosenStatus | null): boolean {
    const written = unheard.get(userId) ?? [];
    const at = written.indexOf(status);
    if (at !== -1) written.splice(at, 1);
    if (written.length === 0) unheard.delete(userId);
    return at !== -1;
  }

  return {
    of: (userId) => statuses.get(userId) ?? null,
    hear(payload) {
      const [userId = "", word] = payload.split(" ");
      const status = asChosen(presenceStatusSchema.nullable().parse(word ?? null));
      takeUnheard(userId, status);
      // Announcements come in the order of commits: while one of this node's is on its way, this one is out of date.
      if (!unheard.has(userId)) set(userId, status);
    },
    async load() {
      const rows = await db.selectFrom("chosen_statuses").select(["user_id", "status"]).execute();
      // Announcements may have been lost.
      unheard.clear();
      const now = new Map(rows.map((row) => [row.user_id, row.status]));
      for (const userId of new Set([...statuses.keys(), ...now.keys()])) set(userId, now.get(userId) ?? null);
    },
    async choose(userId, status) {
      if (status === (statuses.get(userId) ?? null)) return;
      unheard.set(userId, [...(unheard.get(userId) ?? []), status]);
      let isWritten = false;
      try {
        isWritten = await write(db, userId, status);
      } finally {
        // A status that was not written is not announced.
        if (!isWritten) takeUnheard(userId, status);
      }
      // The announcement follows a moment later, but the response must not be sent before the state changes. If it has
      // already arrived, a newer choice may have arrived, too.
      if (!isWritten || unheard.get(userId)?.includes(status)) set(userId, status);
    },
  };
}

/** Returns whether a row was written: an earlier choice may already be removed. */
async function write(db: Database, userId: string, status: ChosenStatus | null): Promise<boolean> {
  if (status === null) {
    const gone = await db.deleteFrom("chosen_statuses").where("user_id", "=", userId).executeTakeFirst();
    return gone.numDeletedRows > 0n;
  }
  await db
    .insertInto("chosen_statuses")
    .values({ user_id: userId, status })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ status }))
    .execute();
  return true;
}

/** Choosing to be online is the same as choosing nothing. */
export function asChosen(status: PresenceStatus | null): ChosenStatus | null {
  return status === "online" ? null : status;
}
