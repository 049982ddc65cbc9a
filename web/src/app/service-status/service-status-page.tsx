import { StatusScreen } from "../../features/cards/incidents/status-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";

/** /service-status: the company's services, for everyone who is signed in. */
export function ServiceStatusPage() {
  usePageTitle("Service status");
  return (
    <div className="page-pad flex min-h-full flex-col">
      <PageHeader title="Service status" />
      <StatusScreen />
    </div>
  );
}
