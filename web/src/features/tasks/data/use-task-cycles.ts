import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import type { ListedCycle, TaskCycle, TaskCycleList } from "@atoll/contract/tasks/cycle-schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatWallDate } from "../../../lib/time/format-wall.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";

export const cyclesKey = ["tasks", "cycles"];

/** The cycles of the viewer's departments; none until they are loaded. */
export function useCycleLists() {
  const { departments } = useViewer();
  const own = departments.map(({ id }) => id).join();
  return useLiveQuery<{ lists: TaskCycleList[]; today: string }>({
    queryKey: [...cyclesKey, own],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(taskCycleRoutes.listTaskCycles, {}, { signal }),
    on: { "task-cycles.changed": refetchSpread },
    retry: 1,
  });
}

export interface TaskCycles {
  /** Returns the open cycles of a department. */
  open: (departmentId: string | null) => readonly ListedCycle[];
  /** Returns all known cycles of these departments, or of all: the open ones, then the last ended ones. */
  of: (departments: readonly string[]) => readonly ListedCycle[];
  /** The day at the company. */
  today: string;
}

export function useTaskCycles(): TaskCycles {
  const { data } = useCycleLists();
  return useMemo(() => {
    const lists = data?.lists ?? [];
    return {
      open: (departmentId) => lists.find((list) => list.departmentId === departmentId)?.open ?? [],
      of(departments) {
        const shown = lists.filter(
          (list) => departments.length === 0 || departments.includes(list.departmentId),
        );
        return [...shown.flatMap(({ open }) => open), ...shown.flatMap(({ past }) => past)];
      },
      today: data?.today ?? dayOf(new Date()),
    };
  }, [data]);
}

/** The cycle of a task in the values of a change: its ID, and how it is shown until the server has answered. */
export const valuesInCycle = (cycle: TaskCycle | null) => ({
  cycleId: cycle?.id ?? null,
  cycle: cycle && {
    id: cycle.id,
    name: cycle.name,
    startsOn: cycle.startsOn,
    endsOn: cycle.endsOn,
    isEnded: cycle.isEnded,
  },
});

/** "24 Nov – 7 Dec" */
export const cycleDates = ({ startsOn, endsOn }: Pick<TaskCycle, "startsOn" | "endsOn">): string =>
  `${formatWallDate(startsOn)} – ${formatWallDate(endsOn)}`;
