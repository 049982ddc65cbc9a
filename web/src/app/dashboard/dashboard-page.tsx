import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { DashboardSkeleton } from "../../features/dashboard/dashboard-skeleton.tsx";
import { formatLongDate } from "../../lib/format-more-dates.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { PageHeader } from "../page/page-header.tsx";

const route = getRouteApi("/workspace/dashboard");
const cards = import("./cards-of-dashboard.tsx");
const CardsOfDashboard = lazy(async () => ({ default: (await cards).CardsOfDashboard }));

/** The first page after signing in. Specification, section 2, Dashboard. */
export function DashboardPage() {
  const { parts } = route.useLoaderData();
  usePageTitle("Dashboard");
  return (
    <div className="page-pad">
      <Suspense
        fallback={
          <>
            <Greeting />
            <DashboardSkeleton />
          </>
        }
      >
        <CardsOfDashboard parts={parts} renderHead={(actions) => <Greeting actions={actions} />} />
      </Suspense>
    </div>
  );
}

function Greeting({ actions }: { actions?: ReactNode }) {
  const viewer = useViewer();
  return (
    <PageHeader actions={actions} greeting title={`Welcome back, ${firstName(viewer.name)}!`}>
      <p className="text-muted">
        Here are the latest updates and your quick tools for {formatLongDate(new Date())}.
      </p>
    </PageHeader>
  );
}

/** Without a name of their own a person goes by the email address: its part before the `@` reads best. */
function firstName(name: string): string {
  return name.split("@")[0]?.trim().split(/\s+/)[0] ?? name;
}
