import { maxFreePeople } from "@atoll/contract/calendar/limits";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { addDays } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { dayWords, hourWords } from "../time/day-words.ts";
import { dayMinutes, instantOfWall, minutesBetween, snap, wallAt } from "../time/wall.ts";
import { ConflictAlert } from "./conflicts.tsx";
import { conflictWords } from "./free-words.ts";
import { judge, type Stretch } from "./judge-span.ts";
import { type DrawnHours, PersonStrip, shareOf } from "./person-strip.tsx";
import { SuggestedTimes } from "./suggested-times.tsx";
import { isAsked, useFreeBusy } from "./use-free-busy.ts";

export interface AvailabilityProps {
  ids: readonly string[];
  /** The time that is chosen; undefined: the fields say none. */
  chosen: Stretch | undefined;
  durationMinutes: number;
  /** Which is being moved: its own time is free. */
  exceptEventId: string | null;
  /** Takes a time by one press; left out: it is only shown. */
  onTake?: ((time: Stretch) => void) | undefined;
}

/** The free and busy times of the invited people on the chosen day, conflicts with the chosen time, and better times. */
export function Availability({ ids, chosen, durationMinutes, exceptEventId, onTake }: AvailabilityProps) {
  const viewer = useViewer();
  const chosenDay = wallAt(chosen?.from ?? new Date()).day;
  // The day that was stepped to, as long as the one that is chosen stays.
  const [stepped, setStepped] = useState({ from: chosenDay, day: chosenDay });
  const day = stepped.from === chosenDay ? stepped.day : chosenDay;
  const [asked, setAsked] = useState(day);
  if (!isAsked(asked, day)) setAsked(day);
  const { data, error, isFetching, isPlaceholderData, refetch } = useFreeBusy({
    ids,
    firstDay: asked,
    durationMinutes,
    exceptEventId,
  });
  if (!data)
    return error ? (
      <RetryAlert
        message={errorMessage(error, "Failed to load when people are free")}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <RowSkeletons label="Loading when people are free" mark={28} rowClassName="gap-3 py-1.5" />
    );
  const known = chosen && isAsked(data.firstDay, chosenDay) ? chosen : undefined;
  const people = data.people.map((of) => ({ of, judged: known && judge(of, known) }));
  const judged = people.flatMap(({ of, judged: one }) => (one ? [{ of, judged: one }] : []));
  const hours = drawnHours(chosen, day);
  const step = (by: 1 | -1) => setStepped({ from: chosenDay, day: addDays(day, by) });
  return (
    <section aria-label="Availability" className="flex flex-col gap-3">
      {known && (
        <ConflictAlert against={conflictWords(judged, viewer.id, chosenDay)} isOld={isPlaceholderData} />
      )}
      <div>
        <div className="flex items-center gap-1 pb-1">
          <h3 className="flex-1 font-semibold text-xs">{dayWords(day, "long")}</h3>
          <IconButton icon={ChevronLeft} label="Day before" onClick={() => step(-1)} size="sm" />
          <IconButton icon={ChevronRight} label="Day after" onClick={() => step(1)} size="sm" />
        </div>
        <div className={cx("cal-free", isPlaceholderData && "opacity-60")}>
          <HourMarks hours={hours} day={day} />
          <ul aria-label="When people are free">
            {people.map(({ of, judged: one }) => (
              <PersonStrip
                day={day}
                hours={hours}
                isViewer={of.person.id === viewer.id}
                judged={one}
                key={of.person.id}
                of={of}
              />
            ))}
          </ul>
          <Track chosen={chosen} day={day} durationMinutes={durationMinutes} hours={hours} onTake={onTake} />
        </div>
        <p className="flex flex-wrap gap-x-3 gap-y-1 pt-1.5 text-2xs text-muted">
          <Key as="busy" name="Busy" />
          <Key as="tentative" name="Maybe" />
          <Key as="off" name="Off hours" />
          <span className="ml-auto">Details stay private</span>
        </p>
        {ids.length > maxFreePeople && (
          <p className="pt-1 text-muted text-xs">The first {maxFreePeople} people are shown.</p>
        )}
      </div>
      {onTake && (
        <SuggestedTimes
          onTake={onTake}
          people={data.people}
          times={data.suggestions.map(({ startsAt, endsAt }) => ({
            from: new Date(startsAt),
            until: new Date(endsAt),
          }))}
          viewerId={viewer.id}
        />
      )}
    </section>
  );
}

function Key({ as, name }: { as: string; name: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <i aria-hidden="true" className="cal-free-key" data-as={as} />
      {name}
    </span>
  );
}

/** The day from seven to eight, and further where the chosen time lies outside of that. */
function drawnHours(chosen: Stretch | undefined, day: string): DrawnHours {
  const hours = { from: 7 * 60, to: 20 * 60 };
  if (!chosen) return hours;
  const midnight = { day, minute: 0 };
  const [from, until] = [
    minutesBetween(midnight, wallAt(chosen.from)),
    minutesBetween(midnight, wallAt(chosen.until)),
  ];
  if (until <= 0 || from >= dayMinutes) return hours;
  return {
    from: Math.max(0, Math.min(hours.from, Math.floor(from / 60) * 60)),
    to: Math.min(dayMinutes, Math.max(hours.to, Math.ceil(until / 60) * 60)),
  };
}

function HourMarks({ hours, day }: { hours: DrawnHours; day: string }) {
  const marks = [9, 13, 18].map((hour) => hour * 60);
  return (
    <div aria-hidden="true" className="cal-free-row h-5!">
      <span />
      <span className="relative h-4">
        {marks.map((minute) => (
          <span
            className="-translate-x-1/2 absolute text-2xs text-faint"
            key={minute}
            style={{ left: `${shareOf(minute, hours) * 100}%` }}
          >
            {hourWords({ day, minute })}
          </span>
        ))}
      </span>
    </div>
  );
}

interface TrackProps {
  chosen: Stretch | undefined;
  day: string;
  durationMinutes: number;
  hours: DrawnHours;
  onTake: AvailabilityProps["onTake"];
}

/** Over all strips: the time that is chosen, and by a press another one of that day; keys have the fields and what is suggested. */
function Track({ chosen, day, durationMinutes, hours, onTake }: TrackProps) {
  function take({ clientX, currentTarget }: MouseEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const minute = snap(hours.from + ((clientX - left) / width) * (hours.to - hours.from), 15);
    const from = instantOfWall({ day, minute });
    onTake?.({ from, until: new Date(from.getTime() + durationMinutes * 60_000) });
  }
  const midnight = { day, minute: 0 };
  const from = chosen && shareOf(minutesBetween(midnight, wallAt(chosen.from)), hours);
  const to = chosen && shareOf(minutesBetween(midnight, wallAt(chosen.until)), hours);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keys have the fields
    <div className="cal-free-track" data-pressed={onTake && ""} onClick={onTake && take}>
      {from !== undefined && to !== undefined && from < to && (
        <div className="cal-free-chosen" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
      )}
    </div>
  );
}
