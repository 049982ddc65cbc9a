import type { Viewer } from "@atoll/contract/identity/schemas";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { canCreateTasks, canDeleteTask } from "@atoll/contract/tasks/policy";
import {
  Archive,
  ArchiveRestore,
  ChevronRight,
  Copy,
  Ellipsis,
  LayoutTemplate,
  Link2,
  Maximize2,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { linkEntries } from "../../../ui/popup/link-entries.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { copyLink } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { type StateOption, stateName, useTaskStates, valuesIn } from "../data/use-task-states.ts";
import { departmentChoice, useForeignDepartment } from "../fields/choice-fields.tsx";
import { StatusRing } from "../status-ring.tsx";
import { type OpenTaskById, taskPath } from "./sections/task-row.tsx";

export interface TaskHeadProps {
  work: TaskWork | undefined;
  viewer: Viewer;
  onOpen: OpenTaskById;
  onDelete: () => void;
  /** Leads to the page of the task, where it is not that page. */
  onOpenPage?: (() => void) | undefined;
}

const savePart = lazyPart(() => import("../templates/save-as-template.tsx"));

/** Where the task stands, and what is done with it as a whole. */
export function TaskHead(props: TaskHeadProps) {
  const { work } = props;
  const foreign = useForeignDepartment(work?.task.departmentId ?? null);
  const toDo = useTaskStates().find("todo", work?.task.departmentId ?? null);
  const [isSaving, setIsSaving] = useState(false);
  const saving = useLazyPart(savePart, isSaving, () => setIsSaving(false));
  if (!work) return <span className="text-faint text-xs">Task</span>;
  const { task } = work;
  return (
    <div className="flex items-center gap-1">
      <span className="flex min-w-0 flex-1 items-center gap-1.5 text-faint text-xs">
        <StatusRing status={task.status} state={task.state} />
        <span className="truncate">{stateName(task)}</span>
        <ChevronRight className="size-3 stroke-2" aria-hidden="true" />
        <span className="font-medium text-muted">Task</span>
      </span>
      <IconButton
        size="sm"
        icon={Link2}
        label="Copy link"
        onClick={() => copyLink({ path: taskPath(task.id) })}
      />
      <Menu
        label="Task"
        align="end"
        items={menuOf(work, { ...props, toDo, onSaveTemplate: () => setIsSaving(true) }, foreign)}
        trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
      />
      {isSaving && saving && <saving.SaveAsTemplate task={task} onClose={() => setIsSaving(false)} />}
    </div>
  );
}

function menuOf(
  work: TaskWork,
  {
    viewer,
    onOpen,
    onDelete,
    onOpenPage,
    onSaveTemplate,
    toDo,
  }: Omit<TaskHeadProps, "work"> & { onSaveTemplate: () => void; toDo: StateOption },
  foreign: string,
): MenuEntry[] {
  const { task } = work;
  const isArchived = task.status === "archived";
  return [
    ...linkEntries({ title: task.title, path: taskPath(task.id) }),
    ...(onOpenPage ? [{ label: "Open as a page", icon: Maximize2, onSelect: onOpenPage }] : []),
    ...(canCreateTasks(viewer)
      ? [
          { label: "Duplicate", icon: Copy, onSelect: () => duplicate(work, onOpen) },
          ...(task.parentId === null
            ? [{ label: "Save as template…", icon: LayoutTemplate, onSelect: onSaveTemplate }]
            : []),
        ]
      : []),
    isArchived
      ? {
          label: "Restore from the archive",
          icon: ArchiveRestore,
          onSelect: () => work.change(setFields(valuesIn(toDo), `Moved to ${toDo.name}`)),
        }
      : {
          label: "Archive",
          icon: Archive,
          onSelect: () => work.change(setFields({ status: "archived" }, "Task archived")),
        },
    "separator",
    departmentChoice("Move to", work, viewer, foreign, "Move to "),
    ...(canDeleteTask(viewer, task)
      ? (["separator", { label: "Delete", icon: Trash2, danger: true, onSelect: onDelete }] as const)
      : []),
  ];
}

/** Creates another task like it: its text, priority, tags and people, without its comments and history. */
function duplicate(work: TaskWork, onOpen: OpenTaskById): void {
  const id = uuidv7();
  const { description, priority, due, tags, departmentId, parentId, assignee } = work.task;
  const title = copyTitle(work.task.title);
  const assigneeId = assignee?.id ?? null;
  const task = { title, description, priority, due, tags, departmentId, parentId, assigneeId };
  const act = { act: "create", task, assignee } as const;
  work.run({ about: [id], act, said: "Task duplicated", changeId: id }).then(
    () => onOpen?.(id),
    (error: unknown) => notify.error(errorMessage(error, "Failed to create task")),
  );
}

function copyTitle(title: string): string {
  const end = " (copy)";
  return [...title].slice(0, taskTitleMaxLength - end.length).join("") + end;
}
