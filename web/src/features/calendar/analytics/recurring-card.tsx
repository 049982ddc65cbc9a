import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { daysFrom } from "@atoll/contract/zones";
import { Info, LogOut, Scissors } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { rhythmWords } from "../edit/rule.ts";
import { hueProps } from "../grid/hue.ts";
import { definitions } from "./definitions.ts";
import { hourWords } from "./figures.ts";
import { addressFor, attendedShare, type Series, type Suggestion, suggestionFor } from "./suggestion.ts";
import "../calendar.css";

type Link = (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;

interface RecurringCardProps {
  counted: CalendarAnalytics;
  /** An empty link to an address. */
  link: Link;
}

/** Meetings that come again, the most expensive first, each with at most one thing that could be done about it. */
export function RecurringCard({ counted: { recurring, from, to }, link }: RecurringCardProps) {
  const weeks = (daysFrom(from, to) + 1) / 7;
  return (
    <Card
      action={
        <>
          <span className="text-muted text-xs max-md:hidden">What the whole group spends</span>
          <Popover
            align="end"
            className="w-72"
            label="What “Recurring meetings” counts"
            trigger={<IconButton icon={Info} label="What “Recurring meetings” counts" size="sm" />}
          >
            <p className="text-sm">{definitions.recurring}</p>
          </Popover>
        </>
      }
      className="col-span-8 max-xl:col-span-12"
      flush
      title="Recurring, by person-hours"
    >
      {recurring.length === 0 ? (
        <p className="py-8 text-center text-faint text-sm">No recurring meetings in this period.</p>
      ) : (
        <table aria-label="Recurring meetings" className="w-full border-collapse text-sm">
          <thead className="bg-surface-sunken font-semibold text-2xs text-muted">
            <tr>
              <th className="px-4 py-2 text-left" scope="col">
                Series
              </th>
              <th className={cx(textCell, wide)} scope="col">
                Rhythm
              </th>
              <th className={cx(cell, wide)} scope="col">
                People
              </th>
              <th className={cx(cell, wide)} scope="col">
                You, weekly
              </th>
              <th className={cell} scope="col">
                Person-hours
              </th>
              <th className={cx(cell, wide)} scope="col">
                You attend
              </th>
              <th className="py-2 pr-4 pl-2 text-right" scope="col">
                Suggestion
              </th>
            </tr>
          </thead>
          <tbody>
            {recurring.map((one) => (
              <SeriesRow key={one.eventId} link={link} series={one} weeks={weeks} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function SeriesRow({ series, weeks, link }: { series: Series; weeks: number; link: Link }) {
  const { departments } = useViewer();
  const { title, rule, start, minutesEach, people, minutes, personMinutes, departmentId } = series;
  const suggestion = suggestionFor(series, weeks);
  const attended = attendedShare(series);
  const slug = departments.find(({ id }) => id === departmentId)?.slug ?? "own-lagoon";
  const rhythm = `${rhythmWords(rule, start.slice(0, 10))}, ${minutesEach} min`;
  return (
    <tr className="border-t">
      <th className="w-full max-w-0 px-4 py-1.5 text-left font-regular" scope="row">
        <span {...hueProps(slug)} className="cal-hue flex min-w-0 items-center gap-2">
          <span aria-hidden="true" className="cal-dot size-2" />
          {cloneElement(link(addressFor(series, undefined)), {
            className: "touch-reach relative truncate rounded-xs font-medium hover:underline",
            children: title,
          })}
        </span>
        <span className="block pl-4 font-regular text-faint text-xs lg:hidden">
          {rhythm}, {people} people
        </span>
      </th>
      <td className={cx(textCell, wide, "text-muted")}>{rhythm}</td>
      <td className={cx(cell, wide, "text-muted")}>{people}</td>
      <td className={cx(cell, wide, "text-muted")}>{hourWords(minutes / weeks)}</td>
      <td className={cx(cell, "font-semibold")}>{hourWords(personMinutes)}</td>
      <td className={cx(cell, wide, attended < 50 ? "font-semibold text-warning-text" : "text-muted")}>
        {attended}%
      </td>
      <td className="whitespace-nowrap py-1.5 pr-4 pl-2 text-right">
        <SuggestionOf link={link} series={series} suggestion={suggestion} />
      </td>
    </tr>
  );
}

function SuggestionOf({ series, suggestion, link }: { series: Series; suggestion: Suggestion; link: Link }) {
  if (!suggestion)
    return <span className="text-faint text-xs max-md:whitespace-normal">Nothing to change</span>;
  const Icon = suggestion.kind === "shorten" ? Scissors : LogOut;
  return cloneElement(link(addressFor(series, suggestion)), {
    className: buttonClass({ variant: "secondary", size: "xs" }),
    children: (
      <>
        <Icon className="size-3" />
        {suggestion.kind === "shorten" ? `Shorten to ${suggestion.minutes} min` : "Leave the series"}
        <span className="sr-only"> of {series.title}</span>
      </>
    ),
  });
}

const textCell = "px-2 py-1.5 text-left tabular-nums whitespace-nowrap";
const cell = "px-2 py-1.5 text-right tabular-nums whitespace-nowrap";
const wide = "max-lg:hidden";
