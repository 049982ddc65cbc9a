import { canManageRoles } from "@atoll/contract/permissions";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { joinHandlers } from "../../capabilities/live/join-handlers.ts";
import { AsOf } from "../../capabilities/offline/seen/as-of.tsx";
import type { DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { LazyCardDialog } from "../../features/dashboard/cards/lazy-card-dialog.tsx";
import { DashboardGrid, usePartsOf } from "../../features/dashboard/dashboard-grid.tsx";
import { DashboardMenu } from "../../features/dashboard/dashboard-menu.tsx";
import { DashboardSkeleton } from "../../features/dashboard/dashboard-skeleton.tsx";
import { dashboardKey, useDashboard } from "../../features/dashboard/data/api.ts";
import { dashboardHandlers } from "../../features/dashboard/data/dashboard.ts";
import { keepPlaces } from "../../features/dashboard/data/local-copy.ts";
import { useArrangement } from "../../features/dashboard/data/use-arrangement.ts";
import { emptyLayout, useCardActions } from "../../features/dashboard/data/use-card-actions.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";
import { ErrorState } from "../../ui/state/error-state.tsx";
import { lastNoticeHeight, mayHaveNotice, NoticePlace } from "./notice-place.tsx";
import { QuickActions } from "./quick-actions.tsx";

export interface CardsOfDashboardProps {
  /** The areas' parts. */
  parts: readonly DashboardParts[];
  renderHead: (actions: ReactNode) => ReactNode;
}

/** Everything below the greeting, and the buttons next to it. */
export function CardsOfDashboard({ parts, renderHead }: CardsOfDashboardProps) {
  const signedIn = useSignedIn();
  const handlers = useMemo(
    () => joinHandlers([dashboardHandlers, ...parts.flatMap(({ live }) => (live ? [live(signedIn)] : []))]),
    [parts, signedIn],
  );
  const { data, error, refetch, isFetching } = useDashboard(handlers);
  const { layout, arrange, reset } = useArrangement(data?.layout);
  const actions = useCardActions(layout ?? emptyLayout, arrange);
  const { viewer } = signedIn;
  const [hasNotice] = useState(() => mayHaveNotice(viewer));
  const [isNoticeKnown, setNoticeKnown] = useState(false);
  // A first dashboard waits for its notice, which would push everything down. Later ones reserve its place.
  const [isWaiting] = useState(() => hasNotice && lastNoticeHeight(viewer) === undefined);
  const isReady = isNoticeKnown || !isWaiting;
  const [isAdding, setAdding] = useState(false);
  const partsOf = usePartsOf(parts);
  useEffect(() => {
    if (layout) keepPlaces(layout);
  }, [layout]);
  return (
    <>
      {renderHead(
        <div className="flex items-center gap-2">
          {layout ? (
            <DashboardMenu canSetDefaults={canManageRoles(viewer)} layout={layout} onReset={reset} />
          ) : (
            <span className="size-8 max-md:size-9" />
          )}
          <NewButton disabled={!layout} label="New Card" onClick={() => setAdding(true)} />
        </div>,
      )}
      {hasNotice && (
        <NoticePlace isKnown={isNoticeKnown} onKnown={() => setNoticeKnown(true)} viewer={viewer} />
      )}
      {isReady && <QuickActions onNewCard={() => setAdding(true)} />}
      {isReady && <AsOf className="mb-2" queryKey={dashboardKey} />}
      {data && layout && isReady ? (
        <DashboardGrid
          actions={actions}
          dashboard={{ ...data, layout }}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          parts={parts}
        />
      ) : error && isReady ? (
        <ErrorState
          message={errorMessage(error, "Your dashboard could not be loaded")}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <DashboardSkeleton />
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
    </>
  );
}
