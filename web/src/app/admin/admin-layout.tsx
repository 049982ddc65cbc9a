import { canOpenAdmin } from "@atoll/contract/permissions";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { GroupedLinks } from "../../ui/list/grouped-links.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { AdminActionsSlot } from "./admin-actions.tsx";
import { admin, adminPlaces, adminTopics } from "./places.ts";

/** The frame of the admin panel: its name, the page's buttons, and the pages that this viewer may use, by topic. */
export function AdminLayout() {
  const viewer = useViewer();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const isWhole = canOpenAdmin(viewer);
  // Those in the navigation are also for people who are no administrators.
  const places = adminPlaces.filter(
    ({ canOpen, group }) => (isWhole || group !== undefined) && canOpen(viewer),
  );
  const [only, ...others] = places;
  const users = isWhole ? [{ path: admin.path, label: "Users", topic: "People" }] : [];
  const all = [...users, ...places];
  const page = (
    <AdminActionsSlot value={slot}>
      <Outlet />
    </AdminActionsSlot>
  );
  const isOne = !isWhole && others.length === 0;
  return (
    <div className="page-pad">
      <PageHeader
        actions={<div className="flex min-h-8 flex-wrap gap-2" ref={setSlot} />}
        title={isOne ? (only?.label ?? "Admin") : "Admin"}
      />
      {isOne ? (
        page
      ) : (
        <GroupedLinks
          label="Admin panel"
          current={all.findLast(({ path }) => `${pathname}/`.startsWith(`${path}/`))?.path}
          groups={adminTopics
            .map((topic) => ({
              heading: topic,
              links: all
                .filter((place) => place.topic === topic)
                .map(({ path, label }) => ({
                  key: path,
                  label,
                  link: (
                    <Link activeOptions={{ exact: path === admin.path, includeSearch: false }} to={path} />
                  ),
                })),
            }))
            .filter(({ links }) => links.length > 0)}
        >
          {page}
        </GroupedLinks>
      )}
    </div>
  );
}
