import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { taskStatuses } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { sortNames, statusNames } from "../data/task-words.ts";
import type { Board } from "../data/use-board.ts";
import { StatusRing } from "../status-ring.tsx";

export interface MoveDialogProps {
  board: Board;
  /** All of them go to one place. */
  tasks: readonly Task[];
  onMove: (place: PlaceOnBoard) => void;
  onClose: () => void;
}

const top = "top";
const end = "end";

/** Moves a task to a status and a place in it, without dragging. */
export function MoveDialog({ board, tasks, onMove, onClose }: MoveDialogProps) {
  const [first] = tasks;
  const isManual = board.order.sort === "manual";
  const [status, setStatus] = useState<TaskStatus>(first?.status ?? "todo");
  const [place, setPlace] = useState(top);
  const column = board.groups.find((one) => one.status === status);
  const others = (column?.items ?? []).filter(({ id }) => !tasks.some((task) => task.id === id));

  function move(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const index = others.findIndex(({ id }) => id === place);
    const before = place === top ? others[0] : others[index + 1];
    onMove({
      status,
      after: place === top || place === end ? null : place,
      before: place === end ? null : (before?.id ?? null),
    });
    onClose();
  }
  return (
    <Dialog
      description={tasks.length === 1 ? first?.title : `${tasks.length} tasks`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            Move
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      onSubmit={move}
      open
      title="Move to…"
      width={420}
    >
      <Select
        label="Status"
        onValueChange={(next) => {
          setStatus(next);
          setPlace(top);
        }}
        options={taskStatuses.map((value) => ({
          value,
          label: statusNames[value],
          lead: <StatusRing status={value} />,
        }))}
        value={status}
      />
      {isManual ? (
        <Select
          label="Place"
          onValueChange={setPlace}
          options={[
            { value: top, label: "At the top" },
            ...others.slice(0, maxPlaces).map(({ id, title }) => ({ value: id, label: `After ${title}` })),
            ...(others.length > 1 ? [{ value: end, label: "At the end" }] : []),
          ]}
          value={place}
        />
      ) : (
        <p className="text-muted text-xs">
          {`The board is sorted by ${sortNames[board.order.sort].toLowerCase()}, which says the place in the column.`}
        </p>
      )}
    </Dialog>
  );
}

const maxPlaces = 50;
