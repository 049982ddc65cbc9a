import { commentRoutes } from "@atoll/contract/comments/routes";
import type { CommentThread, CommentWords, Subject } from "@atoll/contract/comments/schemas";
import { fileRoutes } from "@atoll/contract/files/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Commenter, commenterOf, createCommenter, createTaskSubject } from "../../../test/commenter.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { createWriter, type Writer } from "../../../test/knowledge.ts";
import { upload } from "../../../test/upload.ts";

const patience = 20_000;
const words: CommentWords = { quote: "nine buoys", prefix: "Count the ", suffix: " every morning" };

let nodes: TestNodes;
let owner: Writer;
let ana: Commenter;
let ben: Commenter;
let pageId: string;
let page: Subject;
let draft: Subject;

beforeAll(async () => {
  nodes = await startTestNodes();
  owner = await createWriter(nodes[0], "Olga", { roles: ["admin"] });
  ana = await createCommenter(nodes[0], "Ana");
  ben = await createCommenter(nodes[0], "Ben");
});
beforeEach(async () => {
  ({ id: pageId } = await owner.write({ body: "Count the nine buoys every morning." }));
  page = { kind: "article", id: pageId };
  draft = { kind: "article-draft", id: pageId };
});
afterAll(() => nodes.close());

const listOf = async (who: { client: Commenter["client"] }, subject = page) =>
  who.client.call(commentRoutes.listCommentThreads, {
    params: { kind: subject.kind, subjectId: subject.id },
    query: {},
  });
const start = async (who: Commenter, content: string, subject = page, quoted = words) => {
  const id = uuidv7();
  const comment = await who.comment(subject, content, { thread: { id, words: quoted } });
  return { id, comment };
};
const answer = (who: Commenter, id: string, content: string, more: object = {}) =>
  who.comment(page, content, { thread: { id }, ...more });
const resolve = (who: Commenter, threadId: string) =>
  who.client.call(commentRoutes.resolveCommentThread, { params: { threadId } });
const reopen = (who: Commenter, threadId: string) =>
  who.client.call(commentRoutes.reopenCommentThread, { params: { threadId } });
const refusal = async (refused: Promise<{ body: { error: { code: string } } }>) =>
  (await refused).body.error.code;

