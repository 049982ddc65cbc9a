import { isUuid } from "@atoll/contract/uuid";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { RunningTimer } from "../../features/tasks/time/running-timer.tsx";
import { TimeReport } from "../../features/tasks/time/time-report.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { dayOf } from "../../lib/time/wall-clock.ts";
import { readPeriod } from "../../ui/field/dates/period.ts";
import { PageHeader } from "../page/page-header.tsx";
import { TaskTabs } from "./task-tabs.tsx";

/** /tasks/time: who spent how much time, and when. The days and the department are in the address. */
export function TimePage() {
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/tasks/time" });
  usePageTitle("Time");
  const { department } = search;
  return (
    <div className="page-pad">
      <PageHeader
        actions={<RunningTimer onOpen={(task) => void navigate({ to: "/tasks", search: { task } })} />}
        aside={<TaskTabs current="time" search={{}} />}
        title="Tasks"
      />
      <TimeReport
        period={readPeriod(search.period, dayOf(new Date()))}
        departmentId={department !== undefined && isUuid(department) ? department : undefined}
        onChange={(next) => void navigate({ to: "/tasks/time", search: next, resetScroll: false })}
      />
    </div>
  );
}
