import type { Viewer } from "@atoll/contract/identity/schemas";
import { canManageRoles, canOpenAdmin, hasPermission } from "@atoll/contract/permissions";
import { Link } from "@tanstack/react-router";
import { BookOpen, Calendar, CirclePlus, LayoutGrid, MessageCircle, Search, Sparkles } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { joinHandlers } from "../../capabilities/live/join-handlers.ts";
import { AsOf } from "../../capabilities/offline/seen/as-of.tsx";
import type { DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { LazyCardDialog } from "../../features/dashboard/cards/lazy-card-dialog.tsx";
import { emptyLayout, useCardActions } from "../../features/dashboard/cards/use-card-actions.ts";
import { DashboardGrid, usePartsOf } from "../../features/dashboard/dashboard-grid.tsx";
import { DashboardMenu } from "../../features/dashboard/dashboard-menu.tsx";
import { DashboardSkeleton } from "../../features/dashboard/dashboard-skeleton.tsx";
import { dashboardKey, useDashboard } from "../../features/dashboard/data/api.ts";
import { dashboardHandlers } from "../../features/dashboard/data/dashboard.ts";
import { keepPlaces } from "../../features/dashboard/data/local-copy.ts";
import { useArrangement } from "../../features/dashboard/data/use-arrangement.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { openTextStorage } from "../../lib/text-storage.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { cx } from "../../ui/base/cx.ts";
import { NewButton } from "../../ui/button/new-button.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { LoadState } from "../../ui/state/load-state.tsx";
import * as announcements from "../announcements/dashboard-card.tsx";
import * as brainstorm from "../brainstorm/dashboard-card.tsx";
import * as calendar from "../calendar/dashboard-card.tsx";
import * as chat from "../chat/dashboard-card.tsx";
import * as communityFaqs from "../community-faqs/dashboard-card.tsx";
import * as departments from "../departments/dashboard-card.tsx";
import * as ideas from "../ideas/dashboard-card.tsx";
import * as knowledgeBase from "../knowledge-base/dashboard-card.tsx";
import * as tasks from "../tasks/dashboard-card.tsx";
import * as activity from "./activity-card.tsx";

interface QuickAction {
  label: string;
  icon: IconType;
  to: string;
  search?: Record<string, string>;
  /** Hidden from people without it. Specification, section 6. */
  needs?: readonly [resource: string, action: string];
}

const actions: readonly QuickAction[] = [
  { label: "Team Chat", icon: MessageCircle, to: "/chat", needs: ["chat", "access"] },
  { label: "New Task", icon: CirclePlus, to: "/tasks", search: { new: "1" }, needs: ["tasks", "create"] },
  { label: "Search", icon: Search, to: "/search" },
  { label: "Calendar", icon: Calendar, to: "/calendar" },
  { label: "Knowledge Base", icon: BookOpen, to: "/knowledge-base" },
  { label: "Ask AI", icon: Sparkles, to: "/ask-ai" },
];

/** Short ways to what people do most; on a phone they scroll sideways. */
function QuickActions({ onNewCard }: { onNewCard: () => void }) {
  const viewer = useViewer();
  const allowed = actions.filter(({ needs }) => !needs || hasPermission(viewer, ...needs));
  return (
    <nav aria-label="Quick actions" className="mb-3 md:mb-4">
      <ul className="flex gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4 max-md:pb-0.5 md:grid md:auto-cols-fr md:grid-flow-col">
        {allowed.map(({ label, icon: Icon, to, search }) => (
          <li className="flex-none" key={label}>
            <Link className={tile} search={search} to={to}>
              <Icon className="size-4 text-primary-text" />
              <span className="truncate">{label}</span>
            </Link>
          </li>
        ))}
        <li className="flex-none">
          <button className={cx(tile, "w-full")} onClick={onNewCard} type="button">
            <LayoutGrid className="size-4 text-primary-text" />
            <span className="truncate">New Card</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

const tile =
  "flex h-10 items-center gap-2 rounded-md border bg-surface-raised px-3 font-medium shadow-1 transition-colors " +
  "duration-fast hover:bg-surface-hover max-md:h-11 md:max-xl:h-14 md:max-xl:flex-col md:max-xl:justify-center " +
  "md:max-xl:gap-1 md:max-xl:px-0.5 md:max-xl:text-xs";

const SetUpNotice = lazy(async () => ({
  default: (await import("../admin/set-up-notice.tsx")).SetUpNotice,
}));
const NewcomerSteps = lazy(async () => ({
  default: (await import("./newcomer-steps.tsx")).NewcomerSteps,
}));

const newcomerMs = 14 * 24 * 3_600_000;
const heightKey = (viewerId: string) => `dashboard-notice-height/${viewerId}`;

/** Returns whether the person's dashboard may begin with a notice. */
function mayHaveNotice(viewer: Viewer): boolean {
  return canOpenAdmin(viewer) || Date.now() - Date.parse(viewer.createdAt) < newcomerMs;
}

/** Returns the height of the notice when this browser last showed the dashboard. Undefined if it has not done so yet. */
function lastNoticeHeight(viewer: Viewer): number | undefined {
  const height = Number.parseInt(openTextStorage().getItem(heightKey(viewer.id)) ?? "", 10);
  return Number.isNaN(height) ? undefined : height;
}

interface NoticePlaceProps {
  viewer: Viewer;
  /** It is known what the notice says, or that there is none. */
  isKnown: boolean;
  onKnown: () => void;
}

/** The notice at the head of a dashboard. Its last height is reserved until it is known, so that nothing below it moves. */
function NoticePlace({ viewer, isKnown, onKnown }: NoticePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isKnown || !place.current) return undefined;
    const sized = new ResizeObserver(([entry]) => {
      if (entry)
        openTextStorage().setItem(
          heightKey(viewer.id),
          `${Math.round(entry.borderBoxSize[0]?.blockSize ?? 0)}`,
        );
    });
    sized.observe(place.current);
    return () => sized.disconnect();
  }, [isKnown, viewer.id]);
  return (
    <div
      className="flow-root"
      ref={place}
      style={isKnown ? undefined : { minHeight: lastNoticeHeight(viewer) }}
    >
      <Suspense>
        {canOpenAdmin(viewer) ? <SetUpNotice onKnown={onKnown} /> : <NewcomerSteps onKnown={onKnown} />}
      </Suspense>
    </div>
  );
}

/** The content of panels and cards, from the areas that have some. */
const parts: readonly DashboardParts[] = [
  activity,
  chat,
  ideas,
  tasks,
  brainstorm,
  calendar,
  announcements,
  communityFaqs,
  knowledgeBase,
  departments,
];

/** Everything below the greeting, and the buttons next to it. */
export function CardsOfDashboard({ renderHead }: { renderHead: (actions: ReactNode) => ReactNode }) {
  const signedIn = useSignedIn();
  const handlers = useMemo(
    () => joinHandlers([dashboardHandlers, ...parts.flatMap(({ live }) => (live ? [live(signedIn)] : []))]),
    [signedIn],
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
        <LoadState query={{ error, isFetching, refetch }} failure="Your dashboard could not be loaded" />
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
