import type { Viewer } from "@atoll/contract/identity/schemas";
import { type RefObject, useRef } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { SourceMessage } from "../../../capabilities/links/source-message.tsx";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import type { TaskWork } from "../changes/use-task-work.ts";
import { DepartmentField, PriorityField, StatusField } from "../fields/choice-fields.tsx";
import { DueField } from "../fields/due-field.tsx";
import { AssigneeField, WatchersField } from "../fields/people-fields.tsx";
import { RecurrenceField } from "../fields/recurrence-field.tsx";
import { TagsField } from "../fields/tags-field.tsx";
import { FieldRow } from "../fields/value-button.tsx";
import { fieldShortcuts, type TaskField } from "../keys/shortcuts.ts";
import { TaskAttachments } from "./sections/attachments.tsx";
import { Dependencies } from "./sections/dependencies.tsx";
import { Description } from "./sections/description.tsx";
import { History } from "./sections/history.tsx";
import { Planned } from "./sections/planned.tsx";
import { Requirements } from "./sections/requirements.tsx";
import { Subtasks } from "./sections/subtasks.tsx";
import { type OpenTaskById, TaskLink } from "./sections/task-row.tsx";
import { TitleField } from "./title-field.tsx";

/** The keys of an open task's fields, wherever the focus is, unless a row or card with keys of its own has it. */
function useFieldKeys(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const open = (field: TaskField) =>
    body.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.click();
  useShortcut(inDrawer.status, () => open("status"));
  useShortcut(inDrawer.priority, () => open("priority"));
  useShortcut(inDrawer.assignee, () => open("assignee"));
  useShortcut(inDrawer.due, () => open("due"));
  return body;
}

const inDrawer = {
  status: { ...fieldShortcuts.status, inDrawer: true },
  priority: { ...fieldShortcuts.priority, inDrawer: true },
  assignee: { ...fieldShortcuts.assignee, inDrawer: true },
  due: { ...fieldShortcuts.due, inDrawer: true },
};

export interface TaskBodyProps {
  work: TaskWork;
  viewer: Viewer;
  heading: "h1" | "h2";
  onOpen: OpenTaskById;
}

/** Everything about one task, each part changed where it stands. */
export function TaskBody({ work, viewer, heading, onOpen }: TaskBodyProps) {
  const { task } = work;
  const body = useFieldKeys();
  return (
    <div className="@container flex flex-col gap-5" ref={body}>
      <div className="flex flex-col gap-1">
        {task.parent && (
          <p className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
            Sub-task of <TaskLink task={task.parent} onOpen={onOpen} />
          </p>
        )}
        <TitleField work={work} heading={heading} />
        {task.sourceMessageId && <SourceMessage area="tasks" messageId={task.sourceMessageId} />}
      </div>
      <dl className="grid grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] gap-x-4 gap-y-1 @max-[400px]:grid-cols-1">
        <FieldRow label="Status">
          <StatusField work={work} />
        </FieldRow>
        <FieldRow label="Priority">
          <PriorityField work={work} />
        </FieldRow>
        <FieldRow label="Assignee">
          <AssigneeField work={work} viewer={viewer} />
        </FieldRow>
        <FieldRow label="Due date">
          <DueField work={work} />
        </FieldRow>
        {task.parentId === null && (
          <FieldRow label="Repeats">
            <RecurrenceField work={work} />
          </FieldRow>
        )}
        <FieldRow label="Department">
          <DepartmentField work={work} viewer={viewer} />
        </FieldRow>
        <DialogPersonCards />
        <FieldRow label="Created by">
          <span
            {...personMark(task.createdBy.id)}
            className="flex min-w-0 cursor-pointer items-center gap-2"
            title={formatInstant(task.createdAt)}
          >
            <Avatar
              decorative
              userId={task.createdBy.id}
              picture={task.createdBy.avatar}
              name={authorName(task.createdBy)}
              size={20}
            />
            <span className="truncate">{authorName(task.createdBy)}</span>
          </span>
        </FieldRow>
        <FieldRow label="Tags">
          <TagsField work={work} />
        </FieldRow>
        <FieldRow label="Planned">
          <Planned taskId={task.id} />
        </FieldRow>
        <FieldRow label="Watchers">
          <WatchersField work={work} viewer={viewer} />
        </FieldRow>
      </dl>
      <Description work={work} viewerId={viewer.id} />
      <Requirements work={work} />
      <TaskAttachments work={work} />
      <Subtasks work={work} onOpen={onOpen} />
      <Dependencies work={work} onOpen={onOpen} />
      <Comments subject={{ kind: "task", id: task.id }} />
      <History taskId={task.id} />
    </div>
  );
}
