import { taskSearch } from "@atoll/contract/tasks/list-search";
import { isUuid } from "@atoll/contract/uuid";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { AddressLink } from "../../capabilities/links/address-link.tsx";
import { type ShownAnalytics, TaskAnalytics } from "../../features/tasks/analytics/task-analytics.tsx";
import { RunningTimer } from "../../features/tasks/time/running-timer.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useActiveDepartment, useViewer } from "../../lib/session/use-session.tsx";
import { dayOf } from "../../lib/time/wall-clock.ts";
import { readPeriod } from "../../ui/field/dates/period.ts";
import { PageHeader } from "../page/page-header.tsx";
import { TaskTabs } from "./task-tabs.tsx";

/** /tasks/analytics: how work flows. What is counted stands in the address. Specification, section 2. */
export function AnalyticsPage() {
  const router = useRouter();
  const navigate = useNavigate();
  const { search, shown } = useShown();
  usePageTitle("Task analytics");
  const open = (address: string) => void router.navigate({ href: address });

  function change(next: { period?: string | undefined; departments?: string[]; tags?: string[] }) {
    const {
      departments = search.department === undefined ? undefined : shown.departments,
      tags = shown.tags,
    } = next;
    void navigate({
      to: "/tasks/analytics",
      search: {
        period: "period" in next ? next.period : search.period,
        department: departments && (departments.join() || "all"),
        tag: tags.join() || undefined,
      },
      resetScroll: false,
    });
  }
  return (
    <div className="page-pad">
      <PageHeader
        actions={<RunningTimer onOpen={(task) => open(`/tasks?task=${task}`)} />}
        aside={<TaskTabs current="analytics" search={{}} />}
        title="Tasks"
      />
      <TaskAnalytics
        shown={shown}
        onChange={change}
        link={(address) => <AddressLink address={address} onOpen={open} />}
        onOpen={open}
      />
    </div>
  );
}

/**
 * Returns the filters in the address. Without a department there, uses the one the navigation is filtered to. "all"
 * means every department.
 */
function useShown() {
  const search = useSearch({ from: "/workspace/tasks/analytics" });
  const viewer = useViewer();
  const active = useActiveDepartment();
  const narrowed = viewer.departments.find(({ slug }) => slug === active)?.id;
  const today = dayOf(new Date());
  return useMemo(() => {
    const { tags, departments } = taskSearch.read({ tag: search.tag, department: search.department });
    const shown: ShownAnalytics = {
      period: readPeriod(search.period, today),
      departments: search.department === undefined && narrowed ? [narrowed] : departments.filter(isUuid),
      tags,
    };
    return { search, shown };
  }, [search, narrowed, today]);
}
