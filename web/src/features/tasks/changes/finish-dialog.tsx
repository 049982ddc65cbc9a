import { useRef } from "react";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import type { FinishQuestion } from "./finish-question.ts";

/** Asks whether open sub-tasks are finished with their task. */
export function FinishDialog({ question: { title, openCount, answer } }: { question: FinishQuestion }) {
  const isOne = openCount === 1;
  const verb = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description={`${title}: ${isOne ? "1 sub-task is" : `${openCount} sub-tasks are`} still open.`}
      footer={
        <>
          <Button className="mr-auto" onClick={() => answer(undefined)} variant="ghost">
            Cancel
          </Button>
          <Button onClick={() => answer("alone")}>{isOne ? "Leave it open" : "Leave them open"}</Button>
          <Button ref={verb} type="submit" variant="primary">
            {isOne ? "Finish it too" : `Finish all ${openCount}`}
          </Button>
        </>
      }
      initialFocus={verb}
      onClose={() => answer(undefined)}
      onSubmit={submitTo(() => answer("with sub-tasks"))}
      role="alertdialog"
      title="Finish the sub-tasks too?"
      width={440}
    />
  );
}
