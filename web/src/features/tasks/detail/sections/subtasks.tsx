import { maxSubtasks, taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { Plus } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { LengthCount } from "../../../../capabilities/writing/field/length-count.tsx";
import { isTooLong } from "../../../../capabilities/writing/field/text-length.ts";
import { isComposing } from "../../../../lib/page/is-composing.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Checkbox } from "../../../../ui/field/checkbox.tsx";
import { ProgressBar } from "../../../../ui/progress/progress-bar.tsx";
import { addSubtask, byCreation, setSubtaskStatus } from "../../changes/open-task-changes.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { isOpen } from "../../data/is-open.ts";
import { useWhileEditing } from "../editing.tsx";
import { Section } from "./section.tsx";
import { type OpenTaskById, rowList, TaskRow } from "./task-row.tsx";

/** The sub-tasks of a task, in the order in which they were added. */
export function Subtasks({ work, onOpen }: { work: TaskWork; onOpen: OpenTaskById }) {
  const subtasks = byCreation(work.task.subtaskList);
  const done = subtasks.filter((task) => !isOpen(task)).length;
  return (
    <Section
      title="Sub-tasks"
      action={
        subtasks.length > 0 && (
          <>
            <span className="text-muted text-xs">
              {done} of {subtasks.length} done
            </span>
            <ProgressBar label="Sub-tasks done" value={done} max={subtasks.length} className="w-24" />
          </>
        )
      }
    >
      {subtasks.length > 0 && (
        <ul className={rowList} aria-label="Sub-tasks">
          {subtasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              onOpen={onOpen}
              lead={
                <Checkbox
                  label={`Done: ${task.title}`}
                  hideLabel
                  checked={!isOpen(task)}
                  onChange={({ target }) =>
                    work.change(setSubtaskStatus(task, target.checked ? "done" : "todo"))
                  }
                />
              }
            />
          ))}
        </ul>
      )}
      {subtasks.length < maxSubtasks ? (
        <NewSubtask work={work} />
      ) : (
        <p className="text-muted text-xs">At most {maxSubtasks} sub-tasks.</p>
      )}
    </Section>
  );
}

/** Enter adds one and waits for the next. What was refused stands there again. */
function NewSubtask({ work }: { work: TaskWork }) {
  const [title, setTitle] = useState("");
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  useWhileEditing(title !== "");
  const isLong = isTooLong(title, taskTitleMaxLength);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event)) return;
    if (event.key === "Escape" && title !== "") {
      event.preventDefault();
      event.stopPropagation();
      setTitle("");
      setError(null);
    }
    if (event.key !== "Enter" || title.trim() === "" || isLong) return;
    event.preventDefault();
    const sent = title.trim();
    setTitle("");
    setError(null);
    work.run(addSubtask(work.task, sent)).catch((refusal: unknown) => {
      setError(errorMessage(refusal, "Failed to create task"));
      setTitle((typed) => (typed === "" ? sent : typed));
    });
  }
  const note = isLong ? `A title can have at most ${taskTitleMaxLength} characters` : error;
  return (
    <div>
      <div className="field-box flex items-center gap-2 px-2.5">
        <Plus className="size-4 flex-none text-faint" />
        <input
          type="text"
          value={title}
          placeholder="Add a sub-task"
          aria-label="Add a sub-task"
          aria-invalid={note !== null}
          aria-describedby={note ? errorId : undefined}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-8 min-w-0 flex-1 bg-transparent text-sm outline-none max-md:h-10 max-md:text-lg"
        />
        <LengthCount text={title} max={taskTitleMaxLength} />
      </div>
      {note && (
        <p id={errorId} role="alert" className="pt-1 font-medium text-danger-text text-xs">
          {note}
        </p>
      )}
    </div>
  );
}
