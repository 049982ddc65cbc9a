import { type AuditEntry, auditActions } from "@atoll/contract/audit/schemas";
import { Box, Calendar, User, Zap } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatDate } from "../../lib/time/format-date.ts";
import { instantOf } from "../../lib/time/wall-time.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { DateField } from "../../ui/field/dates/date-field.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { SearchList } from "../../ui/list/search-list.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import { useActors } from "./api.ts";
import { actTitle, subjectName } from "./entry-words.ts";
import type { AuditFilters } from "./filters.ts";

const debounceMs = 200;
/** As the server takes it. */
const maxLength = 200;

/** Finds the actors of entries by name, including deleted accounts. */
function ActorSearch({ onChoose }: { onChoose: (actorId: string) => void }) {
  const [text, setText] = useState("");
  const name = useDebounced(text.trim().slice(0, maxLength), debounceMs);
  const { data, error, isFetching, refetch } = useActors(name);
  const actors = data?.actors ?? [];
  return (
    <SearchList
      label="Search people"
      listLabel="People"
      text={text}
      onTextChange={setText}
      query={name}
      loading={isFetching || name !== text.trim().slice(0, maxLength)}
      error={error && errorMessage(error, "Search failed")}
      onRetry={() => void refetch()}
      empty={name === "" ? "Nobody has done anything yet" : `No results found for "${name}"`}
      onChoose={onChoose}
      options={actors.map(({ id, name: title, isGone }) => ({
        id,
        title,
        detail: isGone ? "Account deleted" : "",
        mark: <Avatar decorative userId={id} picture={undefined} name={title} size={28} />,
      }))}
    />
  );
}

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

interface DateFilterProps extends Pick<AuditFilters, "from" | "to"> {
  onChange: (change: Pick<AuditFilters, "from" | "to">) => void;
}

/** The first and the last day that are shown. */
function DateFilter({ from, to, onChange }: DateFilterProps) {
  return (
    <Popover
      label="Dates"
      align="start"
      className="w-[240px]"
      trigger={
        <FilterButton
          icon={Calendar}
          label={labelOf(from, to)}
          active={from !== undefined || to !== undefined}
          onClear={() => onChange({ from: undefined, to: undefined })}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <DateField
          label="From"
          max={to}
          value={from ?? ""}
          onValueChange={(day) => onChange({ from: day || undefined })}
        />
        <DateField
          label="To"
          min={from}
          value={to ?? ""}
          onValueChange={(day) => onChange({ to: day || undefined })}
        />
      </div>
    </Popover>
  );
}

function labelOf(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`;
  if (from) return `From ${day(from)}`;
  return to ? `Until ${day(to)}` : "Dates";
}

/** A day of the person's own time zone, hence the hour. */
function day(date: string): string {
  return formatDate(instantOf(date, "12:00"));
}
