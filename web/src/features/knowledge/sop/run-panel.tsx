import type { SopRun } from "@atoll/contract/knowledge/run-schema";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleStop, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatDate, formatTime } from "../../../lib/time/format-date.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ShareRing } from "../../../ui/progress/share-ring.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { endRun, setRunNote, setTick, startRun } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useRuns } from "../data/queries.ts";

interface RunPanelProps {
  article: OpenArticle;
  onCurrentStep: (stepId: string | undefined) => void;
}

/** The open run of a procedure as a checklist, and the runs before. */
export function RunPanel({ article, onCurrentStep }: RunPanelProps) {
  const list = useRuns(article.id);
  const open = list.items?.find(({ endedAt }) => endedAt === null);
  const current = open?.steps.find(({ doneAt }) => doneAt === null)?.id;
  useEffect(() => {
    onCurrentStep(current);
    return () => onCurrentStep(undefined);
  }, [current, onCurrentStep]);
  return (
    <div className="flex flex-col gap-5">
      {list.items && (open ? <OpenRun key={open.id} run={open} /> : <StartRun articleId={article.id} />)}
      <PagedList
        list={list}
        skeleton={<RowSkeletons label="Loading runs" mark={16} rowClassName="py-2" />}
        empty={null}
        failure="Failed to load runs"
      >
        {(runs) => <EarlierRuns runs={runs.filter(({ endedAt }) => endedAt !== null)} />}
      </PagedList>
    </div>
  );
}

function useChangeRun(articleId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<SopRun>) => change(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.runs(articleId) }),
    onError: (error) => void notify.error(errorMessage(error, "Failed to change the run")),
  });
}

function StartRun({ articleId }: { articleId: string }) {
  const [name, setName] = useState("");
  const [id, setId] = useState(uuidv7);
  const change = useChangeRun(articleId);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(() => startRun(articleId, id, name.trim()), { onSuccess: () => setId(uuidv7()) });
      }}
    >
      <p className="text-muted">
        A run is a checklist of the steps as they are now. It keeps this version, who did each step, and when.
      </p>
      <TextField
        label="What is it for?"
        value={name}
        placeholder="Staging, new node pool"
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary" icon={Play} loading={change.isPending} className="self-start">
        Start run
      </Button>
    </form>
  );
}

function OpenRun({ run }: { run: SopRun }) {
  const change = useChangeRun(run.articleId);
  const done = run.steps.filter(({ doneAt }) => doneAt !== null).length;
  const current = run.steps.find(({ doneAt }) => doneAt === null);
  const people = [
    ...new Map(run.steps.flatMap(({ doneBy }) => (doneBy ? [[doneBy.id, doneBy]] : []))).values(),
  ];
  return (
    <section aria-label={run.name || "Run"} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <ShareRing share={done / run.steps.length} label="Steps done" size={64}>
          {`${done} of ${run.steps.length}`}
        </ShareRing>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{run.name || "Run without a name"}</p>
          <p className="text-muted text-xs">
            Started {formatTime(run.startedAt)} · version {run.version}
          </p>
          {people.length > 0 && (
            <p className="text-muted text-xs">{people.map((person) => authorName(person)).join(" and ")}</p>
          )}
        </div>
      </div>
      <ul className="flex flex-col gap-1">
        {run.steps.map((step) => (
          <li
            key={step.id}
            className={cx(
              "rounded-md px-2 py-1.5",
              step.id === current?.id && "bg-surface-raised shadow-1 inset-ring-1 inset-ring-border",
            )}
          >
            <Checkbox
              label={
                <span className={step.id === current?.id ? "font-semibold" : undefined}>{step.title}</span>
              }
              checked={step.doneAt !== null}
              disabled={change.isPending}
              onChange={({ target: { checked } }) => change.mutate(() => setTick(run.id, step.id, checked))}
            />
            {step.doneAt && step.doneBy && (
              <p className="ml-6 flex items-center gap-1.5 text-muted text-xs">
                <Avatar
                  decorative
                  userId={step.doneBy.id}
                  name={authorName(step.doneBy)}
                  picture={step.doneBy.avatar}
                  size={16}
                />
                {authorName(step.doneBy)} · {formatTime(step.doneAt)}
              </p>
            )}
          </li>
        ))}
      </ul>
      <RunNote run={run} />
      <div className="flex flex-wrap gap-2">
        {current && (
          <Button
            variant="soft"
            size="sm"
            icon={Check}
            loading={change.isPending}
            onClick={() => change.mutate(() => setTick(run.id, current.id, true))}
          >
            Step {run.steps.indexOf(current) + 1} is done
          </Button>
        )}
        <Button
          variant={current ? "ghost" : "primary"}
          size="sm"
          icon={current ? CircleStop : Check}
          onClick={() => change.mutate(() => endRun(run.id))}
        >
          {current ? "Stop run" : "Finish run"}
        </Button>
      </div>
    </section>
  );
}

/** Saved when the field is left; what is typed until then is kept as a draft, but for an empty text, which is none. */
function RunNote({ run }: { run: SopRun }) {
  const draft = useDraft(`run/${run.id}`);
  const change = useChangeRun(run.articleId);
  const [typed, setTyped] = useState<string>();
  /** Saves wait for each other, and answer the run as they left it. The run that is shown may arrive later. */
  const saving = useRef(Promise.resolve(run));
  const [saved, setSaved] = useState(run);
  const { note } = newerOf(saved, run);
  const text = typed ?? (draft.text === "" ? note : draft.text);
  const isOther = text !== note && change.isError;
  const save = () => {
    if (text === note && !change.isPending) return;
    const inTurn = saving.current
      .catch(() => run)
      .then(async (before) => {
        const last = newerOf(before, run);
        const next = last.note === text ? last : await setRunNote(run.id, text, last.revision);
        setSaved(next);
        return next;
      });
    saving.current = inTurn;
    change.mutate(() => inTurn, {
      onSuccess() {
        setTyped((now) => (now === text ? undefined : now));
        if (draft.read() === text) draft.write("");
      },
    });
  };
  return (
    <>
      <TextArea
        label="Note for this run"
        grows
        data-kept=""
        value={text}
        onChange={({ target: { value } }) => {
          setTyped(value);
          draft.write(value === note ? "" : value);
        }}
        onBlur={save}
      />
      {isOther && (
        <InlineAlert tone="notice">
          Someone else changed this run. Your note is kept here; leave the field again to save it.
        </InlineAlert>
      )}
    </>
  );
}

const newerOf = (one: SopRun, other: SopRun): SopRun => (one.revision > other.revision ? one : other);

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
