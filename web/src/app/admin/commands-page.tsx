import { CommandsScreen } from "../../features/commands/commands-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/commands */
export function CommandsPage() {
  usePageTitle("Commands");
  return <CommandsScreen />;
}
