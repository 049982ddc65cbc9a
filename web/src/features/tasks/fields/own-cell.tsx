import { isComputed } from "@atoll/contract/fields/field-schemas";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { fieldValueOf } from "../data/use-task-fields.ts";
import { changeOf } from "./cells.tsx";
import { OwnControl } from "./own-control.tsx";
import { OwnValue } from "./own-value.tsx";
import { ValueButton } from "./value-button.tsx";

/** A field of the company's own in a row of a list, changed where it is. */
export function OwnCell({ task, field }: { task: Task; field: TaskField }) {
  const queue = useChanges(taskChanges);
  const value = fieldValueOf(task, field.name);
  if (isComputed(field))
    return (
      <span className="inline-flex min-h-6 min-w-0 items-center px-0.5 text-xs">
        <OwnValue field={field} task={task} />
      </span>
    );
  return (
    <OwnControl
      field={field}
      value={value}
      version={task.version}
      people={task.fieldPeople}
      onChange={async ({ value: next, seen, person, said }) => {
        const set = {
          fields: { [field.name]: next },
          seenFields: { [field.name]: seen },
          ...(person && { fieldPeople: [person] }),
        };
        await queue.run(changeOf(task, set, said));
      }}
      trigger={
        <ValueButton
          label={`${field.label} of ${task.title}`}
          className="relative z-1 ml-0! min-h-6! min-w-6 gap-1! px-0.5! text-xs"
        >
          <OwnValue field={field} task={task} />
        </ValueButton>
      }
    />
  );
}
