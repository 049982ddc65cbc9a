import type { AdminRole } from "@atoll/contract/administration/schemas";
import { Check, Layers, Minus, PencilLine } from "lucide-react";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { RoleFilters } from "./visible-roles.ts";

export interface RolesToolbarProps {
  roles: readonly AdminRole[];
  filters: RoleFilters;
  onFiltersChange: (filters: RoleFilters) => void;
  /** How many ticks are not saved yet. */
  changeCount: number;
}

/** Filters for permissions and roles. */
export function RolesToolbar({ roles, filters, onFiltersChange, changeCount }: RolesToolbarProps) {
  const departments = new Map(
    roles.flatMap(({ department }) => (department ? [[department.id, department.name]] : [])),
  );
  const set = (change: Partial<RoleFilters>) => onFiltersChange({ ...filters, ...change });
  const labels = new Map([["company", "Whole company"], ...departments]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Filter permissions"
        className="w-[220px] max-md:w-full"
        value={filters.text}
        onTextChange={(text) => set({ text })}
      />
      {departments.size > 0 && (
        <Menu
          label="Roles of"
          trigger={
            <FilterButton
              icon={Layers}
              label={labels.get(filters.department) ?? "Department"}
              active={filters.department !== "all"}
              onClear={() => set({ department: "all" })}
            />
          }
          items={[
            {
              choice: "Roles of",
              value: filters.department,
              onValueChange: (department) => set({ department }),
              options: [
                { value: "all", label: "Everyone" },
                ...[...labels].map(([value, label]) => ({ value, label })),
              ],
            },
          ]}
        />
      )}
      {(changeCount > 0 || filters.onlyChanged) && (
        <FilterButton
          icon={PencilLine}
          label={`Only changed ${changeCount}`}
          active={filters.onlyChanged}
          onClick={() => set({ onlyChanged: !filters.onlyChanged })}
        />
      )}
      <p className="ml-auto flex items-center gap-4 text-muted text-xs max-lg:hidden">
        <span className="flex items-center gap-1.5">
          <Check className="size-3.5 stroke-2 text-primary-text" /> Allowed
        </span>
        <span className="flex items-center gap-1.5">
          <Minus className="size-3.5 stroke-2 text-faint" /> Not allowed
        </span>
      </p>
    </div>
  );
}
