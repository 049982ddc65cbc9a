import { isComputed } from "@atoll/contract/fields/field-schemas";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useDepartmentNames } from "../../../capabilities/people/use-department-names.ts";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { fieldValueOf } from "../data/use-task-fields.ts";
import { OwnControl } from "./own-control.tsx";
import { OwnValue } from "./own-value.tsx";
import { FieldRow, ValueButton } from "./value-button.tsx";

/** The company's own fields of a task, each changed where it is; and below them what it has of other departments. */
export function OwnFields({ work }: { work: TaskWork }) {
  const { task } = work;
  // A task that an earlier version of the app has kept for later has none.
  const { ownFields = [], otherFields = [] }: Partial<OpenTask> = task;
  const nameOf = useDepartmentNames(otherFields.map(({ departmentId }) => departmentId));
  return (
    <>
      {ownFields.map((field) => {
        const value = fieldValueOf(task, field.name);
        if (isComputed(field))
          return (
            <FieldRow key={field.name} label={field.label}>
              <OwnValue field={field} task={task} />
            </FieldRow>
          );
        return (
          <FieldRow key={field.name} label={field.label}>
            <OwnControl
              field={field}
              value={value}
              version={task.version}
              people={task.fieldPeople}
              onChange={({ value: next, seen, person, said }) =>
                work.run(
                  setFields(
                    {
                      fields: { [field.name]: next },
                      seenFields: { [field.name]: seen },
                      ...(person && { fieldPeople: [person] }),
                    },
                    said,
                  ),
                )
              }
              trigger={
                <ValueButton label={field.label} className="flex-wrap py-1">
                  {value === null ? (
                    <span className="text-muted">None</span>
                  ) : (
                    <OwnValue field={field} task={task} />
                  )}
                </ValueButton>
              }
            />
            {field.kind === "link" && typeof value === "string" && (
              <a
                className="text-primary-text text-xs hover:underline"
                href={value}
                rel="noreferrer"
                target="_blank"
              >
                Open
              </a>
            )}
          </FieldRow>
        );
      })}
      {otherFields.map(({ departmentId, ...field }) => (
        <FieldRow key={field.name} label={field.label}>
          <span className="flex min-w-0 flex-wrap items-center gap-1.5">
            <span className="text-faint text-xs">From {nameOf(departmentId) ?? "another department"}:</span>
            <OwnValue field={field} task={task} />
          </span>
        </FieldRow>
      ))}
    </>
  );
}
