import { AllOutgoingScreen } from "../../features/outgoing-webhooks/all-outgoing-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/all-webhooks */
export function AllWebhooksPage() {
  usePageTitle("All webhooks");
  return <AllOutgoingScreen />;
}
