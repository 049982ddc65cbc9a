import type { ListedCycle, TaskCycleList } from "@atoll/contract/tasks/cycle-schemas";
import { type CyclePhase, phaseOf } from "@atoll/contract/tasks/cycles";
import { List, Pencil, Square } from "lucide-react";
import type { ReactNode } from "react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { cycleDates } from "../data/use-task-cycles.ts";
import { CycleReport } from "./cycle-report.tsx";

/** A cycle for which a dialog is open. */
export interface OpenedCycle {
  act: "edit" | "end";
  cycle: ListedCycle;
  hasStarted: boolean;
  unfinished: TaskCycleList["unfinished"];
}

interface OpenCyclesProps {
  list: TaskCycleList;
  today: string;
  isManager: boolean;
  onAct: (opened: OpenedCycle) => void;
}

/** The cycles that have not ended: the current one with its progress, and the next one. */
export function OpenCycles({ list: { open, unfinished }, today, isManager, onAct }: OpenCyclesProps) {
  const inPhase = (phase: CyclePhase) => open.filter((cycle) => phaseOf(cycle, today) === phase);
  const [current] = inPhase("current");
  const act = (act: OpenedCycle["act"], cycle: ListedCycle) =>
    onAct({ act, cycle, hasStarted: cycle.id === current?.id, unfinished });
  const onEdit = isManager ? (cycle: ListedCycle) => act("edit", cycle) : undefined;
  return (
    <>
      {inPhase("past").map((cycle) => (
        <section aria-label="Ending cycle" key={cycle.id}>
          <CycleHead phase="Over, and ends within minutes" cycle={cycle} onEdit={undefined} />
        </section>
      ))}
      {current ? (
        <section aria-label="Current cycle" className="flex flex-col gap-4">
          <CycleHead
            phase="Current cycle"
            cycle={current}
            onEdit={onEdit}
            more={
              isManager && (
                <Button size="sm" icon={Square} onClick={() => act("end", current)}>
                  End now
                </Button>
              )
            }
          />
          <CycleReport key={current.id} cycle={current} />
        </section>
      ) : (
        <p className="text-muted text-sm">There is no current cycle. The next one starts on its first day.</p>
      )}
      {inPhase("next").map((cycle) => (
        <section aria-label="Next cycle" key={cycle.id}>
          <CycleHead phase="Next cycle" cycle={cycle} onEdit={onEdit} />
        </section>
      ))}
    </>
  );
}

interface CycleHeadProps {
  phase: string;
  cycle: ListedCycle;
  /** Undefined where the viewer cannot edit it. */
  onEdit: ((cycle: ListedCycle) => void) | undefined;
  more?: ReactNode;
}

function CycleHead({ phase, cycle, onEdit, more }: CycleHeadProps) {
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
          {onEdit && (
            <IconButton icon={Pencil} label={`Edit ${cycle.name}`} size="sm" onClick={() => onEdit(cycle)} />
          )}
          {more}
        </span>
      </div>
      {cycle.goal === "" ? (
        onEdit && (
          <Button className="-ml-2 mt-1" size="sm" variant="ghost" onClick={() => onEdit(cycle)}>
            Set a goal
          </Button>
        )
      ) : (
        <p className="mt-2 whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{cycle.goal}</p>
      )}
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
