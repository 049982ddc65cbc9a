import { hasPermission } from "@atoll/contract/permissions";
import { Link } from "@tanstack/react-router";
import { BookOpen, Calendar, CirclePlus, LayoutGrid, MessageCircle, Search, Sparkles } from "lucide-react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { cx } from "../../ui/base/cx.ts";
import type { IconType } from "../../ui/icon/icon-type.ts";

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
export function QuickActions({ onNewCard }: { onNewCard: () => void }) {
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
