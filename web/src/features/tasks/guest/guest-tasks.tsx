import { errorTexts } from "@atoll/contract/errors/error-texts";
import { type GuestTask, guestAccessRoutes, type OpenGuestTask } from "@atoll/contract/guest-access/routes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, MessageSquare } from "lucide-react";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { Comments } from "../../../capabilities/comments/comments.tsx";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { describeDue } from "../data/due.ts";
import { optionsOf, stateName } from "../data/use-task-states.ts";
import { Section } from "../detail/sections/section.tsx";
import { TaskSkeleton } from "../detail/task-states.tsx";
import { StatusRing } from "../status-ring.tsx";

type Shown = "open" | "finished";

const tabs = [
  { value: "open", label: "Open" },
  { value: "finished", label: "Finished" },
] as const;

/** The tasks that a guest was invited to. */
export function GuestTasks() {
  const [show, setShow] = useState<Shown>("open");
  const list = usePages({
    queryKey: ["guest-tasks", "list", show],
    fetchPage: (cursor, options) =>
      call(guestAccessRoutes.listGuestTasks, { query: { show, ...(cursor && { cursor }) } }, options),
    keyOf: ({ id }: GuestTask) => id,
    on: { "guest-thing.changed": (data, { kind }) => (kind === "task" ? refetch() : data) },
  });
  return (
    <Tabs label="Tasks" tabs={tabs} value={show} onValueChange={setShow}>
      <div className="pt-3">
        <PagedList
          list={list}
          skeleton={<RowSkeletons label="Loading tasks" mark={16} rowClassName="py-2" />}
          empty={
            <EmptyState title={show === "open" ? "No open tasks" : "No finished tasks"}>
              Tasks that somebody invites you to are here.
            </EmptyState>
          }
        >
          {(tasks) => (
            <ul aria-label="Tasks" className="flex flex-col">
              {tasks.map((task) => (
                <li key={task.id}>
                  <TaskRow task={task} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Tabs>
  );
}

function TaskRow({ task }: { task: GuestTask }) {
  return (
    <AddressLink
      address={`/tasks?task=${task.id}`}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-md px-2 py-2 hover:bg-surface-hover"
    >
      <StatusRing status={task.status} state={task.state} />
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">{task.title}</span>
      <span className="flex items-center gap-3 text-muted text-xs">
        {task.isMine && <span>Yours to do</span>}
        {task.due && <span>{describeDue(task.due, new Date()).text}</span>}
        {task.commentCount > 0 && (
          <span className="flex items-center gap-1">
            <MessageSquare aria-hidden="true" className="size-3.5" />
            <span className="sr-only">Comments: </span>
            {task.commentCount}
          </span>
        )}
      </span>
    </AddressLink>
  );
}

const taskKey = (taskId: string) => ["guest-tasks", "one", taskId];

/** A task as its guest sees it. They write comments, and change its status if it is theirs to do. */
export function GuestTaskView({ taskId, heading = "h1" }: { taskId: string; heading?: "h1" | "h2" }) {
  const query = useLiveQuery<{ task: OpenGuestTask | null }>({
    queryKey: taskKey(taskId),
    queryFn: ({ signal }) => call(guestAccessRoutes.getGuestTask, { params: { taskId } }, { signal }),
    on: {
      "guest-thing.changed": (data, { subjectId, isOver }) => {
        if (subjectId !== taskId) return data;
        return isOver ? { task: null } : refetch();
      },
    },
    retry: false,
  });
  const { data, error } = query;
  if (hasCode(error, "task_not_found") || data?.task === null) return <NoTask />;
  if (!data)
    return (
      <LoadState query={query} failure="Failed to load the task">
        <TaskSkeleton />
      </LoadState>
    );
  return <Whole task={data.task} heading={heading} />;
}

function NoTask() {
  return (
    <EmptyState
      title={errorTexts.task_not_found}
      action={
        <AddressLink address="/tasks" className="text-primary-text hover:underline">
          Show all tasks
        </AddressLink>
      }
    >
      It was deleted, or you are not invited to it any more.
    </EmptyState>
  );
}

const nobody = { mentions: [], mentionsAll: null };

function Whole({ task, heading: Heading }: { task: OpenGuestTask; heading: "h1" | "h2" }) {
  const viewer = useViewer();
  const { description, due, assignee, invitedBy } = task;
  return (
    <article className="flex max-w-[760px] flex-col gap-5">
      <Heading className="type-page wrap-anywhere">{task.title}</Heading>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <dt className="text-muted text-xs">Status</dt>
        <dd>
          {task.isMine && task.status !== "archived" ? (
            <StatusMenu task={task} />
          ) : (
            <StatusWords task={task} />
          )}
        </dd>
        <dt className="text-muted text-xs">Assignee</dt>
        <dd className="flex min-w-0 items-center gap-2">
          {assignee && <PersonAvatar person={assignee} decorative size={20} />}
          <span className="truncate">{assignee ? authorName(assignee) : "Nobody"}</span>
        </dd>
        <dt className="text-muted text-xs">Due date</dt>
        <dd>{due ? describeDue(due, new Date()).text : "None"}</dd>
        {invitedBy && (
          <>
            <dt className="text-muted text-xs">Invited by</dt>
            <dd className="truncate">{invitedBy.name}</dd>
          </>
        )}
      </dl>
      {description !== "" && (
        <Section title="Description">
          <WrittenText className="wrap-anywhere" content={description} calls={nobody} viewerId={viewer.id} />
        </Section>
      )}
      {task.attachments.length > 0 && (
        <Section title="Attachments" count={task.attachments.length}>
          <Attachments attachments={task.attachments} />
        </Section>
      )}
      <Comments subject={{ kind: "task", id: task.id }} />
    </article>
  );
}

function StatusWords({ task }: { task: GuestTask }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StatusRing status={task.status} state={task.state} />
      <span className="truncate">{stateName(task)}</span>
    </span>
  );
}

/** The status, for the guest whose task it is. */
function StatusMenu({ task }: { task: OpenGuestTask }) {
  const queryClient = useQueryClient();
  const options = optionsOf({ states: task.states }).filter(({ status }) => status !== "archived");
  const current = options.find(({ value }) => value === (task.state?.id ?? task.status));
  const setting = useMutation({
    mutationFn: ({ status, state }: (typeof options)[number]) => {
      if (status === "archived") throw new Error("guests archive nothing");
      return call(guestAccessRoutes.setGuestTaskStatus, {
        params: { taskId: task.id },
        body: {
          changeId: uuidv7(),
          status,
          seenStatus: task.status,
          seenStateId: task.state?.id ?? null,
          ...(state && { stateId: state.id }),
        },
      });
    },
    onSuccess: (answer) => queryClient.setQueryData(taskKey(task.id), answer),
    onError: () => queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
  });
  return (
    <div className="flex flex-col gap-2">
      <Menu
        label="Status"
        trigger={
          <Button size="sm" icon={ChevronDown} loading={setting.isPending} className="self-start">
            {stateName(task)}
          </Button>
        }
        items={[
          {
            choice: "Status",
            value: current?.value ?? "",
            options: options.map((one) => ({
              value: one.value,
              label: one.name,
              lead: <StatusRing status={one.status} state={one.state} />,
            })),
            onValueChange(next) {
              const chosen = options.find(({ value }) => value === next);
              if (chosen && chosen !== current) setting.mutate(chosen);
            },
          },
        ]}
      />
      {setting.error && <InlineAlert tone="error">{errorMessage(setting.error)}</InlineAlert>}
    </div>
  );
}
