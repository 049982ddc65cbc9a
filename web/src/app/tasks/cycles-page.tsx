import { isUuid } from "@atoll/contract/uuid";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Cycles } from "../../features/tasks/cycles/cycles.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { PageHeader } from "../page/page-header.tsx";
import { TaskTabs } from "./task-tabs.tsx";

const idIn = (text: string | undefined) => (text !== undefined && isUuid(text) ? text : undefined);

/** /tasks/cycles: the cycles of a department. The department and an ended cycle are in the address. */
export function CyclesPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: "/workspace/tasks/cycles" });
  usePageTitle("Cycles");
  return (
    <div className="page-pad">
      <PageHeader aside={<TaskTabs current="cycles" search={{}} />} title="Tasks" />
      <Cycles
        departmentId={idIn(search.department)}
        cycleId={idIn(search.cycle)}
        onChange={(next) => void navigate({ to: "/tasks/cycles", search: next })}
      />
    </div>
  );
}
