import { Calendar } from "lucide-react";
import { useState } from "react";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { Button } from "../../button/button.tsx";
import { FilterButton } from "../../button/filter-button.tsx";
import { Popover } from "../../popup/popover.tsx";
import { DateField } from "./date-field.tsx";
import { type Period, periods, usualPeriod } from "./period.ts";

export interface PeriodFilterProps {
  period: Period;
  /** As the address says it; undefined is the usual one. */
  onChange: (value: string | undefined) => void;
}

/** Over which time is counted: some weeks up to today, or from one day to another. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps) {
  const named = periods.find(({ value }) => value === period.value)?.label;
  const days = (day: string) => formatDate(instantOf(day));
  return (
    <Popover
      label="Time"
      className="flex w-64 flex-col gap-3"
      trigger={
        <FilterButton
          icon={Calendar}
          active={period.value !== usualPeriod}
          label={named ?? `${days(period.from)} – ${days(period.to)}`}
          onClear={() => onChange(undefined)}
        />
      }
    >
      {(close) => {
        const choose = (value: string) => {
          onChange(value === usualPeriod ? undefined : value);
          close();
        };
        return (
          <>
            <div className="grid grid-cols-2 gap-1.5">
              {periods.map(({ value, label }) => (
                <Button
                  key={value}
                  size="sm"
                  aria-pressed={value === period.value}
                  onClick={() => choose(value)}
                >
                  {label}
                </Button>
              ))}
            </div>
            <DaysForm period={period} onChoose={choose} />
          </>
        );
      }}
    </Popover>
  );
}

function DaysForm({ period, onChoose }: { period: Period; onChoose: (value: string) => void }) {
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const isWrong = from === "" || to === "" || from > to;
  function submit() {
    if (!isWrong) onChoose(`${from}~${to}`);
  }
  return (
    <form noValidate onSubmit={submitTo(submit)} className="flex flex-col gap-3">
      <DateField label="From" value={from} onValueChange={setFrom} />
      <DateField
        label="To"
        value={to}
        error={from !== "" && to !== "" && from > to ? "The end is before the start" : undefined}
        onValueChange={setTo}
      />
      <Button type="submit" variant="primary" disabled={isWrong} className="self-end">
        Show
      </Button>
    </form>
  );
}
