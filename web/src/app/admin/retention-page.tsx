import { RetentionScreen } from "../../features/retention/retention-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/retention */
export function RetentionPage() {
  usePageTitle("Retention");
  return <RetentionScreen />;
}
