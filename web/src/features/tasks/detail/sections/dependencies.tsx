import { maxDependencies } from "@atoll/contract/tasks/limits";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { TaskReference } from "@atoll/contract/tasks/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { counted } from "../../../../lib/counted.ts";
import { call, errorMessage } from "../../../../lib/server/api-client.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { SearchList } from "../../../../ui/list/search-list.tsx";
import { Popover } from "../../../../ui/popup/popover.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { block, unblock } from "../../changes/open-task-changes.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { isOpen } from "../../data/is-open.ts";
import { stateName } from "../../data/use-task-states.ts";
import { StatusRing } from "../../status-ring.tsx";
import { Section } from "./section.tsx";
import { type OpenTaskById, rowList, TaskRow } from "./task-row.tsx";

/** The tasks that this one waits for, and those that wait for it. */
export function Dependencies({ work, onOpen }: { work: TaskWork; onOpen: OpenTaskById }) {
  const { task } = work;
  return (
    <>
      <Side
        title="Blocked by"
        tasks={task.blockedByList}
        openCount={task.blockedBy}
        onOpen={onOpen}
        taskId={task.id}
        onAdd={(other) => work.run(block(task, other))}
        onRemove={(other) => work.change(unblock(task.id, other.id))}
      />
      <Side
        title="Blocks"
        tasks={task.blocksList}
        openCount={task.blocks}
        onOpen={onOpen}
        taskId={task.id}
        onAdd={(other) => work.run(block(other, task))}
        onRemove={(other) => work.change(unblock(other.id, task.id))}
      />
    </>
  );
}

interface SideProps {
  title: string;
  tasks: readonly TaskReference[];
  /** The count of open tasks, including ones that the viewer may not see. */
  openCount: number;
  taskId: string;
  onOpen: OpenTaskById;
  onAdd: (other: TaskReference) => Promise<void>;
  onRemove: (other: TaskReference) => void;
}

function Side({ title, tasks, openCount, taskId, onOpen, onAdd, onRemove }: SideProps) {
  const hidden = openCount - tasks.filter(isOpen).length;
  return (
    <Section
      title={title}
      count={tasks.length}
      action={
        tasks.length < maxDependencies && (
          <Popover
            label={title}
            align="end"
            className="w-[340px]"
            trigger={
              <Button size="xs" variant="ghost" icon={Plus} aria-label={`Add to ${title}`}>
                Add
              </Button>
            }
          >
            {(close) => (
              <TaskSearch
                taken={new Set([taskId, ...tasks.map(({ id }) => id)])}
                onChoose={async (other) => {
                  await onAdd(other);
                  close();
                }}
              />
            )}
          </Popover>
        )
      }
    >
      {tasks.length > 0 && (
        <ul className={rowList} aria-label={title}>
          {tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              onOpen={onOpen}
              end={
                <IconButton
                  size="xs"
                  icon={X}
                  label={`Remove ${task.title} from ${title}`}
                  onClick={() => onRemove(task)}
                />
              }
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="text-muted text-xs">
          {counted(hidden, "open task that you cannot see.", "open tasks that you cannot see.")}
        </p>
      )}
    </Section>
  );
}

const debounceMs = 200;
const maxResults = 8;

interface TaskSearchProps {
  taken: ReadonlySet<string>;
  onChoose: (task: TaskReference) => Promise<void>;
}

/** Finds a task by its words. Why it cannot be chosen is said above the field. */
function TaskSearch({ taken, onChoose }: TaskSearchProps) {
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const words = useDebounced(text.trim(), debounceMs);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["tasks", "search", words],
    queryFn: ({ signal }) =>
      call(
        taskListRoutes.listTasks,
        {
          query: {
            text: words.slice(0, 200),
            parents: "all",
            sort: "updated",
            order: "descending",
            limit: maxResults,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const found = (data?.items ?? []).filter(({ id }) => !taken.has(id));
  function choose(id: string) {
    const task = found.find((one) => one.id === id);
    if (!task) return;
    setRefusal(null);
    onChoose(task).catch((thrown: unknown) => setRefusal(errorMessage(thrown)));
  }
  return (
    <div className="flex flex-col gap-2">
      {refusal && <InlineAlert tone="error">{refusal}</InlineAlert>}
      <SearchList
        label="Search tasks"
        listLabel="Tasks"
        text={text}
        onTextChange={setText}
        query={words}
        loading={isFetching}
        error={error ? errorMessage(error, "Search failed") : null}
        onRetry={() => void refetch()}
        empty={words === "" ? "No other tasks" : `No results found for "${words}"`}
        onChoose={choose}
        options={found.map((task) => ({
          id: task.id,
          title: task.title,
          detail: stateName(task),
          mark: <StatusRing status={task.status} state={task.state} />,
        }))}
      />
    </div>
  );
}
