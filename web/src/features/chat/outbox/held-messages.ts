import { uploadsOf } from "../../../capabilities/files/upload/own-uploads.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import type { MessageEntry, MessageOutbox } from "./message-kind.ts";

/** Messages whose files are still uploading: they wait in the outbox, and are sent with the last file. */
export interface HeldMessages {
  /** Sends an entry of the outbox once its files are uploaded. Failed uploads are retried. */
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

  /** Forgets files that neither a pending message nor a tray needs. */
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
