import type { Due, Task } from "@atoll/contract/tasks/schemas";
import { daysFrom } from "@atoll/contract/zones";
import type { QueryClient } from "@tanstack/react-query";
import { addDays } from "../../../lib/time/wall-time.ts";
import type { GridItem } from "../layout/item.ts";
import type { WallSpan } from "../time/wall.ts";

/** A task with a new due date. */
export interface MovedDue {
  task: Pick<Task, "id" | "title">;
  due: Due;
}

/**
 * Returns the due date after its item was dropped on another day. The time stays. By the number of days, since a time of
 * another zone may be shown on another day than its date.
 */
export function movedDue({ id, title, due }: Task, { span }: GridItem, to: WallSpan): MovedDue | undefined {
  if (!due) return undefined;
  const date = addDays(due.date, daysFrom(span.from.day, to.from.day));
  return date === due.date ? undefined : { task: { id, title }, due: { date, clock: due.clock } };
}

/** Shows a due date where it was dropped, until the answer of the server arrives. */
export function showMovedDue(queryClient: QueryClient, { task, due }: MovedDue): void {
  queryClient.setQueriesData<Task[]>({ queryKey: ["calendar", "due"] }, (tasks) =>
    tasks?.map((one) => (one.id === task.id ? { ...one, due } : one)),
  );
}
