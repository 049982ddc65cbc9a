import type { TaskCycle } from "@atoll/contract/tasks/cycle-schemas";
import { phaseOf } from "@atoll/contract/tasks/cycles";
import type { Task } from "@atoll/contract/tasks/schemas";
import { RefreshCw } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { Select, type SelectProps } from "../../../ui/field/select.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuChoice } from "../../../ui/popup/menu-entry.ts";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { cycleDates, useTaskCycles, valuesInCycle } from "../data/use-task-cycles.ts";
import type { BulkChanges } from "./bulk-popovers.tsx";
import { CellButton, type CellProps, changeOf } from "./cells.tsx";
import { FieldRow, ValueButton } from "./value-button.tsx";

const none = "none";

/** The cycles that a task can be moved to, for a menu; undefined where its department has none. */
function useCycleChoice(
  task: Pick<Task, "departmentId"> & Partial<Pick<Task, "cycle">>,
  onChoose: (cycle: TaskCycle | null) => void,
): MenuChoice | undefined {
  const { open, today } = useTaskCycles();
  const cycles: readonly TaskCycle[] = open(task.departmentId);
  const { cycle = null } = task;
  const isOther = cycle !== null && !cycles.some(({ id }) => id === cycle.id);
  if (cycles.length === 0 && !cycle) return undefined;
  return {
    choice: "Cycle",
    hasDigits: true,
    value: cycle?.id ?? none,
    options: [
      ...cycles.map((one) => ({
        value: one.id,
        label: `${one.name} (${phaseOf(one, today)}, ${cycleDates(one)})`,
      })),
      ...(isOther ? [{ value: cycle.id, label: cycle.name }] : []),
      { value: none, label: "No cycle" },
    ],
    onValueChange(next) {
      const chosen = cycles.find(({ id }) => id === next) ?? null;
      if (next !== (cycle?.id ?? none) && (chosen || next === none)) onChoose(chosen);
    },
  };
}

const said = (cycle: TaskCycle | null) => (cycle ? `Moved to ${cycle.name}` : "Moved to no cycle");

/** The cycle of an open task, chosen from a menu; nothing where its department has no cycles. */
export function CycleRow({ work }: { work: TaskWork }) {
  const { cycle = null } = work.task;
  const choice = useCycleChoice(work.task, (next) => work.change(setFields(valuesInCycle(next), said(next))));
  if (!choice) return null;
  return (
    <FieldRow label="Cycle">
      <Menu
        label="Cycle"
        items={[choice]}
        trigger={
          <ValueButton label="Cycle" field="cycle">
            <span className={cx("truncate", !cycle && "text-muted")}>{cycle?.name ?? "No cycle"}</span>
          </ValueButton>
        }
      />
    </FieldRow>
  );
}

/** The cycle of a task in a row, and on a card for its key. */
export function CycleCell({ task, onChange, isChip = false }: CellProps & { isChip?: boolean }) {
  const { cycle = null } = task;
  const choice = useCycleChoice(task, (next) => onChange(changeOf(task, valuesInCycle(next), said(next))));
  if (!choice) return null;
  const menu = (
    <Menu
      label="Cycle"
      align="start"
      items={[choice]}
      trigger={
        <CellButton
          cell="cycle"
          className={cx(isChip && "max-w-[120px] flex-none text-2xs text-muted")}
          label={`Cycle of ${task.title}: ${cycle?.name ?? "none"}`}
        >
          <RefreshCw aria-hidden="true" className="mr-1 size-3 flex-none" />
          <span className="truncate">{cycle?.name ?? "No cycle"}</span>
        </CellButton>
      }
    />
  );
  // Without a cycle, it takes space only when its key has opened it.
  return isChip && !cycle ? (
    <span className="sr-only focus-within:not-sr-only has-data-popup-open:not-sr-only">{menu}</span>
  ) : (
    menu
  );
}

/** Moves all of them to one cycle, where all are of one department that has cycles. */
export function CycleMany({ changes, tasks }: { changes: BulkChanges; tasks: readonly Task[] }) {
  const { open } = useTaskCycles();
  const [departmentId = null, ...others] = new Set(tasks.map((task) => task.departmentId));
  const cycles = others.length === 0 ? open(departmentId) : [];
  if (cycles.length === 0) return null;
  return (
    <Menu
      items={[
        ...cycles.map((cycle) => ({
          label: cycle.name,
          onSelect: () => changes.change(valuesInCycle(cycle), `moved to ${cycle.name}`),
        })),
        { label: "No cycle", onSelect: () => changes.change(valuesInCycle(null), "moved to no cycle") },
      ]}
      label="Cycle"
      side="top"
      trigger={<BarButton icon={RefreshCw} label="Cycle" />}
    />
  );
}

interface CycleSelectProps extends Pick<SelectProps<string>, "value" | "onValueChange" | "error" | "ref"> {
  cycles: readonly TaskCycle[];
}

/** The cycle of a new task; nothing where its department has none. */
export function CycleSelect({ cycles, value, ...field }: CycleSelectProps) {
  if (cycles.length === 0) return null;
  return (
    <Select
      {...field}
      label="Cycle"
      value={cycles.some(({ id }) => id === value) ? value : ""}
      options={[{ value: "", label: "None" }, ...cycles.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}
