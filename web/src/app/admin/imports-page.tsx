import { ImportsScreen } from "../../features/imports/imports-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/moving-in */
export function ImportsPage() {
  usePageTitle("Moving in");
  return <ImportsScreen />;
}
