import type { TaskAnalytics } from "@atoll/contract/tasks/analytics";
import type { ReactElement, ReactNode } from "react";
import { downloadText } from "../../../lib/request/download.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { AreaChart } from "../../../ui/chart/area-chart.tsx";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { BarRows } from "../../../ui/chart/bar-rows.tsx";
import { ChartCard } from "../../../ui/chart/chart-card.tsx";
import { type ChartData, chartCsv } from "../../../ui/chart/chart-data.ts";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { definitions } from "./definitions.ts";
import {
  ageOfOpen,
  byDepartment,
  createdAndDone,
  durationInWords,
  type ListAddress,
  placeOf,
  statusFlow,
  timesTaken,
  workload,
} from "./figures.ts";

export interface AnalyticsChartsProps {
  counted: TaskAnalytics;
  to: ListAddress;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
  onOpen: (address: string) => void;
}

const stepWords = { day: "day", week: "week", month: "month" } as const;
const wide = "col-span-8 max-xl:col-span-12";
const half = "col-span-6 max-xl:col-span-12";
const third = "col-span-4 max-xl:col-span-12";

/** The charts, each with the table behind it. */
export function AnalyticsCharts({ counted, to, link, onOpen }: AnalyticsChartsProps) {
  const common = { link, onSave: saveTable };
  const step = stepWords[counted.unit];
  const { open, overdue } = counted;
  const openCount = open.todo + open.in_progress + open.in_review;
  const flow = createdAndDone(counted, to);
  const departments = byDepartment(counted, to);
  const slugs = new Map(counted.departments.map(({ department }) => [department?.id, department?.slug]));
  const people = workload(counted, to);
  return (
    <div className="grid grid-cols-12 gap-4">
      <ChartCard
        {...common}
        className={wide}
        title={`Created and done each ${step}`}
        summary={`${counted.created} created and ${counted.done} done in this period.`}
        definition={definitions.createdAndDone}
        data={flow}
      >
        <LineChart data={flow} label={`Created and done each ${step}`} tinted="done" onOpen={onOpen} />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        title="By department"
        summary="Solid: done in this period. Pale: open now. Select a number to list the open tasks."
        definition={definitions.departments}
        data={departments}
        empty={departments.rows.length === 0 && <NothingHere />}
      >
        <BarRows
          data={departments}
          label="Tasks by department"
          link={link}
          lead={(id) => <DepartmentDot department={slugs.get(id) ?? ""} className="mx-1" />}
          rowText={({ values }) => `${values.open} open`}
          rowSlug={(id) => slugs.get(id) ?? ""}
        />
      </ChartCard>
      <ChartCard
        {...common}
        className={wide}
        title="Status flow"
        summary={`${openCount} open now: ${open.todo} to do, ${open.in_progress} in progress, ${open.in_review} in review. A growing layer shows where work waits.`}
        definition={definitions.flow}
        data={statusFlow(counted, to)}
      >
        <AreaChart data={statusFlow(counted, to)} label="Status flow" onOpen={onOpen} />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        title="Age of open work"
        summary={`${openCount} open, ${overdue} overdue, by days since they were created.`}
        definition={definitions.age}
        data={ageOfOpen(counted, to)}
        empty={openCount === 0 && <NothingHere />}
      >
        <BarChart data={ageOfOpen(counted, to)} label="Age of open work" height={220} onOpen={onOpen} />
      </ChartCard>
      {(["lead", "cycle"] as const).map((what) => {
        const times = counted[what];
        const data = timesTaken(counted, what, to);
        const title = what === "lead" ? "Lead time" : "Cycle time";
        return (
          <ChartCard
            {...common}
            key={what}
            className={half}
            title={title}
            summary={
              times.count === 0
                ? "No tasks were completed in this period."
                : `${times.count} completed. Median ${durationInWords(times.p50)}, 85th percentile ${durationInWords(times.p85)}.`
            }
            definition={definitions[what]}
            data={data}
            empty={times.count === 0 && <NothingHere />}
          >
            <BarChart
              data={data}
              label={title}
              marks={[
                {
                  key: "p50",
                  label: `50%: ${durationInWords(times.p50)}`,
                  at: placeOf(times, times.p50 ?? 0),
                },
                {
                  key: "p85",
                  label: `85%: ${durationInWords(times.p85)}`,
                  at: placeOf(times, times.p85 ?? 0),
                },
              ]}
              onOpen={onOpen}
            />
          </ChartCard>
        );
      })}
      <ChartCard
        {...common}
        className="col-span-12"
        title="Workload"
        summary="Open tasks of you and the colleagues of your departments, by name."
        definition={definitions.workload}
        data={people}
        empty={people.rows.length === 0 && <NothingHere />}
      >
        <BarRows
          data={people}
          label="Open tasks by person"
          link={link}
          lead={(id) =>
            id === "none" ? null : (
              <Avatar
                decorative
                size={20}
                userId={id}
                picture={undefined}
                name={people.rows.find(({ key }) => key === id)?.label ?? ""}
              />
            )
          }
        />
      </ChartCard>
    </div>
  );
}

function NothingHere() {
  return <p className="py-8 text-center text-faint text-sm">Nothing to show.</p>;
}

function saveTable(data: ChartData, title: string): void {
  const name = title.toLowerCase().replaceAll(" ", "-");
  downloadText(`tasks-${name}.csv`, chartCsv(data), "text/csv;charset=utf-8");
}
