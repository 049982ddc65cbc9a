import { canCreateTasks } from "@atoll/contract/tasks/policy";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Link } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import { type LiveHandlers, refetchSpread } from "../../capabilities/live/follow-query.ts";
import { CardList, CardRow, rowLink } from "../../features/dashboard/cards/card-list.tsx";
import type { CardBodyProps, DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import type { Dashboard } from "../../features/dashboard/data/dashboard.ts";
import { describeDue } from "../../features/tasks/data/due.ts";
import { stateName } from "../../features/tasks/data/use-task-states.ts";
import { StatusRing } from "../../features/tasks/status-ring.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useNow } from "../../lib/time/use-now.ts";
import { Count } from "../../ui/badge/count.tsx";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { lazyPart } from "../../ui/base/lazy-part.ts";
import { buttonClass } from "../../ui/button/button-class.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

/** Tasks that are to be done. Specification, sections 2 and 9 (My Tasks). */
export const cards: DashboardParts["cards"] = {
  tasks: {
    icon: CircleCheckBig,
    names: { panel: "My Tasks", card: "Tasks" },
    link: { label: "View", to: "/tasks" },
    Body: TaskLines,
    Counts: HowMany,
    options: lazyPart(async () => ({ Options: (await import("../dashboard/card-options.tsx")).TaskOptions })),
  },
};

/** Any task may come to be among the first five, or leave them. */
export const live = (): LiveHandlers<Dashboard> => ({
  "task.changed": refetchSpread,
  "task.gone": refetchSpread,
});

function HowMany({ content }: CardBodyProps) {
  return content?.type === "tasks" && content.total > 0 ? (
    <Count label="tasks" value={content.total} />
  ) : null;
}

function TaskLines({ content }: CardBodyProps) {
  const viewer = useViewer();
  const now = useNow();
  if (content?.type !== "tasks" || content.tasks.length === 0)
    return (
      <EmptyState
        drawing="tasks"
        title="No assigned tasks."
        action={
          canCreateTasks(viewer) && (
            <Link className={buttonClass({ size: "sm" })} to="/tasks" search={{ new: "1" }}>
              New Task
            </Link>
          )
        }
      />
    );
  return (
    <CardList>
      {content.tasks.map((task) => (
        <TaskLine key={task.id} now={now} task={task} />
      ))}
    </CardList>
  );
}

function TaskLine({ task, now }: { task: Task; now: Date }) {
  const due = task.due && describeDue(task.due, now);
  return (
    <CardRow
      mark={<StatusRing status={task.status} state={task.state} />}
      title={
        <Link className={rowLink} search={{ task: task.id }} to="/tasks">
          {task.title}
        </Link>
      }
      note={
        <>
          {due && (
            <>
              <span className={cx((due.isLate || due.isToday) && "font-semibold text-danger-text")}>
                {due.isLate && !due.isToday ? "Overdue since" : "Due"}{" "}
                {due.isToday ? lowerFirst(due.text) : due.text}
              </span>{" "}
              ·{" "}
            </>
          )}
          {stateName(task)}
        </>
      }
      end={<PriorityBadge priority={task.priority} />}
    />
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
