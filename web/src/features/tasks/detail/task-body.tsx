import { eventRoutes } from "@atoll/contract/calendar/routes";
import type { EventAtTime } from "@atoll/contract/calendar/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { CalendarPlus } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { GitLinks } from "../../../capabilities/git-links/git-links.tsx";
import { GuestsMark, ThingGuests } from "../../../capabilities/guests/thing-guests.tsx";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { LinkingCards } from "../../../capabilities/links/linking-cards.tsx";
import { SourceMessage } from "../../../capabilities/links/source-message.tsx";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { call } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { formatLongDate } from "../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { setAssignee } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { DepartmentField, PriorityField, StatusField } from "../fields/choice-fields.tsx";
import { CycleRow } from "../fields/cycle-fields.tsx";
import { DueField, StartField } from "../fields/due-field.tsx";
import { OwnFields } from "../fields/own-fields.tsx";
import { AssigneeField, WatchersField } from "../fields/people-fields.tsx";
import { RecurrenceField } from "../fields/recurrence-field.tsx";
import { TagsField } from "../fields/tags-field.tsx";
import { FieldRow } from "../fields/value-button.tsx";
import { fieldShortcuts, type TaskField } from "../keys/shortcuts.ts";
import { TaskAttachments } from "./sections/attachments.tsx";
import { Dependencies } from "./sections/dependencies.tsx";
import { Description } from "./sections/description.tsx";
import { History } from "./sections/history.tsx";
import { Requirements } from "./sections/requirements.tsx";
import { Subtasks } from "./sections/subtasks.tsx";
import { type OpenTaskById, TaskLink } from "./sections/task-row.tsx";
import { EstimateField, TimeSection } from "./sections/time.tsx";
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
  useShortcut(inDrawer.cycle, () => open("cycle"));
  return body;
}

const inDrawer = {
  status: { ...fieldShortcuts.status, inDrawer: true },
  priority: { ...fieldShortcuts.priority, inDrawer: true },
  assignee: { ...fieldShortcuts.assignee, inDrawer: true },
  due: { ...fieldShortcuts.due, inDrawer: true },
  cycle: { ...fieldShortcuts.cycle, inDrawer: true },
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
        <GuestsMark hasGuests={task.hasGuests} />
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
        <FieldRow label="Department">
          <DepartmentField work={work} viewer={viewer} />
        </FieldRow>
        <FieldRow label="Start date">
          <StartField work={work} />
        </FieldRow>
        <FieldRow label="Due date">
          <DueField work={work} />
        </FieldRow>
        {task.parentId === null && (
          <FieldRow label="Repeats">
            <RecurrenceField work={work} />
          </FieldRow>
        )}
        <DialogPersonCards />
        <FieldRow label="Created by">
          <span
            {...personMark(task.createdBy.id)}
            className="flex min-w-0 cursor-pointer items-center gap-2"
            title={formatInstant(task.createdAt)}
          >
            <PersonAvatar person={task.createdBy} decorative size={20} />
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
        <FieldRow label="Estimate">
          <EstimateField work={work} />
        </FieldRow>
        <CycleRow work={work} />
        <OwnFields work={work} />
      </dl>
      <ThingGuests
        kind="task"
        id={task.id}
        version={task.version}
        actionsOf={(guest) =>
          task.assignee?.id === guest.id
            ? []
            : [
                {
                  label: "Give them the task",
                  onSelect: () => work.change(setAssignee(guest, `Assigned to ${guest.name}`)),
                },
              ]
        }
      />
      <Description work={work} viewerId={viewer.id} />
      <TimeSection work={work} />
      <Requirements work={work} />
      <TaskAttachments work={work} />
      <Subtasks work={work} onOpen={onOpen} />
      <Dependencies work={work} onOpen={onOpen} />
      <GitLinks subject={{ kind: "task", id: task.id }} />
      <LinkingCards area="tasks" thing={{ kind: "task", id: task.id }} />
      <Comments subject={{ kind: "task", id: task.id }} hasGuests={task.hasGuests === true} />
      <History taskId={task.id} />
    </div>
  );
}

/** The times that are planned for a task, as far as the viewer may read them, and the way to plan one. */
function Planned({ taskId }: { taskId: string }) {
  const { data } = useLiveQuery({
    queryKey: ["tasks", "planned", taskId],
    queryFn: ({ signal }) => call(eventRoutes.listTaskEvents, { params: { taskId }, query: {} }, { signal }),
    retry: false,
    on: { "event.changed": refetchSpread },
  });
  return (
    <ul className="flex min-w-0 flex-col text-xs">
      {data?.items.map(({ event, occurrence }) => (
        <li key={event.id}>
          <CalendarLink query={{ event: event.id, ...(event.isSeries && { at: occurrence.occurrence }) }}>
            {whenOf(event, occurrence)}
          </CalendarLink>
        </li>
      ))}
      <li className="max-md:[&>a]:block max-md:[&>a]:py-2">
        <CalendarLink query={{ plan: taskId }}>
          <CalendarPlus aria-hidden="true" className="mr-1.5 inline size-3.5" />
          Plan a time
        </CalendarLink>
      </li>
    </ul>
  );
}

function whenOf({ allDay, isSeries }: EventAtTime["event"], { start, startsAt }: EventAtTime["occurrence"]) {
  const when = allDay ? formatLongDate(instantOf(start)) : formatInstant(startsAt);
  return isSeries ? `${when}, and more` : when;
}

function CalendarLink({ query, children }: { query: Record<string, string>; children: ReactNode }) {
  return (
    // Specification, section 2: links to an event.
    <AddressLink
      address={`/calendar?${new URLSearchParams(query)}`}
      className="inline-block rounded-xs py-1 text-primary-text hover:underline"
    >
      {children}
    </AddressLink>
  );
}
