import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { suitWords, thereWords } from "./free-words.ts";
import { type FreePerson, isSuited, type Judged, partsOfDay } from "./judge-span.ts";

/** The part of the day that is drawn, in minutes. */
export interface DrawnHours {
  from: number;
  to: number;
}

export function shareOf(minute: number, { from, to }: DrawnHours): number {
  return Math.max(0, Math.min(1, (minute - from) / (to - from)));
}

interface PersonStripProps {
  of: FreePerson;
  judged: Judged | undefined;
  isViewer: boolean;
  day: string;
  hours: DrawnHours;
}

/** Somebody's day as a strip, and how the chosen time suits them: in words, for the strip is drawn only. */
export function PersonStrip({ of, judged, isViewer, day, hours }: PersonStripProps) {
  const { person, zone } = of;
  const there = judged && thereWords(judged, zone, day);
  return (
    <li className="cal-free-row">
      <span className="flex min-w-0 items-center gap-2">
        <PersonAvatar person={person} decorative size={24} />
        <span className="min-w-0">
          <span className="block truncate text-xs">{isViewer ? "You" : authorName(person)}</span>
          {there && <span className="block truncate text-2xs text-muted">{there}</span>}
        </span>
      </span>
      <span aria-hidden="true" className="cal-free-day">
        {partsOfDay(of, day).map(({ from, to, as }) => {
          const left = shareOf(from, hours);
          const width = shareOf(to, hours) - left;
          return (
            <i
              data-as={as}
              key={`${as}${from}`}
              style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
            />
          );
        })}
      </span>
      <span
        className={cx(
          "truncate text-xs",
          judged && !isSuited(judged) ? "font-medium text-warning-text" : "text-muted",
        )}
      >
        {judged && suitWords(judged)}
      </span>
    </li>
  );
}
