import { canReadAudit } from "@atoll/contract/permissions";
import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";

/** Batches many entries written at once. */
const pauseMs = 300;

const readers = "audit:readers";

/** Returns the room of viewers who may read the log. */
export async function auditRooms(viewer: RequestViewer): Promise<string[]> {
  return canReadAudit(viewer) ? [readers] : [];
}

/** Broadcasts to readers of the log on this node that there are new entries, without their content. */
export function broadcastToReaders({ realtime }: SliceContext): LivePart {
  let isScheduled = false;
  function broadcastSoon(): void {
    if (isScheduled || !realtime.isHeard(readers)) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      realtime.sendHere(readers, "audit.grown", {});
    }, pauseMs).unref();
  }
  return { topics: { [notifyTopics.auditAppended]: broadcastSoon }, onGap: broadcastSoon };
}
