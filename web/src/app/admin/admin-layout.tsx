import { canOpenAdmin } from "@atoll/contract/permissions";
import { Link, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { TabLinks } from "../../ui/layout/tab-links.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { AdminActionsSlot } from "./admin-actions.tsx";
import { admin, adminPlaces } from "./places.ts";

/** The frame of the admin panel: its name, the page's buttons, and the pages that this viewer may use. */
export function AdminLayout() {
  const viewer = useViewer();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const places = adminPlaces.filter(({ canOpen }) => canOpen(viewer));
  // A person who can only read the audit log has just this page.
  const isWhole = canOpenAdmin(viewer);
  return (
    <div className="page-pad">
      <PageHeader
        actions={<div className="flex min-h-8 flex-wrap gap-2" ref={setSlot} />}
        title={isWhole ? "Admin" : "Audit log"}
      />
      {isWhole && (
        <TabLinks
          label="Admin panel"
          tabs={[{ path: admin.path, label: "Users" }, ...places].map(({ path, label }) => ({
            key: path,
            label,
            link: <Link activeOptions={{ exact: path === admin.path, includeSearch: false }} to={path} />,
          }))}
        />
      )}
      <div className="pt-4">
        <AdminActionsSlot value={slot}>
          <Outlet />
        </AdminActionsSlot>
      </div>
    </div>
  );
}
