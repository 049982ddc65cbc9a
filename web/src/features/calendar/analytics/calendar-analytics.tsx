import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import type { CalendarAnalytics as Counted } from "@atoll/contract/calendar/free-schemas";
import type { WorkingHours } from "@atoll/contract/calendar/working-hours";
import { keepPreviousData } from "@tanstack/react-query";
import { Clock, Download } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { ChartsLoading } from "../../../ui/chart/charts-loading.tsx";
import { FigureTile } from "../../../ui/chart/figure-tile.tsx";
import type { Period } from "../../../ui/field/dates/period.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { useWorkingHours } from "../data/use-calendar.ts";
import { spanWords } from "../time/day-words.ts";
import { AnalyticsCharts, saveTable } from "./analytics-charts.tsx";
import { definitions } from "./definitions.ts";
import { answered, changeWords, hoursOf, hourWords, isNothing, stretchWords, weekByWeek } from "./figures.ts";

interface CalendarAnalyticsProps {
  period: Period;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
  /** The head of the page, with what is done there besides choosing the time. */
  head: (actions: ReactNode) => ReactNode;
  /** An empty link to where working hours are chosen. */
  settings: ReactElement<{ children?: ReactNode; className?: string }>;
}

/** Analytics of the viewer's own calendar. Nobody else sees them (docs/decisions/063-calendar-analytics.md). */
export function CalendarAnalytics({ period, link, head, settings }: CalendarAnalyticsProps) {
  const { data, error, isFetching, refetch } = useCalendarAnalytics(period);
  const hours = hoursInWords(useWorkingHours());
  const said = errorMessage(error, "Failed to load your analytics");
  const actions = (
    <>
      {cloneElement(settings, {
        className: buttonClass({ variant: "secondary", size: "sm" }),
        children: (
          <>
            <Clock className="size-3.5" />
            Working hours {hours}
          </>
        ),
      })}
      <Button
        disabled={!data || isNothing(data)}
        icon={Download}
        onClick={() => data && saveTable(weekByWeek(data), "Week by week")}
        size="sm"
      >
        Export CSV
      </Button>
    </>
  );
  return (
    <>
      {head(actions)}
      {data ? (
        <div className="flex flex-col gap-4">
          {error && <RetryAlert message={said} onRetry={() => void refetch()} retrying={isFetching} />}
          {isNothing(data) ? (
            <EmptyState drawing="events" title="There is nothing to count here.">
              No timed events in this period.
            </EmptyState>
          ) : (
            <>
              <Figures counted={data} />
              <AnalyticsCharts counted={data} link={link} />
            </>
          )}
        </div>
      ) : error ? (
        <ErrorState message={said} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ChartsLoading label="Loading analytics" />
      )}
    </>
  );
}

/** "09:00 – 17:00" where they are the same on each day, else nothing. */
function hoursInWords(workingHours: WorkingHours): string {
  const spans = new Set(
    workingHours.flatMap((day) =>
      day
        ? spanWords({
            from: { day: "1970-01-01", minute: day.from },
            to: { day: "1970-01-01", minute: day.until },
          })
        : [],
    ),
  );
  const [only] = spans;
  return spans.size === 1 && only ? only : "";
}

function Figures({ counted }: { counted: Counted }) {
  const { earlier, weeks, longestFree } = counted;
  const { count, of, share } = answered(counted);
  const line = (minutes: (week: Counted["weeks"][number]) => number) =>
    weeks.map((week) => hoursOf(minutes(week)));
  // A week in which nobody asked says nothing of how one answers.
  const shares = weeks.filter(({ asked }) => asked > 0).map(({ asked, answered: given }) => given / asked);
  return (
    <div className="grid grid-cols-4 gap-4 max-xl:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-2">
      <FigureTile
        definition={definitions.meetings}
        figure={hourWords(counted.meetingMinutes)}
        label="Meetings"
        line={{ values: line(({ meetingMinutes }) => meetingMinutes), color: 2 }}
      >
        {changeWords(counted.meetingMinutes, earlier.meetingMinutes)}
      </FigureTile>
      <FigureTile
        definition={definitions.focus}
        figure={hourWords(counted.focusMinutes)}
        label="Focus"
        line={{ values: line(({ focusMinutes }) => focusMinutes), color: 1 }}
      >
        {changeWords(counted.focusMinutes, earlier.focusMinutes)}
      </FigureTile>
      <FigureTile
        definition={definitions.answered}
        figure={share === null ? "–" : `${share}%`}
        label="Invitations answered"
        line={{ values: shares, color: 5 }}
      >
        {share === null ? "Nobody invited you" : `${count} of ${of} times`}
      </FigureTile>
      <FigureTile
        definition={definitions.longestFree}
        figure={longestFree ? hourWords(minutesOf(longestFree)) : "–"}
        label="Longest free stretch"
        line={{ values: line(({ longestFreeMinutes }) => longestFreeMinutes), color: 4 }}
      >
        {longestFree ? stretchWords(longestFree) : "None of your working hours is free"}
      </FigureTile>
    </div>
  );
}

function minutesOf({ startsAt, endsAt }: NonNullable<Counted["longestFree"]>): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
}

/** Returns the analytics of the viewer's own calendar. They are counted again a while after a change. */
function useCalendarAnalytics({ from, to }: { from: string; to: string }) {
  const query = { from, to, zone: ownTimeZone() };
  return useLiveQuery({
    queryKey: ["calendar", "analytics", query],
    queryFn: ({ signal }) => call(freeRoutes.getCalendarAnalytics, { query }, { signal }),
    placeholderData: keepPreviousData,
    on: { "event.changed": refetchSpread },
  });
}
