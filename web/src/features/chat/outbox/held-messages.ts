import { fileWaits } from "../../../capabilities/composer/file-waits.ts";
import { uploadsOf } from "../../../capabilities/files/upload/own-uploads.ts";
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
  const wait = fileWaits(signedIn, outbox);

  /** Forgets files that neither a pending message nor a tray needs. */
  function forgetSent(): void {
    const wanted = new Set(outbox.entries().flatMap(({ body }) => body.uploadIds ?? []));
    uploads.forget(({ id, kind, place }) => kind === "message" && place === null && !wanted.has(id));
  }

  return {
    wait: (entry) => void wait(entry),
    stop: outbox.subscribe(forgetSent),
  };
}
