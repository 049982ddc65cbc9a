import { ConnectionsScreen } from "../../features/git-links/connections-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/repositories */
export function RepositoriesPage() {
  usePageTitle("Repositories");
  return <ConnectionsScreen />;
}
