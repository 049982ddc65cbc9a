import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import type { ListedCycle, TaskCycleList } from "@atoll/contract/tasks/cycle-schemas";
import { phaseOf } from "@atoll/contract/tasks/cycles";
import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import { ArrowLeft, List, Pencil, Settings2, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { cycleDates, cyclesKey, useCycleLists } from "../data/use-task-cycles.ts";
import { CycleDialog, EndCycleDialog } from "./cycle-dialogs.tsx";
import { CycleReport } from "./cycle-report.tsx";
import { CycleSettingsDialog } from "./cycle-settings.tsx";

export interface CyclesProps {
  departmentId: string | undefined;
  /** The cycle whose report is shown; left out: the current one. */
  cycleId: string | undefined;
  onChange: (change: { department?: string | undefined; cycle?: string | undefined }) => void;
}

const unset = {
  ...{ version: 0, isOn: false, weeks: 2, weekday: 1, pauseWeeks: 0, open: [], past: [] },
  unfinished: "next" as const,
};

/** The cycles of a department: the current one with its progress, the next one, and the reports of those that have ended. */
export function Cycles({ departmentId, cycleId, onChange }: CyclesProps) {
  const viewer = useViewer();
  const active = useActiveDepartment();
  const isManager = canManageTaskFields(viewer);
  const everyDepartment = useAllDepartments();
  const departments = isManager ? everyDepartment : viewer.departments;
  const query = useCycleLists();
  const lists = query.data?.lists ?? [];
  const usual =
    viewer.departments.find(({ slug }) => slug === active)?.id ??
    departments.find(({ id }) => lists.some((list) => list.departmentId === id && list.isOn))?.id ??
    departments[0]?.id;
  const chosen =
    departments.find(({ id }) => id === departmentId) ?? departments.find(({ id }) => id === usual);
  const [isSetting, setIsSetting] = useState(false);
  if (!query.data)
    return query.error ? (
      <LoadState query={query} failure="Failed to load the cycles" />
    ) : (
      <RowSkeletons label="Loading the cycles" mark={28} rowClassName="py-2" />
    );
  if (!chosen)
    return <EmptyState drawing="tasks" title="Cycles belong to departments, and you are in none." />;
  const list: TaskCycleList = lists.find((one) => one.departmentId === chosen.id) ?? {
    ...unset,
    departmentId: chosen.id,
  };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          className="w-52"
          label="Department"
          hideLabel
          value={chosen.id}
          onValueChange={(department) => onChange({ department })}
          options={departments.map(({ id: value, name: label }) => ({ value, label }))}
        />
        <span className="ml-auto" />
        {isManager && list.isOn && (
          <Button size="sm" icon={Settings2} onClick={() => setIsSetting(true)}>
            Settings
          </Button>
        )}
      </div>
      {cycleId ? (
        <OneReport key={cycleId} cycleId={cycleId} onBack={() => onChange({ department: chosen.id })} />
      ) : (
        <div className="flex flex-col gap-4">
          {list.isOn ? (
            <OpenCycles list={list} today={query.data.today} isManager={isManager} />
          ) : (
            <NoCycles
              name={chosen.name}
              action={
                isManager && (
                  <Button size="sm" onClick={() => setIsSetting(true)}>
                    Switch on cycles
                  </Button>
                )
              }
            />
          )}
          {list.past.length > 0 && <PastCycles key={chosen.id} departmentId={chosen.id} onOpen={onChange} />}
        </div>
      )}
      {isSetting && (
        <CycleSettingsDialog list={list} departmentName={chosen.name} onClose={() => setIsSetting(false)} />
      )}
    </>
  );
}

function NoCycles({ name, action }: { name: string; action: ReactNode }) {
  return (
    <EmptyState drawing="tasks" title={`${name} has no cycles.`} action={action}>
      {action
        ? "A cycle is a period of one to eight weeks with a goal, for which tasks are planned."
        : "People who manage tasks or departments can switch them on."}
    </EmptyState>
  );
}

interface OpenCyclesProps {
  list: TaskCycleList;
  today: string;
  isManager: boolean;
}

