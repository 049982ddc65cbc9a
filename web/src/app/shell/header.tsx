import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import {
  Bell,
  ChevronDown,
  Download,
  LifeBuoy,
  LogOut,
  Menu as MenuIcon,
  Search,
  Settings,
} from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { OwnAvatar } from "../../capabilities/people/own-avatar.tsx";
import { submitTo } from "../../lib/form/submit-to.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useIsOffline } from "../../lib/server/use-offline.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { ThemeToggle } from "../../ui/button/theme-toggle.tsx";
import { SearchField } from "../../ui/field/search-field.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { useLazyPopup } from "../../ui/popup/use-lazy-popup.ts";
import { everywhere } from "../palette/shortcuts.ts";
import { Brand } from "./brand.tsx";
import { headerClass, headerEndClass, headerSearchClass, headerStartClass } from "./frame-classes.ts";
import type { SidebarState } from "./navigation/use-sidebar.ts";
import { useInstall } from "./use-install.ts";
import { useSignOut } from "./use-sign-out.tsx";

const bellPart = lazyPart(() => import("../../features/notifications/bell/bell.tsx"));

/** Opens the inbox, and says how much in it is unread. All but the drawing of a bell comes after the first paint. */
function NotificationsBell() {
  const { isWanted, triggerProps, ...popup } = useLazyPopup("dialog");
  const router = useRouter();
  const part = useLazyPart(bellPart, true, () => undefined);
  return (
    <>
      <IconButton
        {...triggerProps({})}
        // Room for a long count, which would cover the picture of the account.
        className="mr-2"
        badge={part && <part.BellCount onOpen={(href) => void router.navigate({ href })} />}
        icon={Bell}
        label="Inbox"
        tooltipSide="bottom"
      />
      {part && isWanted && <part.BellPopover {...popup} />}
    </>
  );
}

const laterPart = lazyPart(() => import("./header-later.tsx"));
const offlinePart = lazyPart(() => import("./offline-mark.tsx"));

/** The bar above everything. Specification, section 2, Layout. */
export function Header({ onOpenMenu, sidebar }: { onOpenMenu: () => void; sidebar: SidebarState }) {
  // Guests search in the chat.
  const { isGuest } = useViewer();
  const isOffline = useIsOffline();
  const offline = useLazyPart(offlinePart, isOffline, () => undefined);
  const later = useLazyPart(laterPart, true, () => undefined);
  const isMarked = isOffline && offline !== undefined;
  return (
    <header className={headerClass}>
      <div className={headerStartClass}>
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
      {isGuest ? <span className="max-md:hidden" /> : <HeaderSearch className={headerSearchClass} />}
      <div className={headerEndClass}>
        <Link
          aria-label="Search"
          // Where the mark needs its place, and what it leads to waits for the connection.
          className={`${isMarked || isGuest ? "hidden" : "grid"} size-9 place-items-center rounded-sm text-muted md:hidden hover:bg-surface-active hover:text-text`}
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

const goalsPart = lazyPart(() => import("../palette/header-goals.tsx"));

/** Enter goes to the results; nothing happens without text. `/` comes here from anywhere. What is typed is answered below. */
function HeaderSearch({ className }: { className?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [text, setText] = useState("");
  const navigate = useNavigate();
  // Without it, Enter still goes to the results.
  const goals = useLazyPart(goalsPart, text !== "", () => undefined);
  useShortcut(everywhere.search, () => field.current?.focus());

  const close = () => setText("");
  const go = (href: string) => void navigate({ href });
  const search = () => {
    close();
    const q = field.current?.value.trim();
    if (q) go(`/search?${new URLSearchParams({ q })}`);
  };
  return (
    <search className={`relative ${className ?? ""}`}>
      <form
        onBlur={close}
        onInput={() => setText(field.current?.value.trim() ?? "")}
        onKeyDown={(event) => keys.current?.(event)}
        onSubmit={submitTo(search)}
      >
        <SearchField
          autoComplete="off"
          label="Search people, messages, tasks"
          enterKeyHint="search"
          maxLength={1000}
          ref={field}
          shortcut="/"
          tone="frame"
        />
      </form>
      {goals && text !== "" && <goals.HeaderGoals {...{ text, field, keys }} onGo={go} onClose={close} />}
    </search>
  );
}

/** The person's name, settings, help and the way out. */
function UserMenu() {
  const viewer = useViewer();
  const install = useInstall();
  const { leave, question } = useSignOut();
  return (
    <>
      <Menu
        align="end"
        header={
          <>
            <p className="truncate font-semibold">{viewer.name}</p>
            <p className="truncate text-faint text-xs">{viewer.email}</p>
          </>
        }
        items={[
          { label: "Settings", icon: Settings, link: <Link to="/settings" /> },
          { label: "Help & Support", icon: LifeBuoy },
          // The header has no room for its button on a small screen.
          ...(install ? [{ label: "Install the app", icon: Download, onSelect: install }] : []),
          "separator",
          { label: "Sign Out", icon: LogOut, onSelect: leave },
        ]}
        label="Your account"
        trigger={<Trigger userId={viewer.id} name={viewer.name} picture={viewer.avatar} />}
      />
      {question}
    </>
  );
}

function Trigger({
  userId,
  name,
  picture,
  ...rest
}: { userId: string; name: string; picture: string | null } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      // Named by its content: a label that leaves out the initials would not match what is seen.
      aria-label={undefined}
      className="flex h-9 items-center gap-1.5 rounded-sm p-1 pl-1.5 text-muted [--av-edge:var(--canvas)] transition-colors duration-fast data-popup-open:bg-surface-active hover:bg-surface-active hover:text-text"
      type="button"
    >
      <OwnAvatar name={name} size={28} userId={userId} picture={picture} />
      <VisuallyHidden>Your account, {name}</VisuallyHidden>
      <ChevronDown className="size-3.5 max-sm:hidden" />
    </button>
  );
}
