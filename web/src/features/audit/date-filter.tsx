import { Calendar } from "lucide-react";
import { formatDate } from "../../lib/time/format-date.ts";
import { instantOf } from "../../lib/time/wall-time.ts";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { DateField } from "../../ui/field/dates/date-field.tsx";
import { Popover } from "../../ui/popup/popover.tsx";
import type { AuditFilters } from "./filters.ts";

interface DateFilterProps extends Pick<AuditFilters, "from" | "to"> {
  onChange: (change: Pick<AuditFilters, "from" | "to">) => void;
}

/** The first and the last day that are shown. */
export function DateFilter({ from, to, onChange }: DateFilterProps) {
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
