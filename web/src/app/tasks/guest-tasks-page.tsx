import { isUuid } from "@atoll/contract/uuid";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { GuestTasks, GuestTaskView } from "../../features/tasks/guest/guest-tasks.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";

/** /tasks for a guest: what they were invited to, or one task of it. */
export function GuestTasksPage({ taskId }: { taskId: string | undefined }) {
  usePageTitle("Tasks");
  if (taskId !== undefined && !isUuid(taskId)) return <MissingScreen />;
  return (
    <div className="page-pad flex min-h-full flex-col">
      {taskId === undefined ? (
        <>
          <PageHeader title="Tasks" />
          <GuestTasks />
        </>
      ) : (
        <>
          <p className="mb-3">
            <AddressLink address="/tasks" className="rounded-xs py-1 text-primary-text hover:underline">
              All tasks
            </AddressLink>
          </p>
          <GuestTaskView key={taskId} taskId={taskId} />
        </>
      )}
    </div>
  );
}
