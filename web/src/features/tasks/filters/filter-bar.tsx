import type { Person } from "@atoll/contract/people/schemas";
import { cyclePhases } from "@atoll/contract/tasks/cycles";
import {
  taskDependencies,
  taskDueParts,
  taskPriorities,
  taskScopes,
  taskStarts,
  taskStatuses,
} from "@atoll/contract/tasks/limits";
import { isUuid } from "@atoll/contract/uuid";
import { Bell, Calendar, CalendarArrowUp, ChartColumn, CircleDashed, Flag, User } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";
import { duringNames, duringWords } from "../data/during.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import {
  cyclePhaseNames,
  dependencyNames,
  dueNames,
  priorityNames,
  scopeNames,
  startNames,
} from "../data/task-words.ts";
import { useTaskCycles } from "../data/use-task-cycles.ts";
import { useTaskFields } from "../data/use-task-fields.ts";
import { chosenStates, useTaskStates, withStates } from "../data/use-task-states.ts";
import { StatusRing } from "../status-ring.tsx";
import { OwnFilters } from "./own-filters.tsx";
import { TagFilter } from "./tag-filter.tsx";

export interface FilterBarProps {
  /** The people who have tasks on the screen. */
  people: readonly Person[];
  shown: ShownTasks;
  onChange: (shown: ShownTasks) => void;
  isSearching: boolean;
  /** Stands before the filters: how a list is told apart. */
  arrange?: ReactNode;
  /** There are many controls next to the field. */
  isNarrow?: boolean;
  /** Stands at the end: how many there are. */
  children?: ReactNode;
}

/** The filters of the tasks. Specification, sections 4 (scopes) and 5 (text filter). */
export function FilterBar({
  shown,
  onChange,
  isSearching,
  people,
  arrange,
  isNarrow = false,
  children,
}: FilterBarProps) {
  const set = (change: Partial<ShownTasks>) => onChange({ ...shown, ...change });
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  const isPhone = useIsPhone();
  const fields = useTaskFields().of(shown.departments);
  const options = useTaskStates().shared(shown.departments);
  const isEvery = shown.statuses.length === taskStatuses.length && shown.states.length === 0;
  return (
    <div className="mb-4 flex flex-none gap-2 max-md:mb-2 max-md:flex-col">
      <div className="flex min-w-0 flex-1 gap-2 max-md:flex-col md:flex-wrap md:items-center">
        <div className="flex min-w-0 items-center gap-2 md:contents">
          <Segmented
            className="max-md:[&_label]:px-2"
            label="Scope"
            onValueChange={(scope) => set({ scope })}
            options={taskScopes.map((value) => ({ value, label: scopeNames[value] }))}
            value={shown.scope}
          />
          <FilterField
            className={cx(
              "h-7! max-md:h-9! max-md:w-0 max-md:min-w-0 max-md:flex-1",
              // On a screen of the usual width all filters stand in one row then.
              isNarrow
                ? "md:min-w-0 md:max-w-[230px] md:flex-[1_1_112px]"
                : "md:max-w-[230px] md:flex-[1_0_176px]",
            )}
            label="Filter tasks"
            loading={isSearching}
            maxLength={200}
            onChange={(text) => set({ text })}
            placeholder={isPhone || isNarrow ? "Title or text" : "Filter by title or text"}
            value={shown.text}
          />
        </div>
        <div
          ref={row}
          className="flex min-w-0 items-center gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4 max-md:py-1 md:contents"
        >
          {arrange}
          <CheckFilter
            chosen={isEvery ? [] : chosenStates(options, shown)}
            icon={CircleDashed}
            name="Status"
            onChange={(chosen) => set(withStates(options, chosen))}
            onClear={() => set({ statuses: taskStatuses, states: [] })}
            options={options.map((one) => ({
              value: one.value,
              label: one.name,
              ...(one.state && { lead: <StatusRing {...one} /> }),
            }))}
          />
          <CheckFilter
            chosen={shown.priorities}
            icon={Flag}
            name="Priority"
            onChange={(chosen) => set({ priorities: taskPriorities.filter((one) => chosen.includes(one)) })}
            onClear={() => set({ priorities: [] })}
            options={taskPriorities.map((value) => ({ value, label: priorityNames[value] }))}
          />
          <AssigneeFilter
            chosen={shown.assignees}
            onChange={(assignees) => set({ assignees })}
            people={people}
          />
          <TagFilter chosen={shown.tags} onChange={(tags) => set({ tags })} />
          <CheckFilter
            chosen={shown.due}
            icon={Calendar}
            name="Due"
            onChange={(chosen) => set({ due: taskDueParts.filter((part) => chosen.includes(part)) })}
            onClear={() => set({ due: [] })}
            options={taskDueParts.map((value) => ({ value, label: dueNames[value] }))}
          />
          <PlanFilter shown={shown} onChange={set} />
          <OwnFilters fields={fields} chosen={shown.fields} onChange={(chosen) => set({ fields: chosen })} />
          <DuringFilters shown={shown} onChange={onChange} />
        </div>
      </div>
      {children && (
        // In the first line, however many lines the filters take.
        <span className="flex h-7 flex-none items-center whitespace-nowrap text-muted text-xs max-md:hidden">
          {children}
        </span>
      )}
    </div>
  );
}

