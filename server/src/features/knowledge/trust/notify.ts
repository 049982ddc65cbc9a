import { knowledgeNotificationKinds } from "@atoll/contract/knowledge/notification-kinds";
import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { retell } from "../../notifications/access.ts";

type Tx = Parameters<typeof retell>[0];
const kindNames = Object.keys(knowledgeNotificationKinds) as NotificationKind[];

/** Updates or withdraws the notifications about these articles. */
export function updateNotifications(tx: Tx, articleIds: readonly string[]): Promise<void> {
  return retell(
    tx,
    articleIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}
