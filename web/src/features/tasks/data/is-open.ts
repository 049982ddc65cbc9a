import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import type { TaskReference } from "@atoll/contract/tasks/schemas";

/** Whether it is still to be done. */
export function isOpen({ status }: Pick<TaskReference, "status">): boolean {
  return openTaskStatuses.some((one) => one === status);
}
