import { oneEach } from "../../../lib/signed-in.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { countAsUnsent } from "../../../lib/unsent.ts";
import { createOutbox } from "./outbox.ts";

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
  return outbox;
});
