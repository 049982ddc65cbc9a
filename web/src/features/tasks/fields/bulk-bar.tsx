import { maxTags, maxTasksAtOnce, taskPriorities } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useMutation } from "@tanstack/react-query";
import { Archive, CircleDashed, Flag, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { priorityNames } from "../data/task-words.ts";
import { sharedOptions, useTaskStates, valuesIn } from "../data/use-task-states.ts";
import { listShortcuts } from "../keys/shortcuts.ts";
import { StatusRing } from "../status-ring.tsx";
import { AssignMany, type BulkChanges, DueMany, TagMany, useBulkChanges } from "./bulk-popovers.tsx";
import { CycleMany } from "./cycle-fields.tsx";
import { OwnMany } from "./own-many.tsx";

/** The actions on all selected tasks at once. Design, "Bulk bar". */
export function BulkBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }) {
  const count = tasks.length;
  const changes = useBulkChanges(tasks);
  const states = useTaskStates();
  useShortcut(listShortcuts.clear, onClear);
  return (
    <SelectionBar count={count} label="Selected tasks" most={maxTasksAtOnce} onClear={onClear}>
      <Menu
        items={sharedOptions(states, tasks).map((one) => ({
          label: one.name,
          lead: <StatusRing {...one} />,
          onSelect: () => changes.change(valuesIn(one), `moved to ${one.name}`),
        }))}
        label="Status"
        side="top"
        trigger={<BarButton icon={CircleDashed} label="Status" />}
      />
      <Menu
        items={taskPriorities.map((priority) => ({
          label: priorityNames[priority],
          onSelect: () =>
            changes.change({ priority }, `set to ${priorityNames[priority].toLowerCase()} priority`),
        }))}
        label="Priority"
        side="top"
        trigger={<BarButton icon={Flag} label="Priority" />}
      />
      <AssignMany changes={changes} />
      <DueMany changes={changes} />
      <TagMany changes={changes} tags={[...new Set(tasks.flatMap(({ tags }) => tags))].slice(0, maxTags)} />
      <CycleMany changes={changes} tasks={tasks} />
      <OwnMany changes={changes} tasks={tasks} />
      <BarButton
        icon={Archive}
        label="Archive"
        onClick={() => changes.change({ status: "archived" }, "archived")}
      />
      <DeleteMany
        changes={changes}
        count={count}
        onDeleted={onClear}
        trigger={(open) => <BarButton icon={Trash2} label="Delete" onClick={open} />}
      />
    </SelectionBar>
  );
}

interface DeleteManyProps {
  changes: BulkChanges;
  count: number;
  onDeleted: () => void;
  trigger: (open: () => void) => ReactNode;
}

/** Asks, and deletes all of them. */
function DeleteMany({ changes, count, onDeleted, trigger }: DeleteManyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const deletion = useMutation({
    networkMode: "always",
    mutationFn: changes.remove,
    onSuccess() {
      setIsOpen(false);
      onDeleted();
    },
  });
  return (
    <>
      {trigger(() => {
        deletion.reset();
        setIsOpen(true);
      })}
      <ConfirmDialog
        onConfirm={() => deletion.mutate()}
        onClose={() => setIsOpen(false)}
        open={isOpen}
        title={count === 1 ? "Delete this task?" : `Delete these ${count} tasks?`}
        verb="Delete"
        error={deletion.error}
        loading={deletion.isPending}
      >
        They disappear for everyone, with their sub-tasks. You can undo this for ten seconds.
      </ConfirmDialog>
    </>
  );
}
