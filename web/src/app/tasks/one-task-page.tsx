import { isUuid } from "@atoll/contract/uuid";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { TaskPage } from "../../features/tasks/detail/task-frames.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { GuestTasksPage } from "./guest-tasks-page.tsx";

const route = getRouteApi("/workspace/tasks/$taskId");

/** /tasks/{id}: a task with the whole page to itself. */
export function OneTaskPage() {
  const { taskId } = route.useParams();
  const router = useRouter();
  const { isGuest } = useViewer();
  if (isGuest) return <GuestTasksPage taskId={taskId} />;
  if (!isUuid(taskId)) return <MissingScreen />;
  return (
    <div className="page-pad flex flex-col gap-4">
      <Breadcrumbs
        items={[
          { label: "Dashboard", link: <Link to="/dashboard" /> },
          { label: "Tasks", link: <Link to={tasksPath} /> },
          { label: "Task" },
        ]}
      />
      <TaskPage
        taskId={taskId}
        onClose={() => void router.navigate({ href: tasksPath })}
        onOpen={(task) => void router.navigate({ href: `${tasksPath}/${task}` })}
      />
    </div>
  );
}

const tasksPath: string = "/tasks";
