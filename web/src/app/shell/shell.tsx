import { getRouteApi, Outlet, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useLivePresence } from "../../capabilities/people/use-presence.ts";
import { preferencesVersion } from "../../lib/preferences.ts";
import { useSession, useViewer, ViewerProvider } from "../../lib/session/use-session.tsx";
import { SignedInProvider } from "../../lib/use-signed-in.tsx";
import { cx } from "../../ui/base/cx.ts";
import { lazyPart, preloadParts, useLazyPart } from "../../ui/base/lazy-part.ts";
import { useIsNavigating } from "../navigation/use-is-navigating.ts";
import { GoAnywhere } from "../palette/go-anywhere.tsx";
import {
  LazyAccessDeniedScreen,
  LazyNewPasswordScreen,
  LazySecondFactorScreen,
} from "../screens/lazy-held-back-screen.tsx";
import { frameClass, gridClass, gridWithSidebarClass, sheetClass, sidebarClass } from "./frame-classes.ts";
import { Header } from "./header.tsx";
import { NavDrawer } from "./navigation/nav-drawer.tsx";
import { Sidebar } from "./navigation/sidebar.tsx";
import { useDrawer } from "./navigation/use-drawer.ts";
import { useSidebar } from "./navigation/use-sidebar.ts";
import { LazyMaintenance, Notices } from "./notices.tsx";
import { useLiveParts } from "./use-live-parts.ts";
import { useLiveSession } from "./use-live-session.ts";

const laterPart = lazyPart(() => import("./later.tsx"));

/** Loaded after the first paint: nobody presses a name before. */
function LazyLater() {
  const part = useLazyPart(laterPart, true, () => undefined);
  return part ? <part.Later /> : null;
}

const route = getRouteApi("/workspace");

/** The signed-in area. */
export function Shell() {
  const session = useSession();
  const [isSetUpHeld, setIsSetUpHeld] = useState(false);
  // Between the end of a session and the page that comes next there is nobody to show anything to.
  if (session.status !== "signed-in") return null;
  return (
    <ViewerProvider viewer={session.viewer}>
      {session.viewer.mustChoosePassword ? (
        <LazyNewPasswordScreen />
      ) : session.viewer.mustSetUpSecondFactor || isSetUpHeld ? (
        <LazySecondFactorScreen onHold={setIsSetUpHeld} />
      ) : (
        <SignedInProvider key={session.viewer.id}>
          <LiveAreas>
            <Frame />
          </LiveAreas>
        </SignedInProvider>
      )}
    </ViewerProvider>
  );
}

/** Header, navigation and one sheet. The sheet scrolls, the frame does not. */
function Frame() {
  const isNavigating = useIsNavigating();
  const { denied } = route.useRouteContext();
  const { isGuest } = useViewer();
  const drawer = useDrawer();
  const sidebar = useSidebar();
  const pageKey = usePageKey();
  useLiveSession();
  useLivePresence();
  useEffect(preloadParts, []);
  return (
    <>
      <div className={frameClass}>
        <SkipLink />
        <LazyMaintenance />
        <Notices />
        <div className={cx(gridClass, !sidebar.isCollapsed && gridWithSidebarClass)}>
          <Header onOpenMenu={drawer.open} sidebar={sidebar} />
          {!sidebar.isCollapsed && (
            <aside className={sidebarClass}>
              <Sidebar />
            </aside>
          )}
          <main
            aria-busy={isNavigating || undefined}
            className={cx(sheetClass, sidebar.isCollapsed && "lg:ml-2")}
            data-scroll-restoration-id="content"
            id="content"
            tabIndex={-1}
          >
            {denied ? <LazyAccessDeniedScreen text={denied} /> : <Outlet key={pageKey} />}
          </main>
        </div>
      </div>
      {!isGuest && <GoAnywhere />}
      <LazyLater />
      <NavDrawer onOpenChange={drawer.setOpen} open={drawer.isOpen} />
    </>
  );
}

function SkipLink() {
  return (
    <button
      className="fixed top-2 left-2 z-toast -translate-y-16 rounded-sm bg-surface-inverse px-3 py-2 font-semibold text-inverse focus:translate-y-0"
      onClick={() => document.getElementById("content")?.focus()}
      type="button"
    >
      Skip to content
    </button>
  );
}

/** Around the frame: what each area keeps alive on every screen. */
function LiveAreas({ children }: { children: ReactNode }) {
  const [chat, others] = useLiveParts();
  return (
    <chat.Session>
      <others.Session>{children}</others.Session>
    </chat.Session>
  );
}

/**
 * Returns a key that changes when dates and numbers must be formatted again: the page renders as if it had just been
 * opened, and unsent texts are there as drafts. The page where the formats are chosen stays, and formats again by
 * itself.
 */
function usePageKey(): string {
  const isChosenHere = useLocation({ select: ({ pathname }) => pathname === "/settings" });
  return isChosenHere ? "settings" : String(preferencesVersion());
}
