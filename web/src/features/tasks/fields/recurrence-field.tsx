import type { NewRecurrence } from "@atoll/contract/tasks/schemas";
import { Repeat } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { Popover } from "../../../ui/popup/popover.tsx";
import { setRecurrence } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-task-work.ts";
import { recurrenceInSentence, recurrenceWords } from "../data/recurrence-words.ts";
import { RecurrenceForm } from "./recurrence-form.tsx";
import { ValueButton } from "./value-button.tsx";

/** Whether a task comes again, and when. What comes again is counted from a due date. */
export function RecurrenceField({ work }: { work: TaskWork }) {
  const { recurrence, due } = work.task;
  const words = recurrence ? recurrenceWords(recurrence) : "Never";
  function set(next: NewRecurrence | null) {
    work.change(setRecurrence(next, next ? `Repeats ${recurrenceInSentence(next)}` : "Repeats no longer"));
  }
  return (
    <Popover
      label="Repeats"
      align="end"
      className="w-[300px]"
      trigger={
        <ValueButton label="Repeats">
          <Repeat className="size-4 text-faint" />
          <span className={cx("text-left", !recurrence && "text-muted")}>{words}</span>
        </ValueButton>
      }
    >
      {(close) => (
        <RecurrenceForm
          dueDate={due?.date ?? null}
          onSet={(next) => {
            set(next);
            close();
          }}
          recurrence={recurrence}
        />
      )}
    </Popover>
  );
}
