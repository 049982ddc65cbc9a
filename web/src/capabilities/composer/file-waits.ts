import { errorMessage } from "../../lib/server/api-client.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { uploadsOf } from "../files/upload/own-uploads.ts";
import { inTurn } from "../offline/in-turn.ts";
import type { OutboxOf } from "../offline/outbox/outbox.ts";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";

/** A text with files: it is held in the outbox until they all are attachments. */
interface WithFiles {
  content: string;
  attachmentIds: string[];
  /** The files in the tab that it was written in. */
  uploadIds?: string[] | undefined;
}

/**
 * Returns what lets an entry go once its files are uploaded; failed uploads are retried. The tab with the files holds a
 * lock, so that another one does not take them for lost. Where they are, because that tab was closed or loaded again, the
 * entry says so and lets go of them: the next try sends its text alone.
 */
export function fileWaits<Body extends WithFiles>(signedIn: SignedIn, outbox: OutboxOf<Body>) {
  const uploads = uploadsOf(signedIn);
  const ending = new AbortController();
  const ended = new Promise<undefined>((resolve) => {
    signedIn.onEnd(() => {
      ending.abort();
      resolve(undefined);
    });
  });

  async function settle(uploadIds: string[], { content }: Body) {
    try {
      const attachments = await uploads.settled(uploadIds);
      return { part: { attachmentIds: attachments.map(({ id }) => id) }, failure: null };
    } catch (error) {
      const known = uploads.find(uploadIds).map(({ id }) => id);
      return known.length === uploadIds.length || content.trim() === ""
        ? { part: {}, failure: errorMessage(error) }
        : {
            part: { uploadIds: known },
            failure: "The files are no longer here. Try again to send the text without them.",
          };
    }
  }

  return async ({ id, body: { uploadIds = [] } }: OutboxEntry<Body>): Promise<void> => {
    for (const upload of uploads.find(uploadIds)) if (upload.failure !== null) uploads.retry(upload.id);
    await inTurn(`atoll.files.${uploadIds[0]}`, ending.signal, async () => {
      outbox.refresh();
      const entry = outbox.entries().find((one) => one.id === id);
      // Another tab may have brought it on its way, or said what is wrong with it.
      if (!entry || entry.failure !== null || !isHeld(entry.body)) return;
      const settled = await Promise.race([settle(uploadIds, entry.body), ended]);
      // It may have been discarded in the meantime.
      const now = outbox.entries().find((one) => one.id === id);
      if (settled && now)
        outbox.put({ ...now, failure: settled.failure, body: { ...now.body, ...settled.part } });
    });
  };
}

/** Whether files of it are still on their way. */
export function isHeld({ uploadIds = [], attachmentIds }: Omit<WithFiles, "content">): boolean {
  return uploadIds.length > attachmentIds.length;
}
