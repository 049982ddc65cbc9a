import { writeDuration } from "@atoll/contract/tasks/duration";
import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import type { TaskTimer } from "@atoll/contract/tasks/time-schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";

const key = ["tasks", "timer"] as const;

interface Cached {
  timer: TaskTimer | null;
}

/** The timer that the viewer has running on any device, and the ways to start and stop it. */
export function useTimer() {
  const queryClient = useQueryClient();
  const { data } = useLiveQuery<Cached>({
    queryKey: key,
    queryFn: ({ signal }) => call(taskTimeRoutes.getTaskTimer, {}, { signal }),
    on: {
      "task-timer.changed": (_cached, timer) => timer,
      "task.changed": ({ timer }, { task: { id, title } }) =>
        timer?.task.id === id ? { timer: { ...timer, task: { id, title } } } : { timer },
      "task.gone": ({ timer }, { taskId }) =>
        timer?.task.id === taskId ? { timer: { ...timer, task: { id: taskId, title: null } } } : { timer },
    },
    retry: 1,
  });
  const keep = (cached: Cached) => queryClient.setQueryData<Cached>(key, cached);
  const starting = useMutation({
    mutationFn: (taskId: string) =>
      call(taskTimeRoutes.startTaskTimer, { body: { taskId, entryId: uuidv7(), zone: ownTimeZone() } }),
    onSuccess: keep,
    onError: (error) => notify.error(errorMessage(error, "Failed to start the timer")),
  });
  const stopping = useMutation({
    mutationFn: ({ timer: { task, startedAt }, discard }: { timer: TaskTimer; discard: "yes" | "no" }) => {
      const named = { taskId: task.id, startedAt, entryId: uuidv7(), zone: ownTimeZone() };
      return call(taskTimeRoutes.stopTaskTimer, { query: { ...named, discard } });
    },
    onSuccess({ minutes }, { timer }) {
      // Another one may have been started since.
      queryClient.setQueryData<Cached>(key, (cached) =>
        cached?.timer?.startedAt === timer.startedAt ? { timer: null } : cached,
      );
      notify.success(minutes > 0 ? `${writeDuration(minutes)} logged` : "Timer discarded");
    },
    onError(error) {
      notify.error(errorMessage(error, "Failed to stop the timer"));
      // Another device may have stopped it.
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const timer = data?.timer ?? null;
  return {
    timer,
    start: (taskId: string) => starting.mutate(taskId),
    stop: () => timer && stopping.mutate({ timer, discard: "no" }),
    discard: () => timer && stopping.mutate({ timer, discard: "yes" }),
    isBusy: starting.isPending || stopping.isPending,
  };
}

/** Returns the name of the task that a timer runs for. */
export function timerTitle({ task }: TaskTimer): string {
  return task.title ?? "A task that you cannot see";
}

/** How long a timer has been running: "0:42:07". */
export function elapsedSince(startedAt: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(startedAt)) / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
