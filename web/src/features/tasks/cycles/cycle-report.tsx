import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import type {
  CycleSum,
  CycleTask,
  ListedCycle,
  CycleReport as Report,
} from "@atoll/contract/tasks/cycle-schemas";
import type { CycleOutcome } from "@atoll/contract/tasks/cycles";
import { writeDuration } from "@atoll/contract/tasks/duration";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { counted } from "../../../lib/counted.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { ChartCard } from "../../../ui/chart/chart-card.tsx";
import { type ChartData, chartCsv } from "../../../ui/chart/chart-data.ts";
import { FigureTile } from "../../../ui/chart/figure-tile.tsx";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { statusNames } from "../data/task-words.ts";
import { cycleDates, cyclesKey } from "../data/use-task-cycles.ts";

/** A report changes with each of its tasks, until it is frozen. */
const isLive = (data: { report: Report }) => (data.report.cycle.isEnded ? data : refetchSpread());
const events = { "task.changed": refetchSpread, "task.gone": refetchSpread } as const;

/** The report of a cycle, as it is now or as it was frozen. */
export function useCycleReport(cycleId: string) {
  return useLiveQuery<{ report: Report }>({
    queryKey: [...cyclesKey, "report", cycleId],
    queryFn: ({ signal }) => call(taskCycleRoutes.getTaskCycle, { params: { cycleId } }, { signal }),
    on: { "task.changed": isLive, "task.gone": isLive, "task-cycles.changed": refetchSpread },
    retry: 1,
  });
}

interface CycleReportProps {
  cycle: Pick<ListedCycle, "id">;
  /** The report says which cycle it is of. */
  hasHead?: boolean;
}

/** The figures of a cycle, its chart and its tasks. */
export function CycleReport({ cycle, hasHead = false }: CycleReportProps) {
  const query = useCycleReport(cycle.id);
  const report = query.data?.report;
  if (!report)
    return query.error ? (
      <LoadState query={query} failure="Failed to load the report" />
    ) : (
      <RowSkeletons label="Loading the report" mark={28} rowClassName="py-2" />
    );
  const data = burnUp(report);
  const scope = report.done.count + report.moved.count + report.left.count;
  return (
    <div className="flex flex-col gap-4">
      {hasHead && (
        <div>
          <h2 className="font-semibold text-md">{report.cycle.name}</h2>
          <p className="text-muted text-sm">{cycleDates(report.cycle)}</p>
          <p className="mt-1 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{report.cycle.goal}</p>
        </div>
      )}
      <div className="grid grid-cols-5 gap-3 max-lg:grid-cols-3 max-md:grid-cols-2">
        {figuresOf(report).map(({ label, sum, definition }) => (
          <FigureTile key={label} label={label} figure={String(sum.count)} definition={definition}>
            {sum.estimateMinutes > 0 ? `${writeDuration(sum.estimateMinutes)} estimated` : "No estimates"}
          </FigureTile>
        ))}
      </div>
      <ChartCard
        data={data}
        definition="The tasks in the cycle at the end of each day, and those of them that were done by then."
        link={() => <span />}
        onSave={(saved) =>
          downloadText(`${report.cycle.name}.csv`, chartCsv(saved), "text/csv;charset=utf-8")
        }
        summary={`${report.done.count} of ${counted(scope, "task")} done.`}
        title="Burn-up"
      >
        <LineChart data={data} label={`Burn-up of ${report.cycle.name}`} tinted="done" />
      </ChartCard>
      {report.statuses.length > 0 && (
        <p className="text-muted text-sm">
          {`By status: ${report.statuses.map(({ status, count }) => `${statusNames[status]} ${count}`).join(", ")}.`}
        </p>
      )}
      <Tasks cycle={report.cycle} />
    </div>
  );
}

function figuresOf(report: Report): { label: string; sum: CycleSum; definition: string }[] {
  const { cycle, movedTo } = report;
  const common = [
    {
      label: "Planned",
      sum: report.planned,
      definition: "In the cycle at the end of its first day.",
    },
    { label: "Added later", sum: report.added, definition: "Came into the cycle after its first day." },
    {
      label: "Removed",
      sum: report.removed,
      definition: "Taken out of the cycle after its first day, or deleted.",
    },
    { label: "Done", sum: report.done, definition: "Done, also if they were archived afterwards." },
  ];
  if (!cycle.isEnded)
    return [...common, { label: "Open", sum: report.left, definition: "In the cycle, and not done." }];
  return [
    ...common,
    {
      label: movedTo ? `Moved to ${movedTo.name}` : "Moved over",
      sum: report.moved,
      definition: "Not done when the cycle ended, and moved to the next one.",
    },
    { label: "Left", sum: report.left, definition: "Not done when the cycle ended, and not moved." },
  ];
}

/** The data of the chart. The days to come have no figures. */
function burnUp({ days, cycle }: Pick<Report, "days" | "cycle">): ChartData {
  return {
    rowHead: "Day",
    series: [
      { key: "done", label: "Done", color: 3 },
      { key: "scope", label: "In the cycle", color: 1 },
    ],
    rows: days.map(({ day, scope, done }, at) => ({
      key: day,
      label: formatWallDate(day),
      tick: formatWallDate(day),
      isSoFar: !cycle.isEnded && at === days.length - 1,
      values: { scope, done },
    })),
  };
}

const outcomeNames: Readonly<Record<CycleOutcome, string>> = {
  done: "Done",
  left: "Not done",
  moved: "Moved over",
  removed: "Removed",
};

function Tasks({ cycle }: { cycle: ListedCycle }) {
  const list = usePages<CycleTask>({
    queryKey: [...cyclesKey, "report-tasks", cycle.id],
    fetchPage: (cursor, { signal }) =>
      call(
        taskCycleRoutes.listTaskCycleTasks,
        { params: { cycleId: cycle.id }, query: { cursor } },
        { signal },
      ),
    keyOf: keyOfTask,
    on: { ...(!cycle.isEnded && events), "task-cycles.changed": refetchSpread },
  });
  return (
    <Card title="Tasks" flush>
      <PagedList
        list={list}
        failure="Failed to load the tasks"
        skeleton={<RowSkeletons label="Loading the tasks" mark={16} rowClassName="px-4 py-2" />}
        empty={
          <p className="px-4 pb-4 text-muted text-sm">
            No tasks yet. Choose this cycle in a task, or select several tasks in the list and choose it
            there.
          </p>
        }
      >
        {(tasks) => (
          <ul className="divide-y border-t text-sm">
            {tasks.map((task) => (
              <li key={keyOfTask(task)} className="flex min-h-9 items-center gap-3 px-4 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  <Title task={task} />
                </span>
                <span className="flex-none text-muted text-xs">
                  {task.isPlanned ? "Planned" : "Added later"}
                </span>
                <span className="w-24 flex-none text-right text-xs max-md:w-20">
                  {cycle.isEnded || task.outcome === "removed" || task.status === null
                    ? outcomeNames[task.outcome]
                    : (task.state ?? statusNames[task.status])}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

const keyOfTask = ({ key }: CycleTask) => key;

function Title({ task: { taskId, title } }: { task: CycleTask }) {
  if (title === null || taskId === null)
    return <span className="text-muted">A task that was deleted, or that you cannot see</span>;
  return (
    <AddressLink address={`/tasks/${taskId}`} className="rounded-xs hover:text-primary-text hover:underline">
      {title}
    </AddressLink>
  );
}
