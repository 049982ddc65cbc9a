import { type TaskAnalytics as Counted, taskAnalyticsRoutes } from "@atoll/contract/tasks/analytics";
import { keepPreviousData } from "@tanstack/react-query";
import { Map as MapIcon } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { departmentOptions } from "../../../capabilities/people/department-options.tsx";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { ChartsLoading } from "../../../ui/chart/charts-loading.tsx";
import { FigureTile } from "../../../ui/chart/figure-tile.tsx";
import type { Period } from "../../../ui/field/dates/period.ts";
import { PeriodFilter } from "../../../ui/field/dates/period-filter.tsx";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { TagFilter } from "../filters/tag-filter.tsx";
import { AnalyticsCharts } from "./analytics-charts.tsx";
import { definitions } from "./definitions.ts";
import { durationInWords, figureLists, type ListAddress, listAddress } from "./figures.ts";

/** The filters of the figures: the time, departments and tags. An empty list does not limit. */
export interface ShownAnalytics {
  period: Period;
  departments: readonly string[];
  tags: readonly string[];
}

export interface TaskAnalyticsProps {
  shown: ShownAnalytics;
  onChange: (change: { period?: string | undefined; departments?: string[]; tags?: string[] }) => void;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
  onOpen: (address: string) => void;
}

/** How work flows: each figure leads to the tasks that it counts. */
export function TaskAnalytics({ shown, onChange, link, onOpen }: TaskAnalyticsProps) {
  const { departments } = useViewer();
  const { data, error, isFetching, refetch } = useTaskAnalytics({ ...shown.period, ...shown });
  const to = listAddress(shown);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <PeriodFilter
          key={shown.period.value}
          period={shown.period}
          onChange={(period) => onChange({ period })}
        />
        <CheckFilter
          name="Department"
          icon={MapIcon}
          options={departmentOptions(departments)}
          chosen={shown.departments}
          onChange={(chosen) => onChange({ departments: chosen })}
          onClear={() => onChange({ departments: [] })}
        />
        <TagFilter chosen={shown.tags} onChange={(tags) => onChange({ tags })} />
      </div>
      {error && data && (
        <RetryAlert
          className="mb-4"
          message={errorMessage(error, "Failed to load tasks")}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data ? (
        isNothing(data) ? (
          <EmptyState title="No tasks to count here.">
            No tasks were created or completed in this period, and none are open.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-4">
            <Figures counted={data} to={to} link={link} />
            <AnalyticsCharts counted={data} to={to} link={link} onOpen={onOpen} />
          </div>
        )
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} failure="Failed to load tasks" />
      ) : (
        <ChartsLoading label="Loading analytics" />
      )}
    </>
  );
}

function isNothing({ created, done, open }: Counted): boolean {
  return created + done + open.todo + open.in_progress + open.in_review === 0;
}

interface FiguresProps {
  counted: Counted;
  to: ListAddress;
  link: TaskAnalyticsProps["link"];
}

function Figures({ counted, to, link }: FiguresProps) {
  const lists = figureLists(counted, to);
  const { open, steps } = counted;
  const openCount = open.todo + open.in_progress + open.in_review;
  return (
    <div className="grid grid-cols-4 gap-4 max-xl:grid-cols-2 max-sm:grid-cols-1 max-sm:gap-2">
      <FigureTile
        label="Done"
        figure={String(counted.done)}
        definition={definitions.done}
        link={link(lists.done)}
        line={{
          values: steps.filter(({ before }) => before <= counted.asOf).map(({ done }) => done),
          color: 1,
        }}
      >
        {cloneElement(link(lists.earlierDone), { className: linkLook, children: counted.earlierDone })} in the
        previous period
      </FigureTile>
      <FigureTile
        label="Open"
        figure={String(openCount)}
        definition={definitions.open}
        link={link(lists.open)}
        line={{
          values: steps.map((step) => step.open.todo + step.open.in_progress + step.open.in_review),
          color: 5,
        }}
      >
        {cloneElement(link(lists.created), { className: linkLook, children: counted.created })} created in
        this period
      </FigureTile>
      <FigureTile
        label="Overdue"
        figure={String(counted.overdue)}
        definition={definitions.overdue}
        link={link(lists.overdue)}
      >
        {openCount === 0 ? "No open tasks" : `of ${openCount} open`}
      </FigureTile>
      <FigureTile
        label="Median completion time"
        figure={durationInWords(counted.lead.p50)}
        definition={definitions.half}
        link={link(lists.done)}
      >
        {counted.lead.p85 === null
          ? "Nothing was completed"
          : `85th percentile: ${durationInWords(counted.lead.p85)}`}
      </FigureTile>
    </div>
  );
}

const linkLook = "rounded-xs tabular-nums hover:text-primary-text hover:underline";

interface AnalyticsQuery {
  from: string;
  to: string;
  departments: readonly string[];
  tags: readonly string[];
}

/** Returns the analytics of the viewer's tasks. They are counted again a while after a change. */
function useTaskAnalytics({ from, to, departments, tags }: AnalyticsQuery) {
  const query = { from, to, zone: ownTimeZone(), departments: departments.join(), tags: tags.join() };
  return useLiveQuery({
    queryKey: ["tasks", "analytics", query],
    queryFn: ({ signal }) => call(taskAnalyticsRoutes.getTaskAnalytics, { query }, { signal }),
    placeholderData: keepPreviousData,
    on: { "task.changed": refetchSpread, "task.gone": refetchSpread },
  });
}
