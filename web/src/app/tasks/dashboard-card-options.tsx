import { openTaskStatuses, type TaskScope, taskPriorities } from "@atoll/contract/tasks/limits";
import type { CardOptionsProps } from "../../features/dashboard/cards/card-parts.ts";
import { priorityNames, scopeNames, statusNames } from "../../features/tasks/data/task-words.ts";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { Select } from "../../ui/field/select.tsx";

const scopes: readonly TaskScope[] = ["assigned", "created", "my", "all"];
const scopeWords: Readonly<Record<TaskScope, string>> = {
  ...scopeNames,
  assigned: "Assigned to me",
  created: "Created by me",
  my: "Mine: assigned or created",
  all: "All tasks I can see",
};

/** Which tasks a card shows. */
export function Options({ options, onChange }: CardOptionsProps) {
  return (
    <>
      <Select
        label="Tasks"
        onValueChange={(scope) => onChange({ ...options, scope })}
        options={scopes.map((scope) => ({ value: scope, label: scopeWords[scope] }))}
        value={options.scope ?? "assigned"}
      />
      <MultiSelect
        help={`Open ones only: ${openTaskStatuses.map((status) => statusNames[status]).join(", ")}. None chosen: all priorities.`}
        label="Priorities"
        onValueChange={(priorities) => onChange({ ...options, priorities })}
        options={taskPriorities.map((priority) => ({ value: priority, label: priorityNames[priority] }))}
        value={options.priorities ?? []}
      />
    </>
  );
}
