import type { Database } from "../../../tables.ts";
import { cardChanges } from "../changes/card-changes.ts";
import { judgeCards } from "../changes/judge-cards.ts";
import type { LockedCard } from "../changes/lock-cards.ts";

export interface ReportedBy {
  /** The name of the webhook. */
  hook: string;
  /** The person who added it: the history needs a person. */
  actorId: string;
  /** The id of a change, the same for the same step. */
  idOf: (step: string) => string;
  /** The delivery is read again. */
  isReplay: boolean;
}

/** Changes of webhooks ask for no rights: who added the webhook had them. What they tell has happened, whatever the rules say. */
export const hookChanges = {
  ...cardChanges,
  countReadable: async (_tx: Database, _by: { id: string }, ids: readonly string[]) => new Set(ids).size,
  show: async () => new Map(),
  judge: (
    tx: Database,
    actorId: string,
    rows: { before: readonly LockedCard[]; after: readonly LockedCard[] },
  ) => judgeCards(tx, actorId, rows, { isReport: true }),
};
