import { maxCommentThreads, maxThreadComments, threadPageSize } from "@atoll/contract/comments/limits";
import type { CommentThread, CommentWords, Subject, ThreadState } from "@atoll/contract/comments/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { cutPage, exactInstant, placeInTime, readCursor } from "../../platform/page.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { People } from "../people/public.ts";
import { presentComments } from "./present.ts";
import { accessSubject } from "./public.ts";
import { findThreadAuthors, findThreadSizes, selectThreadComments } from "./queries.ts";

/** A thread, locked until the transaction ends. */
interface LockedThread {
  id: string;
  isResolved: boolean;
  /** The words that it was started with just now. */
  started: CommentWords | undefined;
}

/** The most bytes of text in a page of threads that has more than one. */
const maxPageBytes = 500_000;

/**
 * Locks the thread that a comment is posted in, and creates it first if the comment brings the words of a new one.
 * @throws {AppError} `comment_thread_not_found` for a thread that does not exist on this thing; `comment_threads_full`.
 */
export async function lockThread(
  tx: Database,
  author: Colleague,
  subject: Subject,
  { id, words }: { id: string; words?: CommentWords | undefined },
): Promise<LockedThread> {
  if (words) {
    const { count } = await tx
      .selectFrom("comment_threads")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("subject_id", "=", subject.id)
      .where("subject_kind", "=", subject.kind)
      // Without words, its comments were deleted.
      .where("words", "is not", null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxCommentThreads) throw new AppError("comment_threads_full");
    await tx
      .insertInto("comment_threads")
      .values({
        id,
        subject_kind: subject.kind,
        subject_id: subject.id,
        words: JSON.stringify(words),
        created_by: author.id,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  const thread = await tx
    .selectFrom("comment_threads")
    .select(["id", "resolved_at"])
    .where("id", "=", id)
    .where("subject_id", "=", subject.id)
    .where("subject_kind", "=", subject.kind)
    .forUpdate()
    .executeTakeFirst();
  if (!thread) throw new AppError("comment_thread_not_found");
  const { count } = await tx
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("thread_id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxThreadComments) throw new AppError("comment_threads_full");
  if (Number(count) === 0) {
    // Without its comments, it was deleted.
    if (!words) throw new AppError("comment_thread_not_found");
    await tx
      .updateTable("comment_threads")
      .set({ words: JSON.stringify(words) })
      .where("id", "=", id)
      .execute();
  }
  return { id, isResolved: thread.resolved_at !== null, started: Number(count) === 0 ? words : undefined };
}

/** Forgets the words of a thread whose last comment was deleted. */
export async function forgetEmptyThread(tx: Database, threadId: string): Promise<void> {
  // An answer that is being posted has locked it: the next statement sees that answer.
  await tx.selectFrom("comment_threads").select("id").where("id", "=", threadId).forUpdate().execute();
  await tx
    .updateTable("comment_threads as t")
    .set({ words: null })
    .where("t.id", "=", threadId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM comments c WHERE c.thread_id = t.id AND c.deleted_at IS NULL LIMIT 1)`,
    )
    .execute();
}

/**
 * Returns a page of the threads on the words of a thing, with all their comments. A page ends early where its comments
 * are long.
 * @throws {AppError} `invalid_request` for a cursor of another list.
 */
export async function listThreads(
  db: Database,
  people: People,
  subject: Subject,
  cursor: string | undefined,
): Promise<{ items: CommentThread[]; nextCursor: string | null }> {
  const after = readCursor(placeInTime, cursor);
  const found = await selectThreads(db)
    .select(exactInstant("t.created_at").as("exact_at"))
    .where("t.subject_id", "=", subject.id)
    .where("t.subject_kind", "=", subject.kind)
    .where(
      sql<boolean>`EXISTS (SELECT FROM comments c WHERE c.thread_id = t.id AND c.deleted_at IS NULL LIMIT 1)`,
    )
    .where(
      after
        ? sql<boolean>`(t.created_at, t.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql<boolean>`true`,
    )
    .orderBy("t.created_at")
    .orderBy("t.id")
    .limit(threadPageSize + 1)
    .execute();
  const sizes = await findThreadSizes(
    db,
    found.map(({ id }) => id),
  );
  let [limit, bytes] = [0, 0];
  for (const { id } of found.slice(0, threadPageSize)) {
    bytes += sizes.get(id) ?? 0;
    if (limit > 0 && bytes > maxPageBytes) break;
    limit += 1;
  }
  const { rows, nextCursor } = cutPage(found, limit, ({ exact_at, id }) => [exact_at, id]);
  const comments = await presentComments(
    people,
    await selectThreadComments(
      db,
      rows.map(({ id }) => id),
    ),
  );
  const states = await presentStates(people, rows);
  const byThread = Map.groupBy(comments, ({ threadId }) => threadId);
  const items = rows.flatMap((row, index): CommentThread[] => {
    const [state, ofThread] = [states[index], byThread.get(row.id)];
    // The last comment may have been deleted between the two queries.
    return state && ofThread
      ? [{ ...state, words: row.words, createdAt: row.created_at.toISOString(), comments: ofThread }]
      : [];
  });
  return { items, nextCursor };
}

/**
 * Resolves a thread, or reopens it. Idempotent.
 * @throws {AppError} `comment_not_found` for a thread that does not exist, or on something that the viewer may not read;
 *   `forbidden` where commenting is not possible.
 */
export async function setResolved(
  slice: SliceContext,
  viewer: Colleague,
  threadId: string,
  isResolved: boolean,
): Promise<{ thread: ThreadState; hasChanged: boolean }> {
  if (viewer.isGuest) throw new AppError("comment_not_found");
  return transact(slice.db, async (tx) => {
    const found = await selectThreads(tx).where("t.id", "=", threadId).executeTakeFirst();
    if (!found) throw new AppError("comment_not_found");
    const subject = { kind: found.subject_kind, id: found.subject_id };
    await slice.commentKinds.find(subject.kind)?.hold(tx, subject.id);
    const { rights } = await accessSubject(tx, slice, viewer, subject).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "subject_not_found"
        ? new AppError("comment_not_found")
        : error;
    });
    await tx.selectFrom("comment_threads").select("id").where("id", "=", threadId).forUpdate().execute();
    if ((await findThreadAuthors(tx, threadId)).length === 0) throw new AppError("comment_not_found");
    if (!rights.mayComment) throw new AppError("forbidden", { detail: "nothing may be written there" });
    const hasChanged = await writeResolved(tx, threadId, isResolved ? viewer.id : null);
    return { thread: await findState(tx, slice.people, threadId), hasChanged };
  });
}

/** Stores who resolved a thread, or that it is open. @returns whether that was new. */
export async function writeResolved(tx: Database, threadId: string, by: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("comment_threads")
    .set({
      resolved_at: by === null ? null : sql<Date>`now()`,
      resolved_by: by,
      version: sql`version + 1`,
    })
    .where("id", "=", threadId)
    .where("resolved_at", by === null ? "is not" : "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether a thread is open, for everyone who reads it. */
export async function findState(db: Database, people: People, threadId: string): Promise<ThreadState> {
  const row = await selectThreads(db).where("t.id", "=", threadId).executeTakeFirstOrThrow();
  const [state] = await presentStates(people, [row]);
  if (!state) throw new Error("a thread was not presented");
  return state;
}

async function presentStates(people: People, rows: readonly ThreadRow[]): Promise<ThreadState[]> {
  const shown = await people.of(rows.flatMap(({ resolved_by }) => resolved_by ?? []));
  return rows.map((row) => {
    const by = row.resolved_by === null ? undefined : shown.get(row.resolved_by);
    return {
      id: row.id,
      subject: { kind: row.subject_kind, id: row.subject_id },
      resolved: row.resolved_at && by ? { at: row.resolved_at.toISOString(), by } : null,
      version: row.version,
    };
  });
}

type ThreadRow = Awaited<ReturnType<ReturnType<typeof selectThreads>["executeTakeFirstOrThrow"]>>;

function selectThreads(db: Database) {
  return db
    .selectFrom("comment_threads as t")
    .select(["t.id", "t.subject_kind", "t.subject_id", "t.words", "t.created_at"])
    .select(["t.resolved_at", "t.resolved_by", "t.version"]);
}