describe("threads on words", () => {
  test("have their words and comments, and are apart from the other comments", async () => {
    const whole = await ana.comment(page, "All good");
    const { id, comment } = await start(ana, "Only eight since May");
    const second = await answer(ben, id, "Right, @Ana", { mentionIds: [ana.id] });
    expect(await listOf(ben)).toEqual({
      items: [
        {
          ...{ id, subject: page, words, resolved: null, version: 1 },
          ...{ createdAt: comment.createdAt, comments: [comment, second] },
        },
      ],
      nextCursor: null,
      rights: { mayComment: true, mayModerate: false },
    });
    expect(comment.threadId).toBe(id);
    const listed = await ben.list(page);
    expect(listed).toMatchObject({ items: [{ id: whole.id }], total: 1 });
    expect((await owner.open(pageId)).commentCount).toBe(3);
  });

  test("are started once by repeated requests, and refuse another text under the same ID", async () => {
    const [id, thread] = [uuidv7(), { id: uuidv7(), words }];
    const first = await ana.comment(page, "Eight", { id, thread });
    expect(await ana.comment(page, "Eight", { id, thread })).toEqual(first);
    const other = { ...thread, words: { ...words, quote: "every morning" } };
    expect(await ana.refused.comment(page, "Eight", { id, thread: other })).toBe("comment_id_taken");
    expect((await listOf(ana)).items).toHaveLength(1);
  });

  test("are answered only where they were started", async () => {
    const { id } = await start(ana, "Eight");
    const other = { kind: "article", id: (await owner.write()).id };
    expect(await ben.refused.comment(other, "Nine", { thread: { id } })).toBe("comment_thread_not_found");
    expect(await ben.refused.comment(page, "Nine", { thread: { id: uuidv7() } })).toBe(
      "comment_thread_not_found",
    );
    const task = await createTaskSubject(nodes[0].db, ana, ben);
    expect(await ana.refused.comment(task, "Nine", { thread: { id: uuidv7(), words } })).toBe(
      "comment_thread_not_found",
    );
    const params = { kind: task.kind, subjectId: task.id };
    expect(await refusal(ana.client.refused(commentRoutes.listCommentThreads, { params, query: {} }))).toBe(
      "subject_not_found",
    );
  });

  test("are resolved with who and when, and an answer reopens them", async () => {
    const { id } = await start(ana, "Eight");
    const { thread } = await resolve(ben, id);
    expect(thread).toMatchObject({
      id,
      resolved: { by: { id: ben.id }, at: expect.any(String) },
      version: 2,
    });
    expect(await resolve(ana, id)).toEqual({ thread });
    expect((await listOf(ana)).items[0]).toMatchObject({ resolved: thread.resolved, version: 2 });
    expect((await reopen(ana, id)).thread).toMatchObject({ resolved: null, version: 3 });
    await resolve(ben, id);
    await answer(ana, id, "Not yet");
    expect((await listOf(ben)).items[0]).toMatchObject({ resolved: null, version: 5 });
  });

  test("go with their last comment, without leaving the words behind", async () => {
    const { id, comment } = await start(ana, "Eight");
    const second = await answer(ben, id, "Nine");
    await ana.remove(comment);
    expect((await listOf(ben)).items).toMatchObject([{ id, words, comments: [{ id: second.id }] }]);
    await ben.remove(second);
    expect((await listOf(ben)).items).toEqual([]);
    expect(await ana.refused.comment(page, "Ten", { thread: { id } })).toBe("comment_thread_not_found");
    const missing = { params: { threadId: id } };
    expect(await refusal(ana.client.refused(commentRoutes.resolveCommentThread, missing))).toBe(
      "comment_not_found",
    );
    const row = await nodes[0].db
      .selectFrom("comment_threads")
      .select("words")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({ words: null });
  });

  test("keep their words when the last comment is deleted while an answer is being posted", async () => {
    const { id, comment } = await start(ana, "Eight");
    const { db } = nodes[0];
    let removed: Promise<unknown> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom("comment_threads").select("id").where("id", "=", id).forUpdate().execute();
      await tx
        .insertInto("comments")
        .values({
          ...{ id: uuidv7(), subject_kind: page.kind, subject_id: page.id, author_id: ben.id },
          ...{ content: "Nine", mentions: "[]", thread_id: id, sent_hash: Buffer.alloc(0) },
        })
        .execute();
      removed = ana.remove(comment);
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    await removed;
    expect((await listOf(ben)).items).toMatchObject([{ id, words, comments: [{ content: "Nine" }] }]);
  });

  test("are gone for everyone who may no longer read the page, with their files", async () => {
    const file = await upload(nodes[0], ana, { name: "plan.txt", content: "Nine", kind: "comment" });
    const { id } = await start(ana, "Eight");
    await answer(ana, id, "See the plan", { attachmentIds: [file.id] });
    const links = async () =>
      (await ben.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id] } })).links.length;
    expect(await links()).toBe(1);
    await owner.archive(pageId);
    const params = { kind: "article", subjectId: pageId };
    expect(await refusal(ben.client.refused(commentRoutes.listCommentThreads, { params, query: {} }))).toBe(
      "subject_not_found",
    );
    for (const route of [commentRoutes.resolveCommentThread, commentRoutes.reopenCommentThread])
      expect(await refusal(ben.client.refused(route, { params: { threadId: id } }))).toBe(
        "comment_not_found",
      );
    expect(await links()).toBe(0);
    // Those who edit it still read it, and nobody writes.
    expect((await listOf(owner)).items).toHaveLength(1);
    const refused = owner.client.refused(commentRoutes.resolveCommentThread, { params: { threadId: id } });
    expect(await refusal(refused)).toBe("forbidden");
  });

  test("come in pages, the oldest first, each once", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 27; index += 1) ids.push((await start(ana, `Number ${index}`)).id);
    const first = await listOf(ben);
    expect(first.items).toHaveLength(25);
    const { items, nextCursor } = await ben.client.call(commentRoutes.listCommentThreads, {
      params: { kind: "article", subjectId: pageId },
      query: { cursor: first.nextCursor ?? "" },
    });
    expect(nextCursor).toBeNull();
    expect([...first.items, ...items].map(({ id }) => id)).toEqual(ids);
  });
});

test("a page of threads ends early after long comments", async () => {
  const long = await start(ben, "\u{1f6a2}".repeat(8000));
  for (let index = 0; index < 15; index += 1) await answer(ben, long.id, "\u{1f6a2}".repeat(8000));
  const short = await start(ben, "Nine");
  const { items, nextCursor } = await listOf(ana);
  expect(items).toMatchObject([{ id: long.id }]);
  const next = await ana.client.call(commentRoutes.listCommentThreads, {
    params: { kind: "article", subjectId: pageId },
    query: { cursor: nextCursor ?? "" },
  });
  expect(next).toMatchObject({ items: [{ id: short.id }], nextCursor: null });
});

