import { OutgoingScreen } from "../../features/outgoing-webhooks/outgoing-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/webhooks */
export function OutgoingWebhooksPage() {
  usePageTitle("Webhooks");
  return <OutgoingScreen />;
}
