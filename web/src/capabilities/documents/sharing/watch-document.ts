import type { Subject } from "@atoll/contract/comments/schemas";
import { createRetry } from "../../../lib/request/retry.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { fromBase64 } from "./bytes.ts";
import type { Cursors } from "./cursors.ts";

export interface WatchOptions {
  realtime: RealtimeSocket;
  subject: Subject;
  /** The epoch of the open draft. Undefined until it is known. */
  epoch: () => string | undefined;
  onUpdate: (sequence: number, update: Uint8Array | null) => void;
  /** Something may have been missed: it is fetched. */
  onBehind: () => Promise<void>;
  onClosed: (reason: "ended" | "revoked") => void;
  cursors: Cursors;
}

export interface Watching {
  /** The epoch is known from now on. */
  start(): void;
  /** Something was missed. */
  refetch(): void;
  stop(): void;
}

/** Hears of a draft over the socket, and fetches what was missed, after every cut and whenever a number is left out. */
export function watchDocument(options: WatchOptions): Watching {
  const { realtime, subject, epoch, cursors } = options;
  let fetching: Promise<void> | undefined;
  let isDueAgain = false;
  let isStopped = false;
  const retry = createRetry(() => void hear());

  async function hear(): Promise<void> {
    const known = epoch();
    if (known === undefined || isStopped || realtime.getState() !== "connected") return;
    try {
      const documents = [{ subject, epoch: known }];
      await realtime.send("documents.watch", { documents });
      // The server dropped cursors that this page sent before it was watching.
      cursors.sayAgain();
      await fetchMissed();
      retry.reset();
    } catch (error) {
      console.info("The draft is not followed:", errorMessage(error));
      retry.later();
    }
  }

  function fetchMissed(): Promise<void> {
    if (fetching) {
      isDueAgain = true;
      return fetching;
    }
    fetching = (async () => {
      do {
        isDueAgain = false;
        await options.onBehind();
      } while (isDueAgain && !isStopped);
    })().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  const stops = [
    realtime.on("document.updated", (event) => {
      if (event.epoch === epoch())
        options.onUpdate(event.sequence, event.update === null ? null : fromBase64(event.update));
    }),
    realtime.on("document.pointed", (event) => {
      if (event.epoch === epoch()) cursors.show(event.editors);
    }),
    realtime.on("document.closed", (event) => {
      if (event.epoch === epoch()) options.onClosed(event.reason);
    }),
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") void hear();
      else cursors.forget();
    }),
  ];

  return {
    start: () => void hear(),
    refetch() {
      fetchMissed().catch((error: unknown) => {
        console.info("What was missed of the draft could not be fetched:", errorMessage(error));
        retry.later();
      });
    },
    stop() {
      isStopped = true;
      retry.stop();
      for (const stop of stops) stop();
      if (realtime.getState() === "connected")
        realtime
          .send("documents.watch", { documents: [] })
          .catch((error: unknown) => console.debug("The draft is still followed", errorMessage(error)));
    },
  };
}
