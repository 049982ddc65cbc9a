import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { Place } from "../../navigation/place.ts";

export interface NavRowProps {
  place: Place;
  /** A Count at the right. */
  count?: ReactNode;
  /** Marked on this page alone, not on the pages below it. */
  exact?: boolean;
  /** A row below another one: lower, and without an icon. */
  nested?: boolean;
  onNavigate?: (() => void) | undefined;
}

/** One line of the navigation: 28px high, 40 in the drawer. */
export function NavRow({ place, count, exact = false, nested = false, onNavigate }: NavRowProps) {
  const Icon = place.icon;
  return (
    <Link
      activeOptions={{ exact, includeSearch: false }}
      activeProps={{ className: activeRow }}
      className={cx(row, nested ? "h-[26px]" : "h-7")}
      inactiveProps={{ className: idleRow }}
      onClick={onNavigate}
      to={place.path}
    >
      {!nested && (
        <Lead>
          {place.department ? (
            <DepartmentDot department={place.department} />
          ) : (
            Icon && <Icon className="size-4" />
          )}
        </Lead>
      )}
      <span className="min-w-0 flex-1 truncate">{place.label}</span>
      {count}
    </Link>
  );
}

function Lead({ children }: { children: ReactNode }) {
  return <span className="grid size-4 flex-none place-items-center">{children}</span>;
}

const row =
  "flex items-center gap-2.5 rounded-sm px-2 transition-colors duration-fast " +
  "group-data-[nav=drawer]/nav:h-10 group-data-[nav=drawer]/nav:text-md";
const idleRow = "font-medium text-muted hover:bg-surface-active hover:text-text";
const activeRow =
  "bg-surface-raised font-semibold text-text shadow-1 inset-ring-1 inset-ring-border [&_svg]:text-primary-text";
