import type { ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import { errorMessage } from "../../../lib/api-client.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { formatNumber } from "../../../lib/format-number.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { useModelUsage } from "./api.ts";

type Day = ModelUsage["days"][number];

const figures: readonly [keyof Omit<Day, "day">, string][] = [
  ["people", "People"],
  ["answers", "Answers"],
  ["failed", "Failed"],
  ["promptTokens", "Tokens read"],
  ["answerTokens", "Tokens written"],
];

const columns: readonly Column<Day>[] = [
  { key: "day", header: "Day", cell: ({ day }) => formatDay(day), sortBy: ({ day }) => day },
  ...figures.map(
    ([key, header]): Column<Day> => ({
      key,
      header,
      align: "right",
      cell: (row) => formatNumber(row[key]),
      sortBy: (row) => row[key],
    }),
  ),
];

/** How much Ask AI was used. It shows no question, and nobody's name. */
export function UsageCard() {
  const { data, error, refetch, isFetching } = useModelUsage();
  return (
    <Card title="Usage in the last 30 days">
      {!data ? (
        error ? (
          <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton height={120} />
        )
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-muted">
            {data.helpful + data.unhelpful === 0
              ? "Nobody has rated an answer yet."
              : `${formatNumber(data.helpful)} of ${formatNumber(data.helpful + data.unhelpful)} rated answers helped.`}{" "}
            Questions stay with the people who asked them.
          </p>
          <VectorState {...data.vectors} />
          <DataTable
            label="Usage by day"
            columns={columns}
            rows={data.days}
            rowKey={({ day }) => day}
            empty={<p className="p-4 text-muted">No answers were written yet.</p>}
          />
        </div>
      )}
    </Card>
  );
}

/** How far texts have vectors; nothing without a model for them. */
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
