import { runNameMaxLength } from "@atoll/contract/knowledge/limits";
import type { SopRun } from "@atoll/contract/knowledge/run-schema";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { Play } from "lucide-react";
import { useEffect, useState } from "react";
import { z } from "zod";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { startRun } from "../data/api.ts";
import { useRuns } from "../data/queries.ts";
import { EndedRun, OpenRun, useChangeRun } from "./open-run.tsx";

interface RunPanelProps {
  article: OpenArticle;
  onCurrentStep: (stepId: string | undefined) => void;
}

/** The open runs of a procedure, one of them as a checklist, and the runs before. */
export function RunPanel({ article, onCurrentStep }: RunPanelProps) {
  const open = useRuns(article.id, "open");
  const ended = useRuns(article.id, "ended");
  const [chosen, setChosen] = useState<string>();
  const first = open.items?.[0]?.id;
  if (chosen === undefined && first !== undefined) setChosen(first);
  // A run that someone else ends does not give way to another one under the pointer.
  const shown = open.items?.find(({ id }) => id === chosen);
  const current = shown?.steps.find(({ doneAt }) => doneAt === null)?.id;
  useEffect(() => {
    onCurrentStep(current);
    return () => onCurrentStep(undefined);
  }, [current, onCurrentStep]);
  const start = <StartRun articleId={article.id} onStarted={setChosen} />;
  return (
    <div className="flex flex-col gap-5">
      <PagedList
        list={open}
        skeleton={<RowSkeletons label="Loading runs" mark={16} rowClassName="py-2" />}
        empty={
          <>
            {chosen !== undefined && <EndedRun runId={chosen} />}
            {start}
          </>
        }
        failure="Failed to load runs"
      >
        {(runs) => (
          <>
            {chosen !== undefined && !shown && <EndedRun runId={chosen} />}
            {(runs.length > 1 || !shown) && <OpenRuns runs={runs} shownId={shown?.id} onChoose={setChosen} />}
            {shown && <OpenRun key={shown.id} run={shown} />}
            <details className="mt-4">
              <summary className="cursor-pointer font-semibold text-sm">Start another run</summary>
              <div className="mt-2">{start}</div>
            </details>
          </>
        )}
      </PagedList>
      <PagedList list={ended} skeleton={null} empty={null} failure="Failed to load runs">
        {(runs) => <EarlierRuns runs={runs} />}
      </PagedList>
    </div>
  );
}

interface OpenRunsProps {
  runs: readonly SopRun[];
  shownId: string | undefined;
  onChoose: (runId: string) => void;
}

/** All open runs by their names. The chosen one is shown as a checklist. */
function OpenRuns({ runs, shownId, onChoose }: OpenRunsProps) {
  return (
    <ul aria-label="Open runs" className="mb-4 flex flex-col gap-1">
      {runs.map((run) => (
        <li key={run.id}>
          <button
            type="button"
            aria-pressed={run.id === shownId}
            className={cx(
              "flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-start hover:bg-surface-hover",
              run.id === shownId && "bg-surface-selected font-semibold",
            )}
            onClick={() => onChoose(run.id)}
          >
            <RingProgress
              label="Steps done"
              value={run.steps.filter(({ doneAt }) => doneAt !== null).length / run.steps.length}
            />
            <span className="min-w-0 flex-1 truncate">{run.name || "Run without a name"}</span>
            <span className="text-muted text-xs">
              {authorName(run.startedBy)}, {formatTime(run.startedAt)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface StartRunProps {
  articleId: string;
  onStarted: (runId: string) => void;
}

const runSchema = z.object({
  name: z.string().trim().min(1, "Name the run, so that others can tell it from other runs"),
});

function StartRun({ articleId, onStarted }: StartRunProps) {
  const [id, setId] = useState(uuidv7);
  const change = useChangeRun(articleId);
  const form = useForm({
    values: { name: "" },
    schema: runSchema,
    async send({ name }) {
      await change.mutateAsync(() => startRun(articleId, id, name));
      setId(uuidv7());
      form.reset();
      onStarted(id);
    },
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <p className="text-muted">
        A run is a checklist of the steps as they are now. It keeps this version, who did each step, and when.
      </p>
      <TextField
        {...form.field("name")}
        label="What is it for?"
        placeholder="A client, a machine"
        autoComplete="off"
        maxLength={runNameMaxLength}
      />
      <Button type="submit" variant="primary" icon={Play} loading={form.isSending} className="self-start">
        Start run
      </Button>
    </form>
  );
}

function EarlierRuns({ runs }: { runs: readonly SopRun[] }) {
  if (runs.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold text-sm">Earlier runs</h3>
      <ul>
        {runs.map((run) => (
          <li key={run.id} className="not-first:border-t">
            <details className="py-2">
              <summary className="flex cursor-pointer items-center gap-2">
                <RingProgress
                  label="Steps done"
                  value={run.steps.filter(({ doneAt }) => doneAt !== null).length / run.steps.length}
                />
                <span className="min-w-0 flex-1 truncate">{run.name || "Run without a name"}</span>
                <span className="text-muted text-xs">
                  {minutesOf(run)} min, {formatDate(run.startedAt)}
                </span>
              </summary>
              <ul className="mt-1 ml-6 text-muted text-xs">
                <li>Version {run.version}</li>
                {run.steps.map((step) => (
                  <li key={step.id}>
                    {step.title}:{" "}
                    {step.doneBy && step.doneAt
                      ? `${authorName(step.doneBy)}, ${formatTime(step.doneAt)}`
                      : "not done"}
                  </li>
                ))}
                {run.note && <li className="mt-1 whitespace-pre-wrap text-text">{run.note}</li>}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const minutesOf = ({ startedAt, endedAt }: SopRun): number =>
  endedAt === null ? 0 : Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000));
