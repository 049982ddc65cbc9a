import type { ReactNode } from "react";
import { useOpenChanges } from "../../capabilities/changes/use-open-changes.ts";
import { FinishHost } from "../../features/tasks/changes/finish-host.tsx";

const load = async () => (await import("../../features/tasks/changes/task-changes.ts")).taskChanges;

/** Sends the changes of tasks that wait, and asks what they need to know, from whatever page is open. */
export function Session({ children }: { children: ReactNode }) {
  useOpenChanges(load);
  return (
    <>
      {children}
      <FinishHost />
    </>
  );
}
