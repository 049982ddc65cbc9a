import { eventLink } from "@atoll/contract/calendar/event-link";
import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { downloadText } from "../../../lib/request/download.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { BarRows } from "../../../ui/chart/bar-rows.tsx";
import { ChartCard } from "../../../ui/chart/chart-card.tsx";
import { type ChartData, type ChartRow, chartCsv } from "../../../ui/chart/chart-data.ts";
import { DottedRows, ShareBar } from "../../../ui/chart/dotted-rows.tsx";
import { RingChart } from "../../../ui/chart/ring-chart.tsx";
import { definitions } from "./definitions.ts";
import {
  answered,
  byAnswer,
  byKind,
  bySize,
  hoursOf,
  hourWords,
  meetingsAndFocus,
  outOfHours,
  sharesOf,
} from "./figures.ts";
import { RecurringCard } from "./recurring-card.tsx";

interface AnalyticsChartsProps {
  counted: CalendarAnalytics;
  /** An empty link to an address. */
  link: (address: string) => ReactElement<{ children?: ReactNode; className?: string }>;
}

const wide = "col-span-8 max-xl:col-span-12";
const half = "col-span-6 max-xl:col-span-12";
const kindColors = [1, 2, 3, 4, 5, 6] as const;
/** Going, maybe, not going, no reply: as the design draws them. */
const answerColors = [1, 3, 2, 7] as const;
const third = "col-span-4 max-xl:col-span-12";

/** The charts, each with the table behind it. */
export function AnalyticsCharts({ counted, link }: AnalyticsChartsProps) {
  const common = { link, onSave: saveTable };
  const { count, of } = answered(counted);
  const kinds = byKind(counted);
  const together = counted.kinds.reduce((sum, { minutes }) => sum + minutes, 0);
  const given = sharesOf(byAnswer(counted), "times", answerColors);
  const { unanswered } = counted;
  const answerNow =
    unanswered &&
    cloneElement(link(eventLink(unanswered.eventId, unanswered.isSeries ? unanswered.occurrence : null)), {
      className:
        "touch-reach relative rounded-xs px-1 font-semibold text-primary-text text-xs hover:underline",
      children: "Answer now",
    });
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
        <BarChart data={meetingsAndFocus(counted)} isPaired label="Meetings and focus, hours each week" />
      </ChartCard>
      <ChartCard
        {...common}
        className={third}
        data={kinds}
        definition={definitions.kinds}
        empty={kinds.rows.length === 0 && <NothingHere />}
        summary="The events in your calendar, in hours."
        title="By kind"
      >
        <RingChart
          figure={hoursOf(together).toLocaleString("en")}
          label="Hours by kind"
          shares={sharesOf(kinds, "hours", kindColors)}
          unit="hours"
        />
      </ChartCard>
      <RecurringCard counted={counted} link={link} />
      <ChartCard
        {...common}
        className={third}
        data={byAnswer(counted)}
        definition={definitions.answers}
        empty={of === 0 && <NothingHere />}
        summary={`${of} received, ${count} answered.`}
        title="Answers to invitations"
      >
        <ShareBar shares={given} />
        <DottedRows
          label="Answers to invitations"
          shares={given.map((share) => ({ ...share, action: share.key === "pending" && answerNow }))}
        />
      </ChartCard>
      <ChartCard
        {...common}
        className={half}
        data={bySize(counted)}
        definition={definitions.sizes}
        empty={counted.meetings === 0 && <NothingHere />}
        summary={`Your meetings by number of people, in hours. ${counted.backToBack} of ${counted.meetings} back to back, ${counted.earlier.backToBack} in the previous period.`}
        title="By size"
      >
        <BarRows data={bySize(counted)} label="Hours by size" link={link} rowText={inHours} />
      </ChartCard>
      <ChartCard
        {...common}
        className={half}
        data={outOfHours(counted)}
        definition={definitions.outside}
        empty={counted.outsideMinutes === 0 && <NothingHere />}
        summary={`${hourWords(counted.outsideMinutes)} of meetings outside of your working hours.`}
        title="Out of hours, each week"
      >
        <BarChart data={outOfHours(counted)} label="Out of hours, each week" />
      </ChartCard>
    </div>
  );
}

function inHours({ values }: ChartRow): string {
  return `${values.hours} h`;
}

function NothingHere() {
  return <p className="py-8 text-center text-faint text-sm">Nothing to show.</p>;
}

/** As a file of its own. */
export function saveTable(data: ChartData, title: string): void {
  const name = title.toLowerCase().replace(/[^a-z]+/g, "-");
  downloadText(`calendar-${name}.csv`, chartCsv(data), "text/csv;charset=utf-8");
}
