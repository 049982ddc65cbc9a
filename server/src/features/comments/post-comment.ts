import { createHash } from "node:crypto";
import type { CommentPart, CommentWords, Subject } from "@atoll/contract/comments/schemas";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { attachFiles } from "../files/public.ts";
import { commentFileKind } from "./comment-files.ts";
import { accessSubject } from "./public.ts";
import { type CommentRow, findComment } from "./queries.ts";
import { callableBy, findCalled, heardIn, newlyCalled, resolveMentions } from "./resolve-mentions.ts";
import { lockThread, writeResolved } from "./threads.ts";

export interface CommentToPost {
  /** Made by the browser: the same id twice is one comment. */
  id: string;
  content: string;
  mentionIds: readonly string[];
  attachmentIds: readonly string[];
  /** The part of the subject that it is about. */
  about?: CommentPart | undefined;
  /** The thread on words of the subject that it starts or answers in. */
  thread?: { id: string; words?: CommentWords | undefined } | undefined;
}

/** A comment, and the broadcasts for it. Undefined if it already existed. */
export interface Posted {
  row: CommentRow;
  isNew: boolean;
  /** The words of the thread that it started. */
  started?: CommentWords | undefined;
  /** The resolved thread that it reopened. */
  reopened?: string | undefined;
  tell: (() => void) | undefined;
}

/**
 * Posts a comment. A repeated request, sent when the response was lost, gets the same response. Specification, sections
 * 5 and 7 (tasks).
 * @throws {AppError} `subject_not_found`; `forbidden` where commenting is not possible; `comment_id_taken` if the ID
 *   belongs to something else; `comment_not_found` if the comment has since been deleted; `attachment_not_found` if a
 *   file is not the author's, or is already attached; `comment_thread_not_found`; `comment_threads_full`.
 */
export async function postComment(
  slice: SliceContext,
  author: Colleague,
  subject: Subject,
  input: CommentToPost,
): Promise<Posted> {
  const called = await findCalled(slice.viewers, input.mentionIds);
  const sentHash = hashOf(subject, input);
  return transact(slice.db, async (tx) => {
    await slice.commentKinds.find(subject.kind)?.hold(tx, subject.id);
    const { kind, rights } = await accessSubject(tx, slice, author, subject);
    const repeated = await findRepeated(tx, author, input.id, sentHash);
    if (repeated) return { row: repeated, isNew: false, tell: undefined };
    if (!rights.mayComment) throw new AppError("forbidden", { detail: "nothing may be written there" });
    if (input.thread && (!kind.hasThreads || author.isGuest)) throw new AppError("comment_thread_not_found");
    const thread = input.thread && (await lockThread(tx, author, subject, input.thread));
    const callable = await callableBy(tx, author, kind, subject.id, heardIn(thread, called));
    const mentions = resolveMentions(input.content, callable, await kind.judge(tx, subject.id, callable));
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("comments")
      .values({
        id: input.id,
        subject_kind: subject.kind,
        subject_id: subject.id,
        author_id: author.id,
        content: input.content,
        mentions: JSON.stringify(mentions),
        about: input.about ? JSON.stringify(input.about) : null,
        thread_id: thread?.id ?? null,
        sent_hash: sentHash,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    // A concurrent request with the same ID has committed by now.
    if (!numInsertedOrUpdatedRows) {
      const other = await findRepeated(tx, author, input.id, sentHash);
      if (!other) throw new Error(`the comment ${input.id} is there and is not`);
      return { row: other, isNew: false, tell: undefined };
    }
    await attachFiles(tx, author.id, { kind: commentFileKind, id: input.id }, input.attachmentIds);
    // An answer in a resolved thread would be read by nobody.
    const isReopened = thread?.isResolved === true && (await writeResolved(tx, thread.id, null));
    const tell = await kind.onComment?.(slice, tx, {
      what: "posted",
      id: input.id,
      subjectId: subject.id,
      authorId: author.id,
      actorId: author.id,
      content: input.content,
      threadId: thread?.id ?? null,
      newlyCalledIds: newlyCalled(mentions, [], author.id),
    });
    const row = await findComment(tx, input.id);
    if (!row) throw new Error(`the comment ${input.id} was not written`);
    const reopened = isReopened ? thread.id : undefined;
    return { row, isNew: true, started: thread?.started, reopened, tell };
  });
}

async function findRepeated(
  tx: Database,
  author: Colleague,
  id: string,
  sentHash: Buffer,
): Promise<CommentRow | undefined> {
  const row = await findComment(tx, id);
  if (!row) return undefined;
  if (row.author_id === author.id && row.deleted_at) throw new AppError("comment_not_found");
  if (row.author_id !== author.id || !row.sent_hash.equals(sentHash)) throw new AppError("comment_id_taken");
  return row;
}

/** Hashes the whole request and its subject. */
function hashOf({ kind, id }: Subject, input: CommentToPost): Buffer {
  const { content, mentionIds, attachmentIds, about, thread } = input;
  const parts = JSON.stringify([
    ...[kind, id, content, mentionIds.toSorted(), attachmentIds],
    ...(about ? [about.anchor, about.quote] : []),
    ...(thread ? [thread.id, thread.words ?? null] : []),
  ]);
  return createHash("sha256").update(parts).digest();
}
