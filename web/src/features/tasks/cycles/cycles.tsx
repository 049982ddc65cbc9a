import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import type { ListedCycle, TaskCycleList } from "@atoll/contract/tasks/cycle-schemas";
import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import { ArrowLeft, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useActiveDepartment, useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
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
import { OpenCycles, type OpenedCycle } from "./open-cycles.tsx";

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
  // By what they were opened for, so that they stay when the page shows another department or cycle, or none.
  const [setting, setSetting] = useState<{ id: string; name: string }>();
  const [opened, setOpened] = useState<OpenedCycle>();
  if (!query.data)
    return query.error ? (
      <LoadState query={query} failure="Failed to load the cycles" />
    ) : (
      <RowSkeletons label="Loading the cycles" mark={28} rowClassName="py-2" />
    );
  if (!chosen)
    return <EmptyState drawing="tasks" title="Cycles belong to departments, and you are in none." />;
  const listOf = (id: string): TaskCycleList =>
    lists.find((one) => one.departmentId === id) ?? { ...unset, departmentId: id };
  const list = listOf(chosen.id);
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
          <Button size="sm" icon={Settings2} onClick={() => setSetting(chosen)}>
            Settings
          </Button>
        )}
      </div>
      {cycleId ? (
        <section key={cycleId} aria-label="Report" className="flex flex-col gap-4">
          <Button
            className="self-start"
            icon={ArrowLeft}
            onClick={() => onChange({ department: chosen.id })}
            size="sm"
            variant="ghost"
          >
            All cycles
          </Button>
          <CycleReport cycle={{ id: cycleId }} hasHead />
        </section>
      ) : (
        <div className="flex flex-col gap-4">
          {list.isOn ? (
            <OpenCycles list={list} today={query.data.today} isManager={isManager} onAct={setOpened} />
          ) : (
            <NoCycles
              name={chosen.name}
              action={
                isManager && (
                  <Button size="sm" onClick={() => setSetting(chosen)}>
                    Switch on cycles
                  </Button>
                )
              }
            />
          )}
          {list.past.length > 0 && <PastCycles key={chosen.id} departmentId={chosen.id} onOpen={onChange} />}
        </div>
      )}
      {setting && (
        <CycleSettingsDialog
          key={setting.id}
          list={listOf(setting.id)}
          departmentName={setting.name}
          onClose={() => setSetting(undefined)}
        />
      )}
      {opened?.act === "edit" && (
        <CycleDialog
          key={opened.cycle.id}
          opened={opened.cycle}
          hasStarted={opened.hasStarted}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.act === "end" && (
        <EndCycleDialog
          key={opened.cycle.id}
          opened={opened.cycle}
          unfinished={opened.unfinished}
          onClose={() => setOpened(undefined)}
        />
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
