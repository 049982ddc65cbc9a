import type { CalendarAnalytics as Counted } from "@atoll/contract/calendar/free-schemas";
import type { ReactElement, ReactNode } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { ChartsLoading } from "../../../ui/chart/charts-loading.tsx";
import { FigureTile } from "../../../ui/chart/figure-tile.tsx";
import type { Period } from "../../../ui/field/period.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { AnalyticsCharts } from "./analytics-charts.tsx";
import { definitions } from "./definitions.ts";
import { answered, changeWords, hoursOf, hourWords, isNothing } from "./figures.ts";
import { useCalendarAnalytics } from "./use-calendar-analytics.ts";

interface CalendarAnalyticsProps {
  period: Period;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

/** What the viewer's own calendar adds up to. Nobody else sees it (docs/decisions/069-what-a-calendar-counts.md). */
export function CalendarAnalytics({ period, link }: CalendarAnalyticsProps) {
  const { data, error, isFetching, refetch } = useCalendarAnalytics(period);
  const said = errorMessage(error, "Failed to load your analytics");
  if (!data)
    return error ? (
      <ErrorState message={said} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <ChartsLoading label="Loading analytics" />
    );
  return (
    <div className="flex flex-col gap-4">
      {error && <RetryAlert message={said} onRetry={() => void refetch()} retrying={isFetching} />}
      {isNothing(data) ? (
        <EmptyState drawing="events" title="There is nothing to count here.">
          Nothing stood in your calendar in this time but whole days.
        </EmptyState>
      ) : (
        <>
          <Figures counted={data} />
          <AnalyticsCharts counted={data} link={link} />
        </>
      )}
    </div>
  );
}

function Figures({ counted }: { counted: Counted }) {
  const { earlier, weeks } = counted;
  const { count, of, share } = answered(counted);
  const line = (minutes: (week: Counted["weeks"][number]) => number) =>
    weeks.map((week) => hoursOf(minutes(week)));
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
      >
        {share === null ? "Nobody invited you" : `${count} of ${of} times`}
      </FigureTile>
      <FigureTile
        definition={definitions.backToBack}
        figure={String(counted.backToBack)}
        label="Back to back"
      >
        of {counted.meetings} meetings, {earlier.backToBack} in the time before
      </FigureTile>
    </div>
  );
}
