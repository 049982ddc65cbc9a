import type { Uploads } from "../../../capabilities/files/upload/uploads.ts";
import { errorMessage } from "../../../lib/api-client.ts";
import { isHeld, type Outbox, type OutboxEntry } from "./outbox.ts";

export interface HeldMessagesOptions {
  outbox: Outbox;
  uploads: Uploads;
  /** Something may be sent now. */
  flush: () => void;
}

/** Messages that were written while their files are on the way: they stand in the outbox, and go with the last file. */
export interface HeldMessages {
  /** Lets an entry of the outbox go once its files are there. */
  wait(entry: OutboxEntry): void;
  /** Tries the files of a message again that could not be sent for them. */
  retry(entry: OutboxEntry): void;
  /** Takes up what an earlier page left; returns the way to stop. */
  start(): () => void;
}

export function createHeldMessages({ outbox, uploads, flush }: HeldMessagesOptions): HeldMessages {
  async function wait({ id, uploadIds = [] }: OutboxEntry): Promise<void> {
    const outcome = await uploads.settled(uploadIds).then(
      (attachments) => ({ attachmentIds: attachments.map((attachment) => attachment.id), failure: null }),
      (error: unknown) => ({ failure: errorMessage(error, "Failed to send message") }),
    );
    // It may have been given up meanwhile.
    const entry = outbox.entries().find((waiting) => waiting.id === id);
    if (!entry) return;
    outbox.put({ ...entry, ...outcome });
    flush();
  }

  /** A file is kept for the sake of a message, or of the tray it lies in. */
  function forgetSent(): void {
    const wanted = new Set(outbox.entries().flatMap(({ uploadIds = [] }) => uploadIds));
    uploads.forget(({ id, place }) => place === null && !wanted.has(id));
  }

  return {
    wait: (entry) => void wait(entry),
    retry(entry) {
      for (const { id, failure } of uploads.find(entry.uploadIds ?? []))
        if (failure !== null) uploads.retry(id);
      void wait(entry);
    },
    start() {
      for (const entry of outbox.entries()) if (isHeld(entry) && entry.failure === null) void wait(entry);
      return outbox.subscribe(forgetSent);
    },
  };
}
