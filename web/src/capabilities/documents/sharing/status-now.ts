import type { DocumentStatus, KeepingState } from "./document-status.ts";
import type { StoredBase } from "./document-store.ts";

interface Circumstances {
  /** The state that the draft has reached for this page, and does not leave by itself. */
  ending: DocumentStatus | undefined;
  /** Why the last attempt to open the draft failed; it is tried again. */
  failure: string | undefined;
  base: Omit<StoredBase, "state"> | undefined;
  /** The schema version in which this page writes. */
  schemaVersion: number;
  isConnected: boolean;
  hasUnsent: boolean;
  keeping: KeepingState;
  /** The server takes no changes of the viewer for a while. */
  isPaused: boolean;
}

/** Returns the status that the writer sees. */
export function statusNow(now: Circumstances): DocumentStatus {
  const { ending, base, hasUnsent } = now;
  if (ending) return ending;
  if (!base) return { kind: "loading", failure: now.failure };
  if (now.schemaVersion < base.schemaVersion) return { kind: "outdated" };
  if (!base.mayEdit) return { kind: "read-only" };
  if (!now.isConnected && hasUnsent) return { kind: "offline", keeping: now.keeping };
  if (hasUnsent && now.isPaused) return { kind: "paused" };
  return hasUnsent ? { kind: "saving" } : { kind: "saved", savedAt: base.savedAt };
}
