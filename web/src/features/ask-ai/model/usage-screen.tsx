import type { ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { formatNumber } from "../../../lib/format-number.ts";
import { formatDay } from "../../../lib/time/format-date.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { ProgressBar } from "../../../ui/progress/progress-bar.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { useModelUsage } from "./api.ts";

type Day = ModelUsage["days"][number];
type PersonUsage = ModelUsage["people"][number];
type Figures = Pick<Day, "answers" | "failed" | "promptTokens" | "answerTokens">;

const noAnswers = <p className="p-4 text-muted">No answers were written yet.</p>;

const figures: readonly [keyof Figures, string][] = [
  ["answers", "Answers"],
  ["failed", "Failed"],
  ["promptTokens", "Tokens read"],
  ["answerTokens", "Tokens written"],
];
const figureColumns = <Row extends Figures>(): Column<Row>[] =>
  figures.map(([key, header]) => ({
    key,
    header,
    align: "right",
    cell: (row) => formatNumber(row[key]),
    sortBy: (row) => row[key],
  }));

const dayColumns: readonly Column<Day>[] = [
  { key: "day", header: "Day", cell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
  {
    key: "people",
    header: "People",
    align: "right",
    cell: ({ people }) => formatNumber(people),
    sortBy: ({ people }) => people,
  },
  ...figureColumns<Day>(),
];

function UsageByDay({ days }: { days: readonly Day[] }) {
  return (
    <DataTable
      label="Usage by day"
      columns={dayColumns}
      rows={days}
      rowKey={({ day }) => day}
      empty={noAnswers}
    />
  );
}

function UsageByPerson({ usage: { people, limits } }: { usage: ModelUsage }) {
  const columns: readonly Column<PersonUsage>[] = [
    {
      key: "person",
      header: "Person",
      cell: ({ person }) => (
        <span className="flex min-w-0 items-center gap-2">
          <PersonAvatar person={person} decorative size={24} />
          <span className="truncate">{person.name}</span>
        </span>
      ),
      sortBy: ({ person }) => person.name,
    },
    {
      key: "today",
      header: "Today",
      align: "right",
      cell: ({ answersToday }) => `${formatNumber(answersToday)} of ${formatNumber(limits.personDaily)}`,
      sortBy: ({ answersToday }) => answersToday,
    },
    ...figureColumns<PersonUsage>(),
  ];
  return (
    <DataTable
      label="Usage by person"
      columns={columns}
      rows={people}
      rowKey={({ person }) => person.id}
      empty={noAnswers}
    />
  );
}

export interface UsageScreenProps {
  /** The link back to the settings. */
  settingsLink: ReactNode;
}

/** How much Ask AI was used in the last 30 days, by day and by person, and the limits. It shows no question. */
export function UsageScreen({ settingsLink }: UsageScreenProps) {
  const { data, error, refetch, isFetching } = useModelUsage();
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      {settingsLink}
      {data ? (
        <>
          <Totals usage={data} />
          <Card title="By person">
            <UsageByPerson usage={data} />
          </Card>
          <Card title="By day">
            <UsageByDay days={data.days} />
          </Card>
        </>
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} />
      ) : (
        <div aria-label="Loading usage" className="flex flex-col gap-4" role="status">
          <Skeleton height={180} />
          <Skeleton height={280} />
        </div>
      )}
    </div>
  );
}

function Totals({ usage: { days, limits, helpful, unhelpful, vectors } }: { usage: ModelUsage }) {
  const sum = (key: "answers" | "failed" | "promptTokens" | "answerTokens") =>
    formatNumber(days.reduce((total, day) => total + day[key], 0));
  const rated = helpful + unhelpful;
  const figures: readonly [string, string][] = [
    ["Answers", sum("answers")],
    ["Failed", sum("failed")],
    ["Tokens read", sum("promptTokens")],
    ["Tokens written", sum("answerTokens")],
    ["Rated helpful", rated === 0 ? "No ratings" : `${formatNumber(helpful)} of ${formatNumber(rated)}`],
  ];
  return (
    <Card title="Usage in the last 30 days">
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-5">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted text-xs">{name}</dt>
              <dd className="font-semibold text-lg tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-col gap-1.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>Answers today, whole company</span>
            <span className="tabular-nums">
              {formatNumber(limits.companyToday)} of {formatNumber(limits.companyDaily)}
            </span>
          </p>
          <ProgressBar
            className="w-full"
            label="Answers today, whole company"
            max={limits.companyDaily}
            value={limits.companyToday}
          />
          <p className="text-muted text-xs">
            Each person can have {formatNumber(limits.personDaily)} answers a day. Days end at midnight UTC.
          </p>
        </div>
        <VectorState {...vectors} />
        <p className="text-muted text-xs">Questions stay private to the people who asked them.</p>
      </div>
    </Card>
  );
}

/** How many texts have vectors. Nothing without a model for vectors. */
function VectorState({ state, done, total, failure }: ModelUsage["vectors"]) {
  if (state === "off") return null;
  return (
    <>
      {failure && <InlineAlert tone="error">Vectors could not be filled in. {failure}</InlineAlert>}
      <p className="text-muted">
        {formatNumber(Math.min(done, total))} of {formatNumber(total)} texts have a vector.{" "}
        {state === "ready"
          ? "New texts get theirs within a minute or two."
          : "They are used once all texts have one."}
      </p>
    </>
  );
}