type Plan = Pick<ShownTasks, "start" | "dependencies" | "cycles">;

interface PlanFilterProps {
  shown: Plan & Pick<ShownTasks, "departments">;
  onChange: (change: Plan) => void;
}

/**
 * Narrows to tasks that wait: for others, or for the day on which they start; and to those of cycles. One pill, so that all
 * filters stay in one row.
 */
function PlanFilter({ shown: { start, dependencies, cycles, departments }, onChange }: PlanFilterProps) {
  const chosen = [...dependencies, ...start, ...cycles.map(cycleKey)];
  return (
    <CheckFilter<string>
      chosen={chosen}
      icon={CalendarArrowUp}
      name="Plan"
      onChange={(next) =>
        onChange({
          dependencies: taskDependencies.filter((one) => next.includes(one)),
          start: taskStarts.filter((one) => next.includes(one)),
          cycles: next.flatMap((one) => (one.startsWith(ofCycle) ? one.slice(ofCycle.length) : [])),
        })
      }
      onClear={() => onChange({ dependencies: [], start: [], cycles: [] })}
      options={[
        ...taskDependencies.map((value) => ({ value, label: dependencyNames[value] })),
        ...taskStarts.map((value) => ({ value, label: startNames[value] })),
        ...useCycleOptions(departments, cycles),
      ]}
    />
  );
}

/** Tells "no cycle" from "no start date". */
const ofCycle = "cycle ";
const cycleKey = (value: string) => ofCycle + value;

/** The cycles to choose from, where the departments have some. */
function useCycleOptions(departments: readonly string[], chosen: readonly string[]) {
  const known = useTaskCycles().of(departments);
  if (known.length === 0 && chosen.length === 0) return [];
  const unknown = chosen.filter((one) => isUuid(one) && !known.some(({ id }) => id === one));
  return [
    ...cyclePhases.map((value) => ({ value: cycleKey(value), label: cyclePhaseNames[value] })),
    { value: cycleKey("none"), label: "No cycle" },
    ...known.map(({ id, name }) => ({ value: cycleKey(id), label: name })),
    ...unknown.map((id) => ({ value: cycleKey(id), label: "A former cycle" })),
  ];
}

interface AssigneeFilterProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The people who have tasks on the screen. */
  people: readonly Person[];
}

/** The people whose tasks are shown. */
function AssigneeFilter({ chosen, onChange, people }: AssigneeFilterProps) {
  const viewer = useViewer();
  const [found, setFound] = useState<readonly Person[]>([]);
  const names = new Map([...people, ...found].map((person) => [person.id, authorName(person)]));
  const others = new Set([...chosen, ...names.keys()]);
  others.delete(viewer.id);
  others.delete("none");
  return (
    <CheckFilter
      chosen={chosen}
      icon={User}
      name="Assignee"
      onChange={onChange}
      onClear={() => onChange([])}
      options={[
        { value: viewer.id, label: "Me" },
        { value: "none", label: "Nobody" },
        ...[...others].map((id) => ({ value: id, label: names.get(id) ?? "A colleague" })),
      ]}
    >
      <PersonSearch
        onChoose={(person) => {
          setFound((before) => [...before, person]);
          if (!chosen.includes(person.id)) onChange([...chosen, person.id]);
        }}
      />
    </CheckFilter>
  );
}

interface DuringFiltersProps {
  shown: ShownTasks;
  onChange: (shown: ShownTasks) => void;
}

/** The filters for the tasks that a figure of analytics or an inbox entry counts. Each can be removed. */
function DuringFilters({ shown, onChange }: DuringFiltersProps) {
  return duringNames.map((name) => {
    const value = shown[name];
    if (value === undefined) return null;
    const clear = () => onChange({ ...shown, [name]: undefined });
    return (
      <FilterButton
        key={name}
        icon={name === "told" ? Bell : ChartColumn}
        active
        label={duringWords(name, value)}
        onClick={clear}
        onClear={clear}
      />
    );
  });
}
