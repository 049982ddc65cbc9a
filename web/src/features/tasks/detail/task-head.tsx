import type { Viewer } from "@atoll/contract/identity/schemas";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { canCreateTasks, canDeleteTask } from "@atoll/contract/tasks/policy";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import {
  Archive,
  ArchiveRestore,
  ChevronRight,
  Copy,
  Ellipsis,
  Link2,
  Maximize2,
  Trash2,
} from "lucide-react";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { statusNames } from "../data/task-words.ts";
import { StatusRing } from "../status-ring.tsx";
import { setFields } from "./data/changes.ts";
import { offerUndo } from "./data/undo-toast.ts";
import type { TaskWork } from "./data/use-task-work.ts";
import { departmentChoice, useForeignDepartment } from "./fields/choice-fields.tsx";
import { type OpenTaskById, taskPath } from "./sections/task-row.tsx";

export interface TaskHeadProps {
  work: TaskWork | undefined;
  viewer: Viewer;
  onOpen: OpenTaskById;
  onDelete: () => void;
  /** Leads to the page of the task, where it is not that page. */
  onOpenPage?: (() => void) | undefined;
}

/** Where the task stands, and what is done with it as a whole. */
export function TaskHead(props: TaskHeadProps) {
  const { work } = props;
  const foreign = useForeignDepartment(work?.task.departmentId ?? null);
  if (!work) return <span className="text-faint text-xs">Task</span>;
  const { task } = work;
  return (
    <div className="flex items-center gap-1">
      <span className="flex min-w-0 flex-1 items-center gap-1.5 text-faint text-xs">
        <StatusRing status={task.status} />
        <span className="truncate">{statusNames[task.status]}</span>
        <ChevronRight className="size-3 stroke-2" aria-hidden="true" />
        <span className="font-medium text-muted">Task</span>
      </span>
      <IconButton size="sm" icon={Link2} label="Copy link" onClick={() => copyLink(task.id)} />
      <Menu
        label="Task"
        align="end"
        items={menuOf(work, props, foreign)}
        trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
      />
    </div>
  );
}

function menuOf(
  work: TaskWork,
  { viewer, onOpen, onDelete, onOpenPage }: Omit<TaskHeadProps, "work">,
  foreign: string,
): MenuEntry[] {
  const { task } = work;
  const isArchived = task.status === "archived";
  return [
    { label: "Copy link", icon: Link2, onSelect: () => copyLink(task.id) },
    ...(onOpenPage ? [{ label: "Open as a page", icon: Maximize2, onSelect: onOpenPage }] : []),
    ...(canCreateTasks(viewer)
      ? [{ label: "Duplicate", icon: Copy, onSelect: () => void duplicate(task, onOpen) }]
      : []),
    isArchived
      ? {
          label: "Take out of the archive",
          icon: ArchiveRestore,
          onSelect: () => work.change(setFields(task.id, { status: "todo" }, `Moved to ${statusNames.todo}`)),
        }
      : {
          label: "Archive",
          icon: Archive,
          onSelect: () => work.change(setFields(task.id, { status: "archived" }, "Task archived")),
        },
    "separator",
    departmentChoice("Move to", work, viewer, foreign, "Move to "),
    ...(canDeleteTask(viewer, task)
      ? (["separator", { label: "Delete", icon: Trash2, danger: true, onSelect: onDelete }] as const)
      : []),
  ];
}

function copyLink(taskId: string): void {
  copyText(new URL(taskPath(taskId), location.origin).href, "Link copied");
}

/** Another one like it, to do: its words, priority, tags and people, without what was said and done about it. */
async function duplicate(task: OpenTask, onOpen: OpenTaskById): Promise<void> {
  const id = uuidv7();
  try {
    await call(taskRoutes.createTask, {
      body: {
        id,
        title: copyTitle(task.title),
        description: task.description,
        priority: task.priority,
        due: task.due,
        tags: task.tags,
        assigneeId: task.assignee?.id ?? null,
        departmentId: task.departmentId,
        parentId: task.parentId,
      },
    });
    offerUndo("Task duplicated", id);
    onOpen?.(id);
  } catch (error) {
    notify.error(errorMessage(error, "Failed to create task"));
  }
}

function copyTitle(title: string): string {
  const end = " (copy)";
  return [...title].slice(0, taskTitleMaxLength - end.length).join("") + end;
}
