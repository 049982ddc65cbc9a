import { Calendar } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { lastDaysOffered, type SearchDates } from "../data/shown.ts";
import { dayIn } from "../results/hit-words.ts";

export interface DateFilterProps {
  dates: SearchDates | null;
  onChange: (dates: SearchDates | null) => void;
}

const lastWords: Readonly<Record<(typeof lastDaysOffered)[number], string>> = {
  1: "Today",
  7: "Last 7 days",
  30: "Last 30 days",
  365: "Last year",
};

/** The last days, or the first and the last one. */
export function DateFilter({ dates, onChange }: DateFilterProps) {
  const { since, until } = dates && !("lastDays" in dates) ? dates : {};
  function set(change: { since?: string | undefined; until?: string | undefined }) {
    const next = { since, until, ...change };
    const days = { ...(next.since && { since: next.since }), ...(next.until && { until: next.until }) };
    onChange(Object.keys(days).length > 0 ? days : null);
  }
  return (
    <Popover
      label="Date"
      align="start"
      className="w-[260px]"
      trigger={
        <FilterButton
          icon={Calendar}
          label={labelOf(dates)}
          active={dates !== null}
          onClear={() => onChange(null)}
        />
      }
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap gap-1.5">
            {lastDaysOffered.map((lastDays) => (
              <Button
                key={lastDays}
                size="sm"
                aria-pressed={dates !== null && "lastDays" in dates && dates.lastDays === lastDays}
                onClick={() => {
                  onChange({ lastDays });
                  close();
                }}
              >
                {lastWords[lastDays]}
              </Button>
            ))}
          </div>
          <DateField
            label="From"
            max={until}
            value={since ?? ""}
            onValueChange={(day) => set({ since: day || undefined })}
          />
          <DateField
            label="To"
            min={since}
            value={until ?? ""}
            onValueChange={(day) => set({ until: day || undefined })}
          />
        </div>
      )}
    </Popover>
  );
}

function labelOf(dates: SearchDates | null): string {
  if (!dates) return "Any time";
  if ("lastDays" in dates) {
    const offered = lastDaysOffered.find((count) => count === dates.lastDays);
    return offered ? lastWords[offered] : "Any time";
  }
  const { since, until } = dates;
  if (since && until) return since === until ? dayIn(since) : `${dayIn(since)} – ${dayIn(until)}`;
  return since ? `From ${dayIn(since)}` : `Until ${dayIn(until ?? "")}`;
}
