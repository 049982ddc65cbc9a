import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import type { WorkingDay } from "@atoll/contract/calendar/working-hours";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { clock } from "../../../lib/time/wall-time.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { takeOwn, useOwnCalendars } from "../data/use-calendar.ts";
import { dayWords } from "../time/day-words.ts";
import { dayMinutes, minuteOf } from "../time/wall.ts";

const usual = { from: 9 * 60, until: 17 * 60 };

interface WorkingDayRowProps {
  /** Any day of its weekday. */
  day: string;
  working: WorkingDay;
  onChange: (working: WorkingDay) => void;
}

/** One day of the week: whether it is worked on, and from when to when. A time counts as soon as the day ends after it starts. */
function WorkingDayRow({ day, working, onChange }: WorkingDayRowProps) {
  const name = dayWords(day, "weekdayName");
  const [typed, setTyped] = useState<{ from?: string; until?: string }>({});
  const [isWrong, setWrong] = useState(false);

  function take(change: { from?: string; until?: string }) {
    const next = { ...typed, ...change };
    setTyped(next);
    if (working) save(working, next);
  }
  function save(hours: { from: number; until: number }, times: { from?: string; until?: string }) {
    const [from, until] = [times.from ?? clock(hours.from), times.until ?? timeOf(hours.until)];
    // Midnight at the end is that of the next day.
    const next = { from: minuteOf(from), until: minuteOf(until) || dayMinutes };
    const isPossible = from !== "" && until !== "" && next.from < next.until;
    setWrong(!isPossible);
    if (!isPossible) return;
    setTyped({});
    if (next.from !== hours.from || next.until !== hours.until) onChange(next);
  }
  const field = (part: "from" | "until", shown: string) => ({
    hideLabel: true,
    className: "min-w-0 flex-1 md:w-[124px]",
    value: typed[part] ?? shown,
    onValueChange: (time: string) => take({ [part]: time }),
  });
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2 md:px-5">
      <Checkbox
        checked={working !== null}
        className="min-w-[132px] flex-1"
        label={name}
        onChange={({ target }) => {
          setTyped({});
          setWrong(false);
          onChange(target.checked ? usual : null);
        }}
      />
      {working ? (
        <div className="flex items-center gap-2 max-md:w-full">
          <TimeField {...field("from", clock(working.from))} label={`${name}, from`} />
          <span aria-hidden="true">–</span>
          <TimeField {...field("until", timeOf(working.until))} label={`${name}, until`} />
        </div>
      ) : (
        <span className="text-muted text-xs">Not working</span>
      )}
      {isWrong && (
        <p className="basis-full text-danger-text text-xs" role="alert">
          The end must be after the start.
        </p>
      )}
    </li>
  );
}

/** The end of a day as a field for times has it. */
function timeOf(minute: number): string {
  return clock(minute % dayMinutes);
}

/** 2024 began with a Monday. */
const dayOfWeek = (index: number) => `2024-01-0${index + 1}`;

/** When the viewer works: what of the calendar is shaded, and when others find them free. */
export function WorkingHoursCard() {
  const signedIn = useSignedIn();
  const { data, error, isFetching, refetch } = useOwnCalendars();
  const save = useMutation({
    networkMode: "always",
    // One after the other, as they were chosen.
    scope: { id: "working-hours" },
    onSuccess: (kept) => takeOwn(signedIn, kept),
    mutationFn: (workingHours: WorkingDay[]) => call(freeRoutes.saveWorkingHours, { body: { workingHours } }),
  });
  // The choice is shown at once, and reverted if the server refuses it.
  const shown = save.isPending ? save.variables : data?.workingHours;
  return (
    <SettingCard
      text="Colleagues who look for a time see these hours in your time zone. Other hours are shaded."
      title="Working hours"
    >
      {save.error && (
        <InlineAlert className="mx-4 mb-3 md:mx-5" tone="error">
          {errorMessage(save.error, "Failed to save your working hours")}
        </InlineAlert>
      )}
      {/* A day that is changed is saved with the others, so they have to be known. */}
      {shown ? (
        <ul>
          {shown.map((working, index) => (
            <WorkingDayRow
              day={dayOfWeek(index)}
              key={dayOfWeek(index)}
              onChange={(next) => save.mutate(shown.map((one, place) => (place === index ? next : one)))}
              working={working}
            />
          ))}
        </ul>
      ) : (
        <div className="border-t px-4 py-4 md:px-5">
          {error ? (
            <RetryAlert
              message={errorMessage(error, "Failed to load your working hours")}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <RowSkeletons label="Loading your working hours" mark={28} rowClassName="gap-3 py-1.5" />
          )}
        </div>
      )}
    </SettingCard>
  );
}
