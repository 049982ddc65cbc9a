import { cardNotificationKinds } from "@atoll/contract/cards/notification-kinds";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { FieldChange } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";
import { followAlerts } from "../monitoring/on-call-alerts.ts";

const kindNames = Object.keys(cardNotificationKinds) as NotificationKind[];

/** Notifies people who have become the owner of a card, and the member on call of an alert that fires again. */
export async function notifyOfChanges(
  tx: Database,
  actorId: string,
  changes: readonly FieldChange[],
): Promise<void> {
  for (const { subjectId, field, after } of changes) {
    if (field === "owner" && typeof after === "string")
      await notify(tx, { kind: "card.owner", subjectId, actorId, people: [after] });
  }
  await followAlerts(tx, changes);
  await updateNotifications(
    tx,
    changes.filter(({ field }) => field === "title" || field === "deleted").map(({ subjectId }) => subjectId),
  );
}

/** Entries about these cards may read differently now, or be for other people: see `refreshNotifications`. */
export function updateNotifications(tx: Database, cardIds: readonly string[]): Promise<void> {
  return refreshNotifications(
    tx,
    cardIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}