function OpenCycles({ list, today, isManager }: OpenCyclesProps) {
  const current = list.open.find((cycle) => phaseOf(cycle, today) === "current");
  const next = list.open.filter(({ id }) => id !== current?.id);
  const [isEnding, setIsEnding] = useState(false);
  return (
    <>
      {current ? (
        <section aria-label="Current cycle" className="flex flex-col gap-4">
          <CycleHead
            phase="Current cycle"
            cycle={current}
            hasStarted
            isManager={isManager}
            more={
              isManager && (
                <Button size="sm" icon={Square} onClick={() => setIsEnding(true)}>
                  End now
                </Button>
              )
            }
          />
          <CycleReport cycle={current} />
        </section>
      ) : (
        <p className="text-muted text-sm">There is no current cycle. The next one starts on its first day.</p>
      )}
      {next.map((cycle) => (
        <section aria-label="Next cycle" key={cycle.id}>
          <CycleHead phase="Next cycle" cycle={cycle} hasStarted={false} isManager={isManager} />
        </section>
      ))}
      {isEnding && current && (
        <EndCycleDialog cycle={current} unfinished={list.unfinished} onClose={() => setIsEnding(false)} />
      )}
    </>
  );
}

interface CycleHeadProps {
  phase: string;
  cycle: ListedCycle;
  hasStarted: boolean;
  isManager: boolean;
  more?: ReactNode;
}

function CycleHead({ phase, cycle, hasStarted, isManager, more }: CycleHeadProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className="rounded-lg border bg-surface-raised px-4 py-3 shadow-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0">
          <p className="text-muted text-xs">{phase}</p>
          <h2 className="truncate font-semibold text-md">{cycle.name}</h2>
        </div>
        <span className="text-muted text-sm">{cycleDates(cycle)}</span>
        <span className="ml-auto flex flex-none items-center gap-2">
          <TasksLink cycleId={cycle.id} />
          {isManager && (
            <IconButton
              icon={Pencil}
              label={`Edit ${cycle.name}`}
              size="sm"
              onClick={() => setIsEditing(true)}
            />
          )}
          {more}
        </span>
      </div>
      {cycle.goal === "" ? (
        isManager && (
          <Button className="-ml-2 mt-1" size="sm" variant="ghost" onClick={() => setIsEditing(true)}>
            Set a goal
          </Button>
        )
      ) : (
        <p className="mt-2 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{cycle.goal}</p>
      )}
      {isEditing && <CycleDialog cycle={cycle} hasStarted={hasStarted} onClose={() => setIsEditing(false)} />}
    </div>
  );
}

function TasksLink({ cycleId }: { cycleId: string }) {
  return (
    <AddressLink
      address={`/tasks?view=list&department=all&status=all&cycles=${cycleId}`}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-primary-text text-sm hover:underline max-md:min-h-9"
    >
      <List aria-hidden="true" className="size-3.5" />
      Show tasks
    </AddressLink>
  );
}

function OneReport({ cycleId, onBack }: { cycleId: string; onBack: () => void }) {
  return (
    <section aria-label="Report" className="flex flex-col gap-4">
      <Button className="self-start" icon={ArrowLeft} size="sm" variant="ghost" onClick={onBack}>
        All cycles
      </Button>
      <CycleReport cycle={{ id: cycleId }} hasHead />
    </section>
  );
}

interface PastCyclesProps {
  departmentId: string;
  onOpen: (change: { department: string; cycle: string }) => void;
}

function PastCycles({ departmentId, onOpen }: PastCyclesProps) {
  const list = usePages<ListedCycle>({
    queryKey: [...cyclesKey, "past", departmentId],
    fetchPage: (cursor, { signal }) =>
      call(taskCycleRoutes.listPastTaskCycles, { params: { departmentId }, query: { cursor } }, { signal }),
    keyOf: keyOfCycle,
    on: { "task-cycles.changed": refetchSpread },
  });
  return (
    <Card title="Past cycles" flush>
      <PagedList
        list={list}
        failure="Failed to load the past cycles"
        skeleton={<RowSkeletons label="Loading the past cycles" mark={16} rowClassName="px-4 py-2" />}
        empty={null}
      >
        {(cycles) => (
          <ul className="divide-y border-t text-sm">
            {cycles.map((cycle) => (
              <li key={cycle.id} className="flex min-h-10 flex-wrap items-center gap-x-3 px-4 py-1">
                <button
                  type="button"
                  className="min-h-7 rounded-xs font-medium hover:text-primary-text hover:underline max-md:min-h-9"
                  onClick={() => onOpen({ department: departmentId, cycle: cycle.id })}
                >
                  {cycle.name}
                </button>
                <span className="min-w-0 flex-1 truncate text-muted">{cycle.goal}</span>
                <span className="text-muted text-xs">{cycleDates(cycle)}</span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

const keyOfCycle = ({ id }: ListedCycle) => id;
