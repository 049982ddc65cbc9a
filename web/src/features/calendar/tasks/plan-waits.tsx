import type { useQuery } from "@tanstack/react-query";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";

interface PlanWaitsProps {
  task: Pick<ReturnType<typeof useQuery>, "error" | "isFetching" | "refetch">;
  onClose: () => void;
}

/** In place of the form of time for a task, until it is known what task that is, or that there is none. */
export function PlanWaits({ task: { error, isFetching, refetch }, onClose }: PlanWaitsProps) {
  return (
    <Dialog
      footer={
        <Button onClick={onClose} variant="ghost">
          Close
        </Button>
      }
      onClose={onClose}
      title="Plan a task"
    >
      {hasCode(error, "task_not_found") ? (
        <EmptyState drawing="tasks" title="This task does not exist, or you cannot see it." />
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} failure="Failed to load the task" />
      ) : (
        <RowSkeletons label="Loading the task" mark={28} rowClassName="gap-3 py-2" />
      )}
    </Dialog>
  );
}
