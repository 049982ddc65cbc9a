import type { Shape } from "../../lib/shape.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { uploadsOf } from "../files/upload/own-uploads.ts";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";
import type { OutboxKind } from "../offline/outbox/outbox-kind.ts";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { fileWaits, isHeld } from "./file-waits.ts";
import type { WrittenText } from "./use-composer.tsx";

/** A text that was written, and that the server has not taken yet. */
export interface UnsentText extends WrittenText {
  attachmentIds: string[];
}

/** The texts of one kind on their way, in the person's outbox. */
export interface PendingTexts<Body extends UnsentText> {
  /** All of them, in the order of writing; the same array until something changes. */
  entries(): readonly OutboxEntry<Body>[];
  /** @param body with the files in this tab that it was written with: it waits until they all are attachments. */
  send(subject: string, body: Omit<Body, "attachmentIds">): void;
  /** Sends one that was refused once more. */
  retry(entry: OutboxEntry<Body>): void;
  /** The person gave it up. */
  remove(entry: OutboxEntry<Body>): void;
  subscribe(listener: () => void): () => void;
}

/** The shape of what every text consists of. */
export const unsentTextShape: Shape<UnsentText> = {
  content: "string",
  mentionIds: "strings",
  attachmentIds: "strings",
  uploadIds: "strings",
};

/**
 * Brings texts with their files to the server by the outbox, each under an id of its own, so that one that is sent again
 * because its answer was lost is still one.
 */
export function openPendingTexts<Body extends UnsentText>(
  signedIn: SignedIn,
  { send, ...kind }: Pick<OutboxKind<Body>, "name" | "shape" | "send" | "isDone" | "failure" | "words">,
): PendingTexts<Body> {
  const uploads = uploadsOf(signedIn);
  const outbox = outboxOf(signedIn).register<Body>({
    ...kind,
    isInOrder: true,
    isHeld,
    onRetry: (entry) => awaitFiles(entry),
    async send(entry) {
      await send(entry);
      uploads.forget((upload) => entry.body.uploadIds.includes(upload.id));
    },
  });
  signedIn.onEnd(outbox.end);

  const wait = fileWaits(signedIn, outbox);
  function awaitFiles(entry: OutboxEntry<Body>): void {
    if (isHeld(entry.body) && entry.failure === null) void wait(entry);
  }
  // The uploads of an earlier page are gone; those of another tab may be on their way.
  outbox.entries().forEach(awaitFiles);

  return {
    entries: outbox.entries,
    subscribe: outbox.subscribe,
    send: (subject, body) =>
      awaitFiles(outbox.add(subject, { ...body, attachmentIds: [] } as unknown as Body)),
    retry: (entry) => void outbox.retry(entry),
    remove(entry) {
      outbox.remove(entry.id);
      uploads.forget((upload) => entry.body.uploadIds.includes(upload.id));
    },
  };
}
