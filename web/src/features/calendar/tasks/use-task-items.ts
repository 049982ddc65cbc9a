import { taskRoutes } from "@atoll/contract/tasks/routes";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { preferencesVersion } from "../../../lib/preferences.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import type { GridItem } from "../layout/item.ts";
import { dueItem, planItem } from "./task-items.ts";
import { useDueTasks, usePlannableTasks } from "./use-own-tasks.ts";

interface Wanted {
  isDueShown: boolean;
  isPlanning: boolean;
}

/** Returns the items for tasks: the ones due on the shown days, and the ones that can be placed from the list. */
export function useTaskItems(
  events: readonly GridItem[],
  days: readonly string[],
  { isDueShown, isPlanning }: Wanted,
) {
  const { departments } = useViewer();
  const { data: due } = useDueTasks(days, isDueShown);
  const plannable = usePlannableTasks(isPlanning);
  const version = preferencesVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zone shows them elsewhere
  const items = useMemo(() => {
    const shown = isDueShown ? (due ?? []) : [];
    return [...events, ...shown.flatMap((task) => dueItem(task, departments) ?? [])];
  }, [events, due, isDueShown, departments, version]);
  const placeable = useMemo(
    () => (plannable.data ?? []).map((task) => planItem(task, departments)),
    [plannable.data, departments],
  );
  return { items, placeable, plannable, due };
}

/** The task that the address says time is to be planned for; for who may not read it, it is not found. */
export function useTaskToPlan(taskId: string | undefined) {
  return useQuery({
    queryKey: ["calendar", "task", taskId],
    queryFn: ({ signal }) => call(taskRoutes.getTask, { params: { taskId: taskId ?? "" } }, { signal }),
    enabled: taskId !== undefined,
    retry: false,
  });
}
