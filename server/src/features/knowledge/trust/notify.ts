import { knowledgeNotificationKinds } from "@atoll/contract/knowledge/notification-kinds";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { refreshNotifications } from "../../notifications/public.ts";

type Tx = Parameters<typeof refreshNotifications>[0];
const kindNames = Object.keys(knowledgeNotificationKinds) as NotificationKind[];

/** Updates or withdraws the notifications about these articles. */
export function updateNotifications(tx: Tx, articleIds: readonly string[]): Promise<void> {
  return refreshNotifications(
    tx,
    articleIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}
