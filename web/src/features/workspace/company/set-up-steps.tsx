import type { SetUp, SetUpStepName } from "@atoll/contract/workspace/company-schemas";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useSetUpChanges } from "./api.ts";

export interface SetUpStepsProps {
  steps: SetUp["steps"];
  /** The actions that lead to each step. */
  renderActions: Record<SetUpStepName, () => ReactNode>;
}

const words: Record<SetUpStepName, { title: string; text: string }> = {
  you: {
    title: "Your name and address",
    text: "Colleagues see your name next to what you write. You sign in with your own email.",
  },
  company: {
    title: "Name, logo and colour",
    text: "Shown on the sign-in page and in the header.",
  },
  departments: {
    title: "Departments",
    text: "Atoll comes with five. Rename them, add your own, and add people.",
  },
  people: {
    title: "People",
    text: "Add colleagues one by one, or bring them in from a spreadsheet.",
  },
  channel: {
    title: "A first channel",
    text: "A channel for one topic, in addition to general.",
  },
};

/** The set-up steps of a new company. Each detects from the data whether it is done. */
export function SetUpSteps({ steps, renderActions }: SetUpStepsProps) {
  const { skip } = useSetUpChanges();
  const settled = steps.filter(({ isDone, isSkipped }) => isDone || isSkipped).length;
  const setSkipped = (step: SetUpStepName, isSkipped: boolean) =>
    skip(step, isSkipped).catch((error: unknown) => {
      notify.error(errorMessage(error));
    });
  return (
    <Card
      counts={
        <span className="text-muted text-xs">
          {settled} of {steps.length} done
        </span>
      }
      flush
      title={settled === steps.length ? "Your workspace is set up" : "Set up your workspace"}
    >
      <ol aria-label="Steps">
        {steps.map(({ step, isDone, isSkipped }, index) => (
          <li
            aria-label={words[step].title}
            className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t px-4 py-3"
            key={step}
          >
            <StepMark isDone={isDone} isSkipped={isSkipped} number={index + 1} />
            <div className="min-w-0 flex-1 basis-60">
              <h3 className="flex flex-wrap items-center gap-2 font-semibold">
                {words[step].title}
                {isDone && <Badge tone="success">Done</Badge>}
                {isSkipped && <Badge tone="secondary">Skipped</Badge>}
              </h3>
              <p className="text-muted text-xs">{words[step].text}</p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {isSkipped ? (
                <Button onClick={() => void setSkipped(step, false)} size="sm" variant="ghost">
                  Bring back
                </Button>
              ) : (
                <>
                  {!isDone && (
                    <Button onClick={() => void setSkipped(step, true)} size="sm" variant="ghost">
                      Skip
                    </Button>
                  )}
                  {renderActions[step]()}
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepMark({ number, isDone, isSkipped }: { number: number; isDone: boolean; isSkipped: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid size-6 flex-none place-items-center rounded-full font-semibold text-xs",
        isDone ? "bg-primary-soft text-primary-text" : "border border-control text-muted",
      )}
    >
      {isDone ? <Check className="size-3.5" /> : isSkipped ? <Minus className="size-3.5" /> : number}
    </span>
  );
}
