import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** The notification settings are still to come, and the card says so. */
export function NotificationsCard() {
  return (
    <Card title="Notifications">
      <EmptyState title="Not here yet">
        This card will let you choose what you are notified about: chat, tasks, announcements and calendar.
      </EmptyState>
    </Card>
  );
}
