import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { useIsOffline } from "../../lib/server/use-offline.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { ThemeToggle } from "../../ui/button/theme-toggle.tsx";
import { Brand } from "./brand.tsx";
import { HeaderSearch } from "./header-search.tsx";
import type { SidebarState } from "./navigation/use-sidebar.ts";
import { NotificationsBell } from "./notifications-bell.tsx";
import { UserMenu } from "./user-menu.tsx";

const laterPart = lazyPart(() => import("./header-later.tsx"));
const offlinePart = lazyPart(() => import("./offline-mark.tsx"));

/** The bar above everything. Specification, section 2, Layout. */
export function Header({ onOpenMenu, sidebar }: { onOpenMenu: () => void; sidebar: SidebarState }) {
  const isOffline = useIsOffline();
  const offline = useLazyPart(offlinePart, isOffline, () => undefined);
  const later = useLazyPart(laterPart, true, () => undefined);
  const isMarked = isOffline && offline !== undefined;
  return (
    <header className="sticky top-0 z-header col-span-full grid min-h-header grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 bg-canvas px-2 lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)_auto] lg:gap-x-0 lg:pr-3 lg:pl-0">
      <div className="flex min-w-0 items-center gap-1 max-md:col-span-2 lg:pl-2.5">
        <IconButton className="lg:hidden" icon={MenuIcon} label="Open menu" onClick={onOpenMenu} />
        <IconButton
          className="max-lg:hidden"
          icon={MenuIcon}
          label={sidebar.isCollapsed ? "Show the sidebar" : "Hide the sidebar"}
          onClick={sidebar.toggle}
        />
        <div className="relative min-w-0 flex-1 md:max-lg:min-w-52">
          <Brand className={`max-w-full px-1 lg:px-0 ${isMarked ? "invisible" : ""}`} />
          {isMarked && <offline.OfflineMark />}
        </div>
      </div>
      <HeaderSearch className="w-full max-w-110 justify-self-center max-md:hidden" />
      <div className="flex items-center gap-1 max-sm:gap-0">
        <Link
          aria-label="Search"
          // Where the mark needs its place, and what it leads to waits for the connection.
          className={`${isMarked ? "hidden" : "grid"} size-9 place-items-center rounded-sm text-muted md:hidden hover:bg-surface-active hover:text-text`}
          to={searchPath}
        >
          <Search className="size-4" />
        </Link>
        {later && <later.InstallButton />}
        <ThemeToggle />
        {later && <later.NotSentMark />}
        <NotificationsBell />
        <UserMenu />
      </div>
    </header>
  );
}

const searchPath: string = "/search";
