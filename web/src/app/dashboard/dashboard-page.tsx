import { canManageRoles } from "@atoll/contract/permissions";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { joinHandlers } from "../../capabilities/live/join-handlers.ts";
import type { DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { LazyCardDialog } from "../../features/dashboard/cards/lazy-card-dialog.tsx";
import { DashboardGrid, usePartsOf } from "../../features/dashboard/dashboard-grid.tsx";
import { DashboardMenu } from "../../features/dashboard/dashboard-menu.tsx";
import { DashboardSkeleton } from "../../features/dashboard/dashboard-skeleton.tsx";
import { useDashboard } from "../../features/dashboard/data/api.ts";
import { dashboardHandlers } from "../../features/dashboard/data/dashboard.ts";
import { useArrangement } from "../../features/dashboard/data/use-arrangement.ts";
import { emptyLayout, useCardActions } from "../../features/dashboard/data/use-card-actions.ts";
import { useLocalCopy } from "../../features/dashboard/data/use-local-copy.ts";
import { errorMessage } from "../../lib/api-client.ts";
import { formatLongDate } from "../../lib/format-date.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { QuickActions } from "./quick-actions.tsx";

const route = getRouteApi("/workspace/dashboard");

/** The first page after signing in. Specification, section 2, Dashboard. */
export function DashboardPage() {
  const viewer = useViewer();
  const signedIn = useSignedIn();
  const parts: readonly DashboardParts[] = route.useLoaderData();
  const handlers = useMemo(
    () => joinHandlers([dashboardHandlers, ...parts.flatMap(({ live }) => (live ? [live(signedIn)] : []))]),
    [parts, signedIn],
  );
  const { data, error, refetch, isFetching } = useDashboard(handlers);
  const { layout, arrange, reset } = useArrangement(data?.layout);
  const actions = useCardActions(layout ?? emptyLayout, arrange);
  const copy = useLocalCopy(layout);
  const [isAdding, setAdding] = useState(false);
  const partsOf = usePartsOf(parts);
  usePageTitle("Dashboard");
  return (
    <div className="page-pad">
      <PageHeader
        actions={
          <div className="flex items-center gap-2">
            {layout && (
              <DashboardMenu canSetDefaults={canManageRoles(viewer)} layout={layout} onReset={reset} />
            )}
            <Button disabled={!layout} icon={Plus} onClick={() => setAdding(true)} variant="primary">
              New Card
            </Button>
          </div>
        }
        greeting
        title={`Welcome back, ${firstName(viewer.name)}!`}
      >
        <p className="text-muted">
          Here are the latest updates and your quick tools for {formatLongDate(new Date())}.
        </p>
      </PageHeader>
      <QuickActions onNewCard={() => setAdding(true)} />
      {data && layout ? (
        <DashboardGrid
          actions={actions}
          dashboard={{ ...data, layout }}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          parts={parts}
        />
      ) : error ? (
        <ErrorState
          message={errorMessage(error, "Your dashboard could not be loaded")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <DashboardSkeleton cards={copy} />
      )}
      {isAdding && layout && (
        <LazyCardDialog
          card={undefined}
          onDone={actions.add}
          onOpenChange={setAdding}
          open
          partsOf={partsOf}
        />
      )}
    </div>
  );
}

/** Without a name of their own a person goes by the email address: its part before the `@` reads best. */
function firstName(name: string): string {
  return name.split("@")[0]?.trim().split(/\s+/)[0] ?? name;
}
