import type { Person } from "@atoll/contract/people/schemas";
import { taskPriorities, taskScopes, taskStatuses } from "@atoll/contract/tasks/limits";
import { CircleDashed, Flag } from "lucide-react";
import type { ReactNode } from "react";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import type { ShownTasks } from "../data/task-filter.ts";
import { maxFilterLength } from "../data/task-filter.ts";
import { priorityNames, scopeNames, statusNames } from "../data/task-words.ts";
import { AssigneeFilter } from "./assignee-filter.tsx";
import { CheckFilter } from "./check-filter.tsx";
import { DuringFilters } from "./during-filters.tsx";
import { TagFilter } from "./tag-filter.tsx";

export interface FilterBarProps {
  /** Who has tasks on the screen. */
  people: readonly Person[];
  shown: ShownTasks;
  onChange: (shown: ShownTasks) => void;
  isSearching: boolean;
  /** Stands at the end: how many there are. */
  children?: ReactNode;
}

/** What the tasks are narrowed by. Specification, sections 4 (scopes) and 5 (text filter). */
export function FilterBar({ shown, onChange, isSearching, people, children }: FilterBarProps) {
  const set = (change: Partial<ShownTasks>) => onChange({ ...shown, ...change });
  const isEvery = shown.statuses.length === taskStatuses.length;
  return (
    <div className="mb-4 flex flex-none items-center gap-2 max-md:-mx-4 max-md:mb-2 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 md:flex-wrap">
      <Segmented
        label="Scope"
        onValueChange={(scope) => set({ scope })}
        options={taskScopes.map((value) => ({ value, label: scopeNames[value] }))}
        value={shown.scope}
      />
      <FilterField
        className="h-7 w-[230px] max-md:w-52 max-md:flex-none"
        label="Filter tasks"
        loading={isSearching}
        maxLength={maxFilterLength}
        onChange={(text) => set({ text })}
        placeholder="Filter by title or description"
        value={shown.text}
      />
      <CheckFilter
        chosen={isEvery ? [] : shown.statuses}
        icon={CircleDashed}
        name="Status"
        onChange={(chosen) => {
          const statuses = taskStatuses.filter((status) => chosen.includes(status));
          set({ statuses: statuses.length > 0 ? statuses : taskStatuses });
        }}
        onClear={() => set({ statuses: taskStatuses })}
        options={taskStatuses.map((value) => ({ value, label: statusNames[value] }))}
      />
      <CheckFilter
        chosen={shown.priorities}
        icon={Flag}
        name="Priority"
        onChange={(chosen) => set({ priorities: taskPriorities.filter((one) => chosen.includes(one)) })}
        onClear={() => set({ priorities: [] })}
        options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
      />
      <AssigneeFilter chosen={shown.assignees} onChange={(assignees) => set({ assignees })} people={people} />
      <TagFilter chosen={shown.tags} onChange={(tags) => set({ tags })} />
      <DuringFilters shown={shown} onChange={onChange} />
      <span className="ml-auto whitespace-nowrap text-muted text-xs max-md:hidden">{children}</span>
    </div>
  );
}
