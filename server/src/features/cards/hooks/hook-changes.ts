import { cardChangesByServer } from "../changes/card-changes.ts";
import { judgeCards } from "../changes/judge-cards.ts";

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
export const hookChanges: typeof cardChangesByServer = {
  ...cardChangesByServer,
  judge: (tx, actorId, rows) => judgeCards(tx, actorId, rows, { isReport: true }),
};
