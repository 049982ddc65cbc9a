import type { Comment, CommentPart, NewComment, Subject } from "@atoll/contract/comments/schemas";
import { hasCode } from "../../lib/request/judge-error.ts";
import type { SignedIn } from "../../lib/signed-in.ts";
import { notify } from "../../ui/toast/toast.tsx";
import {
  openPendingTexts,
  type PendingTexts,
  type UnsentText,
  unsentTextShape,
} from "../composer/pending-texts.ts";
import type { WrittenText } from "../composer/use-composer.tsx";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";
import { subjectKey } from "./cached-comments.ts";
import { postComment } from "./wire.ts";

/** A comment that was written, and that the server has not taken yet. */
interface UnsentComment extends UnsentText {
  kind: string;
  subjectId: string;
  /** The part of the thing that it is about. */
  about?: CommentPart | undefined;
  /** The thread on words that it starts or answers in. */
  thread?: NewComment["thread"];
}

export type PendingComment = OutboxEntry<UnsentComment>;

/** The comments on their way. */
export interface PendingComments extends Omit<PendingTexts<UnsentComment>, "send"> {
  send(subject: Subject, comment: WrittenText & Pick<UnsentComment, "about" | "thread">): void;
}

/** @param onPosted the server has it. */
export function openPending(
  signedIn: SignedIn,
  onPosted: (comment: Comment, body: UnsentComment) => void,
): PendingComments {
  const pending = openPendingTexts<UnsentComment>(signedIn, {
    name: "comment",
    shape: { ...unsentTextShape, kind: "string", subjectId: "string", about: "object?", thread: "object?" },
    async send({ id, body }) {
      const { kind, subjectId, content, mentionIds, attachmentIds, about, thread } = body;
      const sent = { id, content, mentionIds, attachmentIds, about, thread };
      const { comment } = await postComment({ kind, id: subjectId }, sent);
      onPosted(comment, body);
      // The server alone knows who may read it.
      const called = new Set(comment.mentions.map((mention) => mention.id));
      if (mentionIds.some((one) => !called.has(one)))
        notify.info("Somebody you mentioned cannot read this comment, and was not notified.");
    },
    // It arrived with an earlier try, and was deleted since.
    isDone: (error) => hasCode(error, "comment_not_found"),
    failure: "Failed to send comment",
    words: { one: "A comment", many: "comments" },
  });
  return {
    ...pending,
    send: (subject, comment) =>
      pending.send(subjectKey(subject), { ...comment, kind: subject.kind, subjectId: subject.id }),
  };
}
