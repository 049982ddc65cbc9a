import type { ReactNode } from "react";
import { useOpenChanges } from "../../capabilities/changes/use-open-changes.ts";

const load = async () => (await import("../../features/notifications/inbox/inbox-changes.ts")).inboxChanges;

/** Sends the changes of the inbox that wait, from whatever page is open. */
export function Session({ children }: { children: ReactNode }) {
  useOpenChanges(load);
  return children;
}
