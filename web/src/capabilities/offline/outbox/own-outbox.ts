import { oneEach, type SignedIn } from "../../../lib/signed-in.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { countAsUnsent } from "../../../lib/unsent.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

/**
 * The outbox of the person who is signed in. A slice registers its kinds in what lives around the frame (`live` of its
 * area): what waits goes when any page is opened, not only the one where it was done.
 */
export const outboxOf = oneEach(({ viewer, realtime, onEnd }) => {
  const outbox = createOutbox({ userId: viewer.id, storage: openTextStorage() });
  onEnd(outbox.stop);
  onEnd(countAsUnsent(outbox.unsent));
  onEnd(
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") outbox.flush();
    }),
  );
  // The socket may take longer to come back than the network.
  for (const moment of ["online", "focus"]) {
    window.addEventListener(moment, outbox.flush);
    onEnd(() => window.removeEventListener(moment, outbox.flush));
  }
  // Where the storage is full or forbidden, what waits goes with the page: browsers ask before they leave it.
  const ask = (event: Event) => {
    if (outbox.isAtRisk()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  onEnd(() => window.removeEventListener("beforeunload", ask));
  void copyInto(outbox, viewer.id, onEnd);
  return outbox;
});

async function copyInto(outbox: Outbox, userId: string, onEnd: SignedIn["onEnd"]): Promise<void> {
  if (!("indexedDB" in globalThis)) return;
  let isOver = false;
  onEnd(() => {
    isOver = true;
  });
  try {
    const { openEntriesCopy } = await import("./entries-copy.ts");
    const copy = await openEntriesCopy(userId);
    if (isOver) return copy.close();
    onEnd(copy.close);
    outbox.copyTo(copy);
  } catch (error) {
    console.info("What waits to be sent is kept in one place only", error);
  }
}
