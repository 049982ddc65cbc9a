import { useNavigate } from "@tanstack/react-router";
import { ChartColumn, ChartGantt, Grid2x2, List, RefreshCw, SquareKanban, Timer } from "lucide-react";
import { useRef } from "react";
import { cx } from "../../ui/base/cx.ts";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { useTabInSight } from "../../ui/layout/use-tab-in-sight.ts";
import { type TaskSearch, viewQuery } from "./task-search.ts";

export interface TaskTabsProps {
  current: "board" | "list" | "timeline" | "matrix" | "cycles" | "analytics" | "time";
  search: TaskSearch;
}

/** The ways to look at tasks, each with an address of its own. What is filtered by goes along from one to the other. */
export function TaskTabs({ current, search }: TaskTabsProps) {
  const navigate = useNavigate();
  const row = useRef<HTMLElement>(null);
  useTabInSight(row);
  return (
    // On a phone the row scrolls, and leaves the buttons of the head their place.
    <nav
      ref={row}
      aria-label="Ways to look at tasks"
      className="max-md:-my-1 max-md:w-0 max-md:min-w-full max-md:scroll-row max-md:py-1"
    >
      <ul className="inline-flex gap-px rounded-sm bg-surface-sunken p-0.5 inset-ring-1 inset-ring-border">
        {tabs.map(({ value, path, label, icon: Icon }) => (
          <li key={value}>
            <a
              aria-current={value === current ? "page" : undefined}
              aria-label={label}
              className={cx(tabLook, value === current && onLook)}
              href={hrefOf(path, value, search)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                void navigate({ href: hrefOf(path, value, search) });
              }}
            >
              <Icon aria-hidden="true" className="size-3.5" />
              <span className="max-md:hidden">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tabs: readonly { value: TaskTabsProps["current"]; path: string; label: string; icon: IconType }[] = [
  { value: "board", path: "/tasks", label: "Board", icon: SquareKanban },
  { value: "list", path: "/tasks", label: "List", icon: List },
  { value: "timeline", path: "/tasks", label: "Timeline", icon: ChartGantt },
  { value: "matrix", path: "/tasks/matrix", label: "Matrix", icon: Grid2x2 },
  { value: "cycles", path: "/tasks/cycles", label: "Cycles", icon: RefreshCw },
  { value: "analytics", path: "/tasks/analytics", label: "Analytics", icon: ChartColumn },
  { value: "time", path: "/tasks/time", label: "Time", icon: Timer },
];

const tabLook =
  "inline-flex h-6 items-center gap-1.5 rounded-xs px-2.5 font-medium text-muted text-xs hover:text-text max-md:h-9 max-md:px-2";
const onLook = "bg-surface-raised font-semibold text-text shadow-1 ring-1 ring-border";

/** Returns a link with the current filters, but without the open task. */
function hrefOf(path: string, value: TaskTabsProps["current"], search: TaskSearch): string {
  const query = new URLSearchParams(viewQuery(search));
  // Said also where it is as usual: who says nothing finds what they saw last.
  if (value === "board" || value === "list" || value === "timeline") query.set("view", value);
  return query.size > 0 ? `${path}?${query}` : path;
}
