import { isUuid } from "@atoll/contract/uuid";
import { Link, useSearch } from "@tanstack/react-router";
import { ApprovalScreen, ApprovalsScreen } from "../../features/automations/approvals-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";

/** /approvals: what automations ask the viewer to approve; with `request`, one of them. */
export function ApprovalsPage() {
  usePageTitle("Approvals");
  const { request } = useSearch({ strict: false });
  const isOne = typeof request === "string" && isUuid(request);
  return (
    <div className="page-pad flex min-h-full flex-col">
      <PageHeader actions={isOne && <Link to="/approvals">All requests</Link>} title="Approvals" />
      {isOne ? <ApprovalScreen approvalId={request} key={request} /> : <ApprovalsScreen />}
    </div>
  );
}
