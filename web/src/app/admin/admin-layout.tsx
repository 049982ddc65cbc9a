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
  const isWhole = canOpenAdmin(viewer);
  // Those in the navigation are also for people who are no administrators.
  const places = adminPlaces.filter(
    ({ canOpen, group }) => (isWhole || group !== undefined) && canOpen(viewer),
  );
  const [only, ...others] = places;
  const isOne = !isWhole && others.length === 0;
  const users = isWhole ? [{ path: admin.path, label: "Users" }] : [];
  return (
    <div className="page-pad">
      <PageHeader
        actions={<div className="flex min-h-8 flex-wrap gap-2" ref={setSlot} />}
        title={isOne ? (only?.label ?? "Admin") : "Admin"}
      />
      {!isOne && (
        <TabLinks
          label="Admin panel"
          tabs={[...users, ...places].map(({ path, label }) => ({
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
