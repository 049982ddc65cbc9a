import type { Task } from "@atoll/contract/tasks/schemas";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import type { PlaceOnBoard } from "../changes/task-act.ts";
import { sortInSentence } from "../data/task-words.ts";
import { type Board, columnOf } from "../data/use-board.ts";
import { keyIn, sharedOptions, useTaskStates } from "../data/use-task-states.ts";
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
  const states = useTaskStates();
  const options = sharedOptions(states, tasks);
  const isManual = board.order.sort === "manual";
  const form = useForm({
    values: { status: first ? keyIn(options, first) : "todo", place: top },
    send(wanted) {
      const { place } = wanted;
      const index = others.findIndex(({ id }) => id === place);
      const before = place === top ? others[0] : others[index + 1];
      const to = options.find(({ value }) => value === wanted.status);
      if (!to) return;
      onMove({
        status: to.status,
        ...(to.state && { state: to.state }),
        after: place === top || place === end ? null : place,
        before: place === end ? null : (before?.id ?? null),
      });
      onClose();
    },
  });
  const status = useChoice(form, "status");
  const place = useChoice(form, "place");
  const chosen = options.find(({ value }) => value === status.value);
  const column = chosen && columnOf(board, chosen);
  const others = (column?.items ?? []).filter(({ id }) => !tasks.some((task) => task.id === id));

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Move to…"
      description={tasks.length === 1 ? first?.title : `${tasks.length} tasks`}
      width={420}
      verb="Move"
    >
      <Select
        {...status}
        label="Status"
        onValueChange={(next) => {
          status.onValueChange(next);
          place.onValueChange(top);
        }}
        options={options.map((one) => ({ value: one.value, label: one.name, lead: <StatusRing {...one} /> }))}
      />
      {isManual ? (
        <Select
          {...place}
          label="Place"
          options={[
            { value: top, label: "At the top" },
            ...others.slice(0, maxPlaces).map(({ id, title }) => ({ value: id, label: `After ${title}` })),
            ...(others.length > 1 ? [{ value: end, label: "At the end" }] : []),
          ]}
        />
      ) : (
        <p className="text-muted text-xs">
          {`The board is sorted by ${sortInSentence(board.order.sort)}, which says the place in the column.`}
        </p>
      )}
    </FormDialog>
  );
}

const maxPlaces = 50;
