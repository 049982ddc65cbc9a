import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { TaskView } from "@atoll/contract/tasks/view-schemas";
import { useQueryClient } from "@tanstack/react-query";
import type { LiveHandlers } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";

const viewsKey = ["task-views"] as const;

/** The viewer's saved views, the same on all their devices. */
export function useViews() {
  return useLiveQuery<TaskView[]>({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await call(taskRoutes.listTaskViews, {}, { signal })).views,
    on: onViews,
  });
}

const onViews: LiveHandlers<TaskView[]> = {
  "task-views.changed": (_before, { views }) => views,
};

/** The actions on saved views. Each returns all views. */
export function useViewChanges() {
  const queryClient = useQueryClient();
  const take = ({ views }: { views: TaskView[] }) => queryClient.setQueryData<TaskView[]>(viewsKey, views);
  return {
    save: async (body: TaskView) => take(await call(taskRoutes.saveTaskView, { body })),
    change: async (viewId: string, body: Partial<Pick<TaskView, "name" | "query">>) =>
      take(await call(taskRoutes.changeTaskView, { params: { viewId }, body })),
    order: async (viewIds: string[]) => take(await call(taskRoutes.orderTaskViews, { body: { viewIds } })),
    remove: async (viewId: string) => take(await call(taskRoutes.deleteTaskView, { params: { viewId } })),
  };
}
