import type { ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import { formatNumber } from "../../../lib/format-number.ts";
import { formatDay } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";

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

export function UsageByDay({ days }: { days: readonly Day[] }) {
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

export function UsageByPerson({ usage: { people, limits } }: { usage: ModelUsage }) {
  const columns: readonly Column<PersonUsage>[] = [
    {
      key: "person",
      header: "Person",
      cell: ({ person }) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar decorative userId={person.id} picture={person.avatar} name={person.name} size={24} />
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
