import { maxTags, maxTasksAtOnce, taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Archive, CircleDashed, Flag, Trash2 } from "lucide-react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { listShortcuts } from "../data/list-shortcuts.ts";
import { priorityNames, statusNames } from "../data/task-words.ts";
import { StatusRing } from "../status-ring.tsx";
import { AssignMany, DueMany, TagMany } from "./bar-popovers.tsx";
import { DeleteMany } from "./delete-many.tsx";
import { useBulkChanges } from "./use-bulk-changes.ts";

/** The actions on all selected tasks at once. Design, "Bulk bar". */
export function BulkBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }) {
  const count = tasks.length;
  const changes = useBulkChanges(tasks);
  useShortcut(listShortcuts.clear, onClear);
  return (
    <SelectionBar count={count} label="Selected tasks" most={maxTasksAtOnce} onClear={onClear}>
      <Menu
        items={taskStatuses.map((status) => ({
          label: statusNames[status],
          lead: <StatusRing status={status} />,
          onSelect: () => changes.change({ status }, `moved to ${statusNames[status]}`),
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
