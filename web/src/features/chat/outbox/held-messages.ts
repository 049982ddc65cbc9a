import { uploadsOf } from "../../../capabilities/files/upload/own-uploads.ts";
import { errorMessage } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import type { MessageEntry, MessageOutbox } from "./message-kind.ts";

/** Messages that were written while their files are on the way: they stand in the outbox, and go with the last file. */
export interface HeldMessages {
  /** Lets an entry of the outbox go once its files are there. Those that could not be sent are tried again. */
  wait(entry: MessageEntry): void;
  stop(): void;
}

export function createHeldMessages(signedIn: SignedIn, outbox: MessageOutbox): HeldMessages {
  const uploads = uploadsOf(signedIn);

  async function wait({ id, body }: MessageEntry): Promise<void> {
    const { attachmentIds, failure } = await uploads.settled(body.uploadIds ?? []).then(
      (attachments) => ({ attachmentIds: attachments.map((attachment) => attachment.id), failure: null }),
      (error: unknown) => ({
        attachmentIds: body.attachmentIds,
        failure: errorMessage(error, "Failed to send message"),
      }),
    );
    // It may have been discarded in the meantime.
    const entry = outbox.entries().find((waiting) => waiting.id === id);
    if (entry) outbox.put({ ...entry, failure, body: { ...entry.body, attachmentIds } });
  }

  /** A file is kept for the sake of a message, or of the tray it lies in. */
  function forgetSent(): void {
    const wanted = new Set(outbox.entries().flatMap(({ body }) => body.uploadIds ?? []));
    uploads.forget(({ id, kind, place }) => kind === "message" && place === null && !wanted.has(id));
  }

  return {
    wait(entry) {
      for (const { id, failure } of uploads.find(entry.body.uploadIds ?? []))
        if (failure !== null) uploads.retry(id);
      void wait(entry);
    },
    stop: outbox.subscribe(forgetSent),
  };
}
