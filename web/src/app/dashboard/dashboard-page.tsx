import { getRouteApi } from "@tanstack/react-router";
import { formatLongDate } from "../../lib/format-date.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import type { PanelParts } from "../area.ts";
import { PageHeader } from "../page/page-header.tsx";
import { ComingPanels } from "./coming-panels.tsx";
import { QuickActions } from "./quick-actions.tsx";

const route = getRouteApi("/workspace/dashboard");

/** The first page after signing in. Specification, section 2, Dashboard. */
export function DashboardPage() {
  const viewer = useViewer();
  const panels: readonly PanelParts[] = route.useLoaderData();
  const shown = panels.filter(({ canHave }) => canHave(viewer));
  usePageTitle("Dashboard");
  return (
    <div className="page-pad">
      <PageHeader greeting title={`Welcome back, ${firstName(viewer.name)}!`}>
        <p className="text-muted">
          Here are the latest updates and your quick tools for {formatLongDate(new Date())}.
        </p>
      </PageHeader>
      <QuickActions />
      <div className="grid gap-3 md:gap-4 xl:grid-cols-12">
        {shown.map(({ Panel }) => (
          <Panel key={panels.findIndex((one) => one.Panel === Panel)} className="xl:col-span-7" />
        ))}
        <ComingPanels className={shown.length > 0 ? "xl:col-span-5" : "xl:col-span-12"} />
      </div>
    </div>
  );
}

/** Without a name of their own a person goes by the email address: its part before the `@` reads best. */
function firstName(name: string): string {
  return name.split("@")[0]?.trim().split(/\s+/)[0] ?? name;
}