describe("threads on a draft", () => {
  test("are for those who edit the page, and for no reader", async () => {
    await owner.begin(pageId);
    const author = commenterOf(owner);
    await start(author, "Is it still nine?", draft, { ...words, quote: "a secret plan" });
    expect((await listOf(owner, draft)).items).toMatchObject([{ words: { quote: "a secret plan" } }]);
    expect((await listOf(ana)).items).toEqual([]);
    const params = { kind: "article-draft", subjectId: pageId };
    expect(await refusal(ana.client.refused(commentRoutes.listCommentThreads, { params, query: {} }))).toBe(
      "subject_not_found",
    );
    expect(await ana.refused.comment(draft, "Me, too", { thread: { id: uuidv7(), words } })).toBe(
      "subject_not_found",
    );
    await owner.publish(pageId);
    expect(JSON.stringify(await listOf(ana))).not.toContain("secret");
  });

  test("are not counted by search", async () => {
    await owner.begin(pageId);
    const author = commenterOf(owner);
    const word = `zebra${pageId.slice(-8)}`;
    await start(author, `The ${word} one`, draft);
    await start(author, `Also ${word}`, page);
    const { counts, items } = await owner.client.call(searchRoutes.searchEverywhere, {
      query: { query: word, kind: "comment" },
    });
    expect(counts.find(({ kind }) => kind === "comment")).toMatchObject({ count: 1 });
    expect(items).toHaveLength(1);
  });

  test("notify nobody who may not read it, not even by a mention", async () => {
    const author = commenterOf(owner);
    const comment = await author.comment(draft, "Ask @Ana and @Ben", {
      mentionIds: [ana.id, ben.id],
      thread: { id: uuidv7(), words },
    });
    expect(comment.mentions).toEqual([]);
  });
});

describe("notifications", () => {
  test("reach the owner, those in the thread and mentioned readers, each once", async () => {
    const writers = {
      ana: await createWriter(nodes[0], "Ada"),
      ben: await createWriter(nodes[0], "Bea"),
      cleo: await createWriter(nodes[0], "Cleo"),
    };
    page = { kind: "article", id: (await owner.write({ title: "Tide tables" })).id };
    const { id } = await start(commenterOf(writers.ana), "Eight");
    await answer(commenterOf(writers.ben), id, "Nine, @Cleo", { mentionIds: [writers.cleo.id] });
    const inboxes = await Promise.all(
      [owner, writers.ana, writers.ben, writers.cleo].map((writer) => writer.inbox()),
    );
    expect(inboxes.map((titles) => titles.filter((title) => title.includes("Tide tables")))).toEqual([
      ["Bea and Ada wrote 2 comments on “Tide tables”"],
      ["Bea answered on “Tide tables”"],
      [],
      ["Bea mentioned you on “Tide tables”"],
    ]);
  });
});

test("a notification of a thread on a draft goes with the draft", async () => {
  const editor = await createWriter(nodes[0], "Edda", { roles: ["admin"] });
  page = { kind: "article", id: (await owner.write({ title: "Buoy paint" })).id };
  await owner.begin(page.id);
  await start(commenterOf(editor), "Red?", { kind: "article-draft", id: page.id });
  const ofDraft = async () => (await owner.inbox()).filter((title) => title.includes("Buoy paint"));
  expect(await ofDraft()).toEqual(["Edda commented on the draft “Buoy paint”"]);
  await owner.publish(page.id);
  expect(await ofDraft()).toEqual([]);
});

describe("the state before, with the event applied, equals a refetch", () => {
  const changes: [name: string, change: (threadId: string) => Promise<unknown>][] = [
    ["comment.posted", (id) => answer(ana, id, "Ten")],
    ["comment.thread", (id) => resolve(ana, id)],
  ];

  test.each(changes)("%s, on the node where it is done and on another", async (name, change) => {
    const { id } = await start(ana, "Eight");
    const sockets = [await nodes[0].connect(ben), await nodes[1].connect(ben)];
    for (const socket of sockets) await socket.command("comments.watch", { subjects: [page] });
    const [before] = (await listOf(ben)).items;
    await change(id);
    const [fresh] = (await listOf(ben)).items;
    expect(fresh).not.toEqual(before);
    for (const socket of sockets) {
      if (name === "comment.thread") {
        const { thread } = await socket.next("comment.thread", patience);
        expect({ ...before, ...thread }).toEqual(fresh);
      } else {
        const { comment } = await socket.next("comment.posted", patience);
        expect({ ...before, comments: [...(before as CommentThread).comments, comment] }).toEqual(fresh);
      }
    }
  });
});
