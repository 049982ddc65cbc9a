import type { OpenCard } from "@atoll/contract/cards/schemas";
import type { Enrolment } from "@atoll/contract/cards/sequence-schemas";
import { CirclePause, CirclePlay, ListOrdered } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { formatDate } from "../../../lib/time/format-date.ts";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card as Surface } from "../../../ui/layout/card.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { StartSequenceDialog } from "./start-sequence-dialog.tsx";

/** The sequence that a card is in: its steps with their tasks, and how to start, stop and resume it. */
export function SequenceCard({ open: { card, type, enrolment } }: { open: OpenCard }) {
  const queue = useChanges(cardChanges);
  const [dialog, setDialog] = useState<"start" | "stop">();
  const stage = type.options.sequenceStage ?? "";
  const stopped = type.stages.find(({ kind }) => kind === "lost");
  const close = () => setDialog(undefined);
  const move = (to: string, said: string, reason?: string) =>
    queue.change({
      about: [card.id],
      title: card.title,
      said,
      change: { act: "change", set: { stage: to, ...(reason !== undefined && { reason }) } },
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
            onClick={() => move(stage, `${card.title} is in its sequence again`)}
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
          onReason={(reason) => move(stopped.id, `The sequence of ${card.title} stopped`, reason)}
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
            : `${days} ${days === 1 ? "day" : "days"} later`;
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
