import type { SopRun } from "@atoll/contract/knowledge/run-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleStop } from "lucide-react";
import { useRef, useState } from "react";
import { useDraft } from "../../../capabilities/offline/drafts/use-draft.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatTime } from "../../../lib/time/format-date.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { ShareRing } from "../../../ui/progress/share-ring.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { endRun, setRunNote, setTick } from "../data/api.ts";
import { keys } from "../data/keys.ts";

export function useChangeRun(articleId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<SopRun>) => change(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.runs(articleId) }),
    onError: (error) => void notify.error(errorMessage(error, "Failed to change the run")),
  });
}

/** An open run as a checklist. */
export function OpenRun({ run }: { run: SopRun }) {
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
                <PersonAvatar person={step.doneBy} decorative size={16} />
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

/** Says that a run has ended, with the note that was being typed for it. */
export function EndedRun({ runId }: { runId: string }) {
  const { text } = useDraft(`run/${runId}`);
  return (
    <InlineAlert tone="notice">
      <p>This run has ended.</p>
      {text !== "" && (
        <>
          <p className="mt-1">Your note was not saved:</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        </>
      )}
    </InlineAlert>
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
  const isOther = text !== note && isChangedMeanwhile(change.error);
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
