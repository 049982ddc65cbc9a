import type { Card, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import type { Enrolment } from "@atoll/contract/cards/sequence-schemas";
import { CirclePause, CirclePlay, ListOrdered } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { startSequence, useSequences } from "./sequences-api.ts";
import { SequencesDrawer } from "./sequences-drawer.tsx";

const schema = z.object({ sequenceId: z.string().min(1, "Choose a sequence") });

/** Chooses the sequence that a card starts. */
function StartSequenceDialog({ card, type, onClose }: { card: Card; type: CardType; onClose: () => void }) {
  const [changeId] = useState(uuidv7);
  const [isKeeping, setIsKeeping] = useState(false);
  const query = useSequences(type.id);
  const { data } = query;
  const sequences = data?.sequences ?? [];
  const form = useForm({
    values: { sequenceId: "" },
    schema,
    async send({ sequenceId }) {
      await startSequence(card.id, { changeId, sequenceId });
      notify.success(`The first step is a task of ${card.owner?.name ?? "yours"} now`);
      onClose();
    },
    fallback: "Failed to start the sequence",
  });
  const choice = useChoice(form, "sequenceId");
  const chosen = sequences.find(({ id }) => id === choice.value);
  if (isKeeping) return <SequencesDrawer type={type} onClose={() => setIsKeeping(false)} />;
  return (
    <FormDialog
      form={form}
      title="Start a sequence"
      description={`Each step becomes a task for ${card.owner?.name ?? "you"}. The next one comes when it is done.`}
      verb="Start"
      isDisabled={sequences.length === 0}
      onClose={onClose}
    >
      {!data && query.error ? (
        <LoadState query={query} failure="Failed to load the sequences" />
      ) : data && sequences.length === 0 ? (
        <InlineAlert tone="info">
          {type.name} has no sequences yet.{" "}
          <button
            type="button"
            className="cursor-pointer font-semibold underline"
            onClick={() => setIsKeeping(true)}
          >
            Add one
          </button>
        </InlineAlert>
      ) : (
        <Select
          {...choice}
          label="Sequence"
          placeholder="Choose a sequence"
          options={sequences.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {chosen && (
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-muted text-sm">
          {chosen.steps.map(({ title, days }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
            <li key={index}>
              {title}
              {days > 0 && `, after ${counted(days, "day")}`}
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  );
}

/** The sequence that a card is in: its steps with their tasks, and how to start, stop and resume it. */
export function SequenceCard({ open: { card, type, enrolment } }: { open: OpenCard }) {
  const queue = useChanges(cardChanges);
  const [dialog, setDialog] = useState<"start" | "stop">();
  const stage = type.options.sequenceStage ?? "";
  const stopped = type.stages.find(({ kind }) => kind === "lost");
  const close = () => setDialog(undefined);
  const move = (to: string, said: string, reason?: string) => ({
    about: [card.id],
    title: card.title,
    said,
    change: {
      act: "change" as const,
      set: { stage: to, ...(reason !== undefined && { reason }) },
    },
  });
  const isRunning = enrolment?.state === "running";
  return (
    <Surface
      title={enrolment?.name ?? "Sequence"}
      icon={ListOrdered}
      counts={enrolment && <span className="text-muted text-xs">{stateOf(enrolment)}</span>}
    >
      {enrolment ? (
        <Steps enrolment={enrolment} />
      ) : (
        <p className="text-muted text-sm">
          Each step of a sequence becomes a task for the owner of this {type.singular}.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {isRunning && stopped && (
          <Button size="sm" icon={CirclePause} onClick={() => setDialog("stop")}>
            Stop
          </Button>
        )}
        {enrolment?.state === "stopped" && (
          <Button
            size="sm"
            icon={CirclePlay}
            onClick={() => queue.change(move(stage, `${card.title} is in its sequence again`))}
          >
            Resume
          </Button>
        )}
        {!isRunning && (
          <Button size="sm" icon={ListOrdered} onClick={() => setDialog("start")}>
            {enrolment ? "Start another" : "Start a sequence"}
          </Button>
        )}
      </div>
      {dialog === "start" && <StartSequenceDialog card={card} type={type} onClose={close} />}
      {dialog === "stop" && stopped && (
        <ReasonDialog
          heading={`Stop the sequence of ${card.title}`}
          verb="Stop"
          onReason={(reason) => queue.run(move(stopped.id, `The sequence of ${card.title} stopped`, reason))}
          onClose={close}
        />
      )}
    </Surface>
  );
}

function stateOf({ state, step, steps }: Enrolment): string {
  if (state === "finished") return "Finished";
  return `${state === "stopped" ? "Stopped at step" : "Step"} ${step + 1} of ${steps.length}`;
}

function Steps({ enrolment: { steps, step, state } }: { enrolment: Enrolment }) {
  return (
    <ol aria-label="Steps of the sequence" className="flex flex-col">
      {steps.map(({ title, taskId, dueOn, doneAt, days }, index) => {
        const isCurrent = index === step && state !== "finished";
        const when = doneAt
          ? `Done ${formatDate(doneAt)}`
          : isCurrent
            ? state === "stopped"
              ? "Stopped"
              : dueOn && `Due ${formatWallDate(dueOn)}`
            : `${counted(days, "day")} later`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity, and stay in order.
          <li key={index} className="flex gap-3" {...(isCurrent && { "aria-current": "step" })}>
            <span aria-hidden="true" className="flex w-3 flex-none flex-col items-center">
              <span
                className={cx(
                  "mt-1.5 size-2.5 flex-none rounded-full",
                  doneAt ? "bg-success" : isCurrent ? "bg-primary" : "bg-border-strong",
                )}
              />
              {index < steps.length - 1 && <span className="w-px flex-1 bg-border-strong" />}
            </span>
            <span className="min-w-0 flex-1 pb-3 text-sm">
              <span className="block wrap-anywhere">
                {taskId ? (
                  <AddressLink address={`/tasks/${taskId}`} className="hover:underline">
                    {title}
                  </AddressLink>
                ) : (
                  title
                )}
              </span>
              {when && <span className="block text-muted text-xs">{when}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
