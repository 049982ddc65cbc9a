import { Link } from "@tanstack/react-router";
import { List, SquareKanban } from "lucide-react";
import { cx } from "../../ui/base/cx.ts";
import type { IconType } from "../../ui/icon/icon-type.ts";
import type { TaskSearch } from "./task-search.ts";

export interface TaskTabsProps {
  current: "board" | "list";
  search: TaskSearch;
}

/** The ways to look at tasks, each with an address of its own. What is filtered by goes along from one to the other. */
export function TaskTabs({ current, search }: TaskTabsProps) {
  return (
    <nav aria-label="Ways to look at tasks">
      <ul className="inline-flex gap-px rounded-sm bg-surface-sunken p-0.5 inset-ring-1 inset-ring-border">
        {tabs.map(({ value, label, icon: Icon }) => (
          <li key={value}>
            <Link
              aria-current={value === current ? "page" : undefined}
              aria-label={label}
              className={cx(tabLook, value === current && onLook)}
              search={{ ...search, view: value === "list" ? "list" : undefined }}
              to="/tasks"
            >
              <Icon aria-hidden="true" className="size-3.5" />
              <span className="max-md:hidden">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tabs: readonly { value: TaskTabsProps["current"]; label: string; icon: IconType }[] = [
  { value: "board", label: "Board", icon: SquareKanban },
  { value: "list", label: "List", icon: List },
];

const tabLook =
  "inline-flex h-6 items-center gap-1.5 rounded-xs px-2.5 font-medium text-muted text-xs hover:text-text max-md:h-9 max-md:px-3";
const onLook = "bg-surface-raised font-semibold text-text shadow-1 ring-1 ring-border";
