import type { Viewer } from "@atoll/contract/identity/schemas";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DashboardSkeleton } from "../../features/dashboard/dashboard-skeleton.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { isSameDay } from "../../lib/time/format-date.ts";
import { formatLongDate } from "../../lib/time/format-more-dates.ts";
import { useArrived } from "../../lib/use-arrived.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import { PageHeader } from "../page/page-header.tsx";

const route = getRouteApi("/workspace/dashboard");

/** The first page after signing in. Specification, section 2, Dashboard. */
export function DashboardPage() {
  const page = useArrived(route.useLoaderData().cards);
  usePageTitle("Dashboard");
  return (
    <div className="page-pad">
      {page ? (
        <page.CardsOfDashboard renderHead={(actions) => <Greeting actions={actions} />} />
      ) : (
        <>
          <Greeting />
          <DashboardSkeleton />
        </>
      )}
    </div>
  );
}

function Greeting({ actions = buttonsToCome }: { actions?: ReactNode }) {
  const viewer = useViewer();
  return (
    <PageHeader actions={actions} greeting title={`${welcome(viewer)}, ${firstName(viewer.name)}!`}>
      <p className="text-muted">
        Here are the latest updates and your quick tools
        {/* One line on a phone, which shows the date itself. */}
        <span className="max-md:hidden"> for {formatLongDate(new Date())}</span>.
      </p>
    </PageHeader>
  );
}

/** Takes the room of the buttons, so that no line of the head breaks when they appear. */
const buttonsToCome = (
  <div className="invisible flex items-center gap-2">
    <span className="size-8 max-md:size-9" />
    <NewButton disabled label="New Card" onClick={() => undefined} />
  </div>
);

/** Nobody is back on the day they come: a first visit, or an account that was made today. */
function welcome({ createdAt, lastActive }: Viewer): string {
  return lastActive === null || isSameDay(createdAt, new Date()) ? "Welcome" : "Welcome back";
}

/** Without a name of their own a person goes by the email address: its part before the `@` reads best. */
function firstName(name: string): string {
  return name.split("@")[0]?.trim().split(/\s+/)[0] ?? name;
}
