import { maxTags, maxTasksAtOnce, taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Archive, CircleDashed, Flag, Trash2, X } from "lucide-react";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { listShortcuts } from "../data/list-shortcuts.ts";
import { priorityNames, statusNames } from "../data/task-words.ts";
import { StatusRing } from "../status-ring.tsx";
import { BarButton } from "./bar-button.tsx";
import { AssignMany, DueMany, TagMany } from "./bar-popovers.tsx";
import { DeleteMany } from "./delete-many.tsx";
import { useBulkChanges } from "./use-bulk-changes.ts";

/** What can be done with the tasks that are chosen, at one go. Design, "Bulk bar". */
export function BulkBar({ tasks, onClear }: { tasks: readonly Task[]; onClear: () => void }) {
  const count = tasks.length;
  const changes = useBulkChanges(tasks.map(({ id }) => id));
  useShortcut(listShortcuts.clear, onClear);
  const isTooMany = count > maxTasksAtOnce;
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 flex h-0 flex-none justify-center max-md:bottom-2">
      <div
        aria-label="Selected tasks"
        className="pointer-events-auto absolute bottom-3 flex h-11 max-w-full items-center gap-0.5 overflow-x-auto whitespace-nowrap rounded-lg bg-surface-inverse pr-1.5 pl-3.5 font-semibold text-inverse text-xs shadow-3 max-md:bottom-0 max-md:h-14"
        data-clear-of-toasts=""
        role="toolbar"
      >
        <span aria-live="polite">
          {isTooMany ? `${count} selected, at most ${maxTasksAtOnce} at once` : `${count} selected`}
        </span>
        <span className="mx-1.5 h-5 w-px flex-none bg-current/25" />
        {!isTooMany && (
          <>
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
            <TagMany
              changes={changes}
              tags={[...new Set(tasks.flatMap(({ tags }) => tags))].slice(0, maxTags)}
            />
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
          </>
        )}
        <span className="mx-1.5 h-5 w-px flex-none bg-current/25" />
        <BarButton icon={X} label="Clear" onClick={onClear} />
      </div>
    </div>
  );
}
