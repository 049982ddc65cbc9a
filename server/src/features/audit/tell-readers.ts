import { canReadAudit } from "@atoll/contract/permissions";
import { announcements } from "../../announcements.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";

/** Where much is written at once, it is told of once. */
const pauseMs = 300;

const readers = "audit:readers";

/** The room of those who may read the log. */
export async function auditRooms(viewer: RequestViewer): Promise<string[]> {
  return canReadAudit(viewer) ? [readers] : [];
}

/** Tells who reads the log on this node that there are new entries, and nothing of what they say. */
export function tellReaders({ realtime }: SliceContext): LivePart {
  let isWaiting = false;
  function tellSoon(): void {
    if (isWaiting || !realtime.isHeard(readers)) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      realtime.sendHere(readers, "audit.grown", {});
    }, pauseMs).unref();
  }
  return { topics: { [announcements.auditGrown]: tellSoon }, onGap: tellSoon };
}
