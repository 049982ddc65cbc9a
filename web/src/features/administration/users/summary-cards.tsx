import { KeyRound, Map as MapIcon, UsersRound } from "lucide-react";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { useSummary } from "./api.ts";

/** How many users, roles and departments there are. Specification, section 2 (admin panel). */
export function SummaryCards() {
  const { data, isError } = useSummary();
  const absent = isError ? "–" : null;
  return (
    <ul aria-label="Summary" className="mb-4 grid grid-cols-3 gap-2 md:gap-4">
      <Sum icon={UsersRound} label="Total users" value={data?.userCount ?? absent} />
      <Sum
        icon={KeyRound}
        label="Active roles"
        note="without the role “pending”"
        value={data?.activeRoleCount ?? absent}
      />
      <Sum icon={MapIcon} label="Departments" value={data?.departmentCount ?? absent} />
    </ul>
  );
}

interface SumProps {
  icon: IconType;
  label: string;
  /** Null while it is loading. */
  value: number | string | null;
  note?: string;
}

function Sum({ icon: Icon, label, value, note }: SumProps) {
  return (
    <li className="flex items-center gap-3 rounded-lg border bg-surface-raised px-3 py-3 shadow-1 md:px-4">
      <span
        aria-hidden="true"
        className="grid size-9 flex-none place-items-center rounded-md bg-primary-soft text-primary-text max-md:hidden"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="truncate text-muted text-xs">{label}</p>
        <p className="font-display font-semibold text-[22px]/[26px]">
          {value ?? <Skeleton className="my-[5px]" height={16} width={36} />}
        </p>
      </div>
      {note && <p className="ml-auto text-faint text-xs max-[1360px]:hidden">{note}</p>}
    </li>
  );
}
