import { AutomationsScreen } from "../../features/automations/automations-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/automations */
export function AutomationsPage() {
  usePageTitle("Automations");
  return <AutomationsScreen />;
}
