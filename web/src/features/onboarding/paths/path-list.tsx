import { departmentSlug } from "@atoll/contract/departments";
import type { ListedPath } from "@atoll/contract/onboarding/path-schemas";
import { Route } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "../../../lib/counted.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { usePaths } from "../data/queries.ts";

interface PathListProps {
  /** A link to a path, around its name. */
  toPath: (path: ListedPath) => ReactNode;
  max?: number;
  /** The button that creates the first path. */
  start: ReactNode;
}

/** The paths of the company: their audience, length, and the number of people on them. */
export function PathList({ toPath, max, start }: PathListProps) {
  const { data, error, isFetching, refetch } = usePaths(true);
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} failure="Failed to load the paths" />
    ) : (
      <RowSkeletons label="Loading paths" mark={16} rowClassName="py-2" />
    );
  if (data.length === 0)
    return (
      <EmptyState title="No paths yet" action={start}>
        A path lists what a new colleague does, from the first day to day 90.
      </EmptyState>
    );
  return (
    <ul className="flex flex-col divide-y">
      {data.slice(0, max).map((path) => (
        <li key={path.id} className="flex min-h-13 items-center gap-3 py-2">
          <span className="grid w-7 flex-none place-items-center">
            {path.departments[0] ? (
              <DepartmentDot department={departmentSlug(path.departments[0].name)} />
            ) : (
              <Route className="size-4 text-faint" aria-hidden="true" />
            )}
          </span>
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{toPath(path)}</p>
            <p className="truncate text-muted text-xs">
              {weeksInWords(path.lastDay)}, {counted(path.itemCount, "item")}
              {path.departments.length + path.roles.length > 0 &&
                ` · ${[...path.departments, ...path.roles].map(({ name }) => name).join(", ")}`}
            </p>
          </div>
          {path.state === "published" ? (
            <span className="text-muted text-xs">{path.running} on it</span>
          ) : (
            <Badge tone={statusTones.path[path.state]}>{path.state === "draft" ? "Draft" : "Archived"}</Badge>
          )}
        </li>
      ))}
    </ul>
  );
}

function weeksInWords(lastDay: number): string {
  const weeks = Math.max(1, Math.ceil(lastDay / 7));
  return counted(weeks, "week");
}
