import type { ReactNode } from "react";
import { taskOutboxOf } from "../../features/tasks/data/task-outbox.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";

/** Changes of tasks that wait are sent from whatever page is opened. */
export function Session({ children }: { children: ReactNode }) {
  taskOutboxOf(useSignedIn());
  return children;
}
