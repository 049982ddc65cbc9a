import { type AuditEntry, auditActions } from "@atoll/contract/audit/schemas";
import { Box, User, Zap } from "lucide-react";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { ActorSearch } from "./actor-search.tsx";
import { DateFilter } from "./date-filter.tsx";
import { actTitle, subjectName } from "./entry-words.ts";
import type { AuditFilters } from "./filters.ts";

export interface AuditToolbarProps {
  filters: AuditFilters;
  onFiltersChange: (filters: AuditFilters) => void;
  /** The shown entries, with the names for the IDs in the page's address. */
  entries: readonly AuditEntry[];
}

/** Which entries are shown. */
export function AuditToolbar({ filters, onFiltersChange, entries }: AuditToolbarProps) {
  const set = (change: AuditFilters) => onFiltersChange({ ...filters, ...change });
  const actor = entries.find((entry) => entry.actor?.id === filters.actor)?.actor;
  const subject = entries.find((entry) => entry.subject?.id === filters.subject)?.subject;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterField
        className="w-[250px] max-md:w-full"
        label="Search the audit log"
        maxLength={200}
        onChange={(search) => set({ search: search || undefined })}
        placeholder="Person, act, thing or address"
        value={filters.search ?? ""}
      />
      <Popover
        label="Who did it"
        className="w-[320px]"
        align="start"
        trigger={
          <FilterButton
            icon={User}
            label={filters.actor ? `By ${actor?.name ?? "one person"}` : "Person"}
            active={filters.actor !== undefined}
            onClear={() => set({ actor: undefined })}
          />
        }
      >
        {(close) => (
          <ActorSearch
            onChoose={(id) => {
              set({ actor: id });
              close();
            }}
          />
        )}
      </Popover>
      <Menu
        label="What was done"
        trigger={
          <FilterButton
            icon={Zap}
            label={filters.action ? actTitle(filters.action) : "Act"}
            active={filters.action !== undefined}
            onClear={() => set({ action: undefined })}
          />
        }
        items={[
          {
            choice: "What was done",
            value: filters.action ?? "",
            onValueChange: (action) => set({ action: action || undefined }),
            options: [{ value: "", label: "Everything" }, ...acts],
          },
        ]}
      />
      <DateFilter from={filters.from} to={filters.to} onChange={set} />
      {filters.subject !== undefined && (
        <FilterButton
          active
          icon={Box}
          label={`About ${subject ? subjectName(subject) : "one thing"}`}
          onClear={() => set({ subject: undefined })}
          onClick={() => set({ subject: undefined })}
        />
      )}
    </div>
  );
}

const acts = Object.keys(auditActions).map((action) => ({ value: action, label: actTitle(action) }));
