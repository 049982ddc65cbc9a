import type { ReactNode } from "react";
import { useOpenChanges } from "../../capabilities/changes/use-open-changes.ts";

const load = async () => (await import("./open-queues.ts")).boardQueues;

/** Private notes that wait are sent from any page; no page waits for them. */
export function Session({ children }: { children: ReactNode }) {
  useOpenChanges(load);
  return children;
}
