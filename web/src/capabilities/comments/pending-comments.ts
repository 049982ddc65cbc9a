import type { Comment, CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import type { Shape } from "../../lib/shape.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { uploadsOf } from "../files/upload/own-uploads.ts";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";
import type { OutboxKind } from "../offline/outbox/outbox-kind.ts";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { subjectKey } from "./cached-comments.ts";
import { postComment } from "./wire.ts";

/** A comment that was written, and that the server has not taken yet. */
interface UnsentComment {
  kind: string;
  subjectId: string;
  content: string;
  mentionIds: string[];
  attachmentIds: string[];
  /** The files in this tab that it was written with: it waits until they all are attachments. */
  uploadIds: string[];
  /** The part of the thing that it is about. */
  about?: CommentPart | undefined;
}

export type PendingComment = OutboxEntry<UnsentComment>;

export interface CommentToSend {
  content: string;
  mentionIds: string[];
  uploadIds: string[];
  about?: CommentPart | undefined;
}

/** The comments on their way, in the person's outbox. */
export interface PendingComments {
  /** All of them, in the order of writing; the same array until something changes. */
  entries(): readonly PendingComment[];
  send(subject: Subject, comment: CommentToSend): void;
  /** Sends one that was refused once more. */
  retry(entry: PendingComment): void;
  /** The person gave it up. */
  remove(entry: PendingComment): void;
  subscribe(listener: () => void): () => void;
}

const shape: Shape<UnsentComment> = {
  kind: "string",
  subjectId: "string",
  content: "string",
  mentionIds: "strings",
  attachmentIds: "strings",
  uploadIds: "strings",
  about: "object?",
};

const commentKind: Omit<OutboxKind<UnsentComment>, "send"> = {
  name: "comment",
  shape,
  isInOrder: true,
  isHeld: ({ uploadIds, attachmentIds }) => uploadIds.length > attachmentIds.length,
  // It arrived with an earlier try, and was deleted since.
  isDone: (error) => hasCode(error, "comment_not_found"),
  failure: "Failed to send comment",
  words: { one: "A comment", many: "comments" },
};

/**
 * Brings comments to the server by the outbox, each under an id of its own, so that one that is sent again because its
 * answer was lost is still one.
 * @param onPosted the server has it.
 */
export function openPending(signedIn: SignedIn, onPosted: (comment: Comment) => void): PendingComments {
  const uploads = uploadsOf(signedIn);
  const outbox = outboxOf(signedIn).register<UnsentComment>({
    ...commentKind,
    onRetry(entry) {
      for (const upload of uploads.find(entry.body.uploadIds)) if (upload.failure) uploads.retry(upload.id);
      awaitFiles(entry);
    },
    async send({ id, body }) {
      const { kind, subjectId, content, mentionIds, attachmentIds, uploadIds, about } = body;
      const subject = { kind, id: subjectId };
      const { comment } = await postComment(subject, { id, content, mentionIds, attachmentIds, about });
      onPosted(comment);
      uploads.forget((upload) => uploadIds.includes(upload.id));
    },
  });
  signedIn.onEnd(outbox.end);

  function awaitFiles(entry: PendingComment): void {
    const { uploadIds, attachmentIds } = entry.body;
    if (uploadIds.length <= attachmentIds.length || entry.failure !== null) return;
    const put = (next: PendingComment) => {
      // It may have been discarded in the meantime.
      if (outbox.entries().some(({ id }) => id === entry.id)) outbox.put(next);
    };
    uploads.settled(uploadIds).then(
      (files) => put({ ...entry, body: { ...entry.body, attachmentIds: files.map(({ id }) => id) } }),
      (error: unknown) => put({ ...entry, failure: errorMessage(error) }),
    );
  }
  // The previous page's uploads are gone.
  outbox.entries().forEach(awaitFiles);

  return {
    entries: outbox.entries,
    subscribe: outbox.subscribe,
    send(subject, comment) {
      const body = { ...comment, kind: subject.kind, subjectId: subject.id, attachmentIds: [] };
      awaitFiles(outbox.add(subjectKey(subject), body));
    },
    retry: (entry) => void outbox.retry(entry),
    remove(entry) {
      outbox.remove(entry.id);
      uploads.forget((upload) => entry.body.uploadIds.includes(upload.id));
    },
  };
}
