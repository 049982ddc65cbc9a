import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import type { ReactElement, ReactNode } from "react";
import { downloadText } from "../../../lib/download.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { BarRows } from "../../../ui/chart/bar-rows.tsx";
import { ChartCard } from "../../../ui/chart/chart-card.tsx";
import { type ChartData, type ChartRow, chartCsv } from "../../../ui/chart/chart-data.ts";
import { definitions } from "./definitions.ts";
import { answered, byAnswer, byKind, bySize, hourWords, meetingsAndFocus, outOfHours } from "./figures.ts";
import { RecurringCard } from "./recurring-card.tsx";

interface AnalyticsChartsProps {
  counted: CalendarAnalytics;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

const wide = "col-span-8 max-xl:col-span-12";
const third = "col-span-4 max-xl:col-span-12";

/** The charts, each with the table behind it. */
export function AnalyticsCharts({ counted, link }: AnalyticsChartsProps) {
  const common = { link, onSave: saveTable };
  const { count, of } = answered(counted);
  const kinds = byKind(counted);
  return (
    <div className="grid grid-cols-12 gap-4">
      <ChartCard
        {...common}
        className={wide}
        data={meetingsAndFocus(counted)}
        definition={`Meetings: ${definitions.meetings} Focus: ${definitions.focus}`}
        summary={`${hourWords(counted.meetingMinutes)} in meetings and ${hourWords(counted.focusMinutes)} of focus, of ${hourWords(counted.workingMinutes)} of working time.`}
        title="Meetings and focus, hours each week"
      >
        <BarChart data={meetingsAndFocus(counted)} label="Meetings and focus, hours each week" />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        data={kinds}
        definition={definitions.kinds}
        empty={kinds.rows.length === 0 && <NothingHere />}
        summary="What stands in your calendar, in hours."
        title="By kind"
      >
        <BarRows data={kinds} label="Hours by kind" link={link} rowText={inHours} />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        data={bySize(counted)}
        definition={definitions.sizes}
        empty={counted.meetings === 0 && <NothingHere />}
        summary="Your meetings by how many come, in hours."
        title="By size"
      >
        <BarRows data={bySize(counted)} label="Hours by size" link={link} rowText={inHours} />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        data={byAnswer(counted)}
        definition={definitions.answers}
        empty={of === 0 && <NothingHere />}
        summary={`${count} of ${of} times answered.`}
        title="Answers to invitations"
      >
        <BarRows data={byAnswer(counted)} label="Answers to invitations" link={link} />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        data={outOfHours(counted)}
        definition={definitions.outside}
        empty={counted.outsideMinutes === 0 && <NothingHere />}
        summary={`${hourWords(counted.outsideMinutes)} of meetings outside of your working hours.`}
        title="Out of hours, each week"
      >
        <BarChart data={outOfHours(counted)} label="Out of hours, each week" />
      </ChartCard>
      <RecurringCard link={link} recurring={counted.recurring} />
    </div>
  );
}

function inHours({ values }: ChartRow): string {
  return `${values.hours} h`;
}

function NothingHere() {
  return <p className="py-8 text-center text-faint text-sm">Nothing to show.</p>;
}

function saveTable(data: ChartData, title: string): void {
  const name = title.toLowerCase().replace(/[^a-z]+/g, "-");
  downloadText(`calendar-${name}.csv`, chartCsv(data), "text/csv;charset=utf-8");
}
