import { HealthScreen } from "../../features/operation/health-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/health */
export function HealthPage() {
  usePageTitle("Health");
  return <HealthScreen />;
}
