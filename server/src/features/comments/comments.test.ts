import { commentRoutes } from "@atoll/contract/comments/routes";
import type { CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { fileRoutes } from "@atoll/contract/files/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Commenter, createCommenter, createTaskSubject } from "../../../test/commenter.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { upload } from "../../../test/upload.ts";
import { countComments } from "./public.ts";

const server = sharedServer();
let ana: Commenter;
let ben: Commenter;
let otis: Commenter;
let task: Subject;

beforeAll(async () => {
  ana = await createCommenter(server, "Ana");
  ben = await createCommenter(server, "Ben");
  otis = await createCommenter(server, "Otis");
});
beforeEach(async () => {
  task = await createTaskSubject(server.db, ana, ben);
});

const texts = async (who: Commenter, subject = task) =>
  (await who.list(subject)).items.map(({ content }) => content);
const linksOf = async (who: Commenter, ids: string[]) =>
  (await who.client.call(fileRoutes.createAttachmentLinks, { body: { ids } })).links.map(({ id }) => id);

describe("writing", () => {
  test("is readable, oldest first, for readers of the thing, and nobody else", async () => {
    const first = await ana.comment(task, "  Nine, with the **red** one\n");
    const second = await ben.comment(task, "Ten");
    expect(first).toEqual({
      id: first.id,
      subject: task,
      content: "Nine, with the **red** one",
      author: expect.objectContaining({ id: ana.id, name: "Ana", isFormer: false }),
      mentions: [],
      attachments: [],
      createdAt: expect.any(String),
      editedAt: null,
      version: 1,
    });
    expect(await ben.list(task)).toEqual({
      items: [first, second],
      nextCursor: null,
      total: 2,
      rights: { mayComment: true, mayModerate: false },
    });
    expect(await otis.refused.list(task)).toBe("subject_not_found");
    expect(await otis.refused.comment(task, "Eleven")).toBe("subject_not_found");
    expect(await ana.refused.list({ kind: "moon", id: task.id })).toBe("subject_not_found");
  });

  test("may be about a part, which is removed together with the text on deletion", async () => {
    const about = { anchor: "step-one", quote: "1. Close the gate" };
    const id = uuidv7();
    const call = (more: { about?: CommentPart } = {}) => ({
      params: { kind: task.kind, subjectId: task.id },
      body: { id, content: "Which gate?", ...more },
    });
    const { comment } = await ana.client.call(commentRoutes.postComment, call({ about }));
    expect(comment.about).toEqual(about);
    expect(await ana.client.call(commentRoutes.postComment, call({ about }))).toEqual({ comment });
    const refused = async (more?: { about: CommentPart }) =>
      (await ana.client.refused(commentRoutes.postComment, call(more))).body.error.code;
    expect(await refused()).toBe("comment_id_taken");
    expect(await refused({ about: { ...about, anchor: "a b" } })).toBe("invalid_request");
    expect((await ben.list(task)).items).toMatchObject([{ id, about }]);
    await ana.client.call(commentRoutes.deleteComment, { params: { commentId: id } });
    const row = await server.db
      .selectFrom("comments")
      .select("about")
      .where("id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({ about: null });
  });

  test("counts code points, and stores any text", async () => {
    const long = "🌊".repeat(8000);
    expect((await ana.comment(task, long)).content).toBe(long);
    expect(await ana.refused.comment(task, `${long}.`)).toBe("invalid_request");
    expect(await ana.refused.comment(task, " ")).toBe("invalid_request");
    expect((await ana.comment(task, "half \ud83c")).content).toBe("half \ufffd");
  });

  test("is created once by repeated and concurrent requests, with one response", async () => {
    const id = uuidv7();
    const all = await Promise.all(Array.from({ length: 8 }, () => ana.comment(task, "Nine", { id })));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await texts(ben)).toEqual(["Nine"]);
  });

  test("refuses an ID that is used with another text, for another thing, or by another person", async () => {
    const { id } = await ana.comment(task, "Nine");
    const other = await createTaskSubject(server.db, ana, ben);
    expect(await ana.refused.comment(task, "Ten", { id })).toBe("comment_id_taken");
    expect(await ana.refused.comment(other, "Nine", { id })).toBe("comment_id_taken");
    expect(await ben.refused.comment(task, "Nine", { id })).toBe("comment_id_taken");
    expect(await texts(ana)).toEqual(["Nine"]);
  });

  test("answers a repeated request after an edit, but not after the deletion", async () => {
    const id = uuidv7();
    const comment = await ana.comment(task, "Nine", { id });
    const edited = await ana.edit(comment, "Ten");
    expect(await ana.comment(task, "Nine", { id })).toEqual(edited);
    await ana.remove(comment);
    expect(await ana.refused.comment(task, "Nine", { id })).toBe("comment_not_found");
  });
});

describe("pages", () => {
  test("lead from the oldest on, or from the newest back, to each comment once", async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({
      id: uuidv7(),
      subject_kind: "task",
      subject_id: task.id,
      author_id: ana.id,
      content: String(index),
      mentions: "[]",
      sent_hash: Buffer.alloc(0),
      // Some have the same time and are ordered by ID.
      created_at: new Date(Date.UTC(2026, 10, 2, 9, 0, Math.floor(index / 3))),
    }));
    await server.db.insertInto("comments").values(rows).execute();
    for (const [order, pages] of [
      ["oldest", ["012", "345", "6"]],
      ["newest", ["654", "321", "0"]],
    ] as const) {
      let cursor: string | null = "";
      for (const page of pages) {
        const query = { limit: 3, order, ...(cursor ? { cursor } : {}) };
        const { items, total, nextCursor } = await ben.list(task, query);
        expect({ words: items.map(({ content }) => content).join(""), total }).toEqual({
          words: page,
          total: 7,
        });
        cursor = nextCursor;
      }
      expect(cursor).toBeNull();
    }
    expect(await ben.refused.list(task, { cursor: "soon" })).toBe("invalid_request");
  });

  test("are read from the index, however many other comments there are", async () => {
    await sql`INSERT INTO comments (id, subject_kind, subject_id, author_id, content, sent_hash)
      SELECT uuidv7(), 'task', gen_random_uuid(), ${ana.id}, 'x', '' FROM generate_series(1, 3000)`.execute(
      server.db,
    );
    await sql`ANALYZE comments`.execute(server.db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN SELECT id FROM comments
      WHERE subject_id = ${task.id} AND subject_kind = 'task' AND deleted_at IS NULL
        AND (created_at, id) < (now(), ${task.id}::uuid)
      ORDER BY created_at DESC, id DESC LIMIT 51`.execute(server.db);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Scan Backward using comments_subject");
    expect(plan).not.toContain("Sort");
  });
});

describe("changing", () => {
  test("replaces the text of the author's own comment, once for the same text", async () => {
    const comment = await ana.comment(task, "Nine");
    const edited = await ana.edit(comment, "Ten");
    expect(edited).toEqual({ ...comment, content: "Ten", version: 2, editedAt: expect.any(String) });
    expect(await ana.edit(comment, "Ten")).toEqual(edited);
    expect(await ana.refused.edit(comment, "Eleven")).toBe("changed_meanwhile");
    expect(await ben.refused.edit(edited, "Eleven")).toBe("forbidden");
    expect(await otis.refused.edit(edited, "Eleven")).toBe("comment_not_found");
    expect((await ben.list(task)).items).toEqual([edited]);
  });

  test("ends with the right to read the thing", async () => {
    const comment = await ben.comment(task, "Nine");
    await server.db.updateTable("tasks").set({ assignee_id: otis.id }).where("id", "=", task.id).execute();
    expect(await ben.refused.edit(comment, "Ten")).toBe("comment_not_found");
    expect(await ben.refused.remove(comment)).toBe("comment_not_found");
    expect(await texts(otis)).toEqual(["Nine"]);
  });
});

describe("deleting", () => {
  test("leaves nothing but the id, and is done once", async () => {
    const comment = await ana.comment(task, "Nine, a secret");
    expect(await ben.refused.remove(comment)).toBe("forbidden");
    await ana.remove(comment);
    await ana.remove(comment);
    expect(await ben.refused.remove(comment)).toBe("comment_not_found");
    expect(await ana.refused.edit(comment, "Ten")).toBe("comment_not_found");
    expect(await ben.list(task)).toMatchObject({ items: [], total: 0 });
    const row = await server.db
      .selectFrom("comments")
      .selectAll()
      .where("id", "=", comment.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ content: "", mentions: [], version: 2, sent_hash: Buffer.alloc(0) });
  });

  test("moderators who may read the thing delete others' comments, recorded in the audit log without the text", async () => {
    const admin = await createCommenter(server, "Admiral", ["admin"]);
    const mine = await ana.comment(task, "Nine, a secret");
    expect(await admin.refused.remove(mine)).toBe("comment_not_found");
    await server.db.updateTable("tasks").set({ assignee_id: admin.id }).where("id", "=", task.id).execute();
    expect((await admin.list(task)).rights).toEqual({ mayComment: true, mayModerate: true });
    expect(await admin.refused.edit(mine, "Ten")).toBe("forbidden");
    await admin.remove(mine);
    await admin.remove(mine);
    const own = await admin.comment(task, "Own");
    await admin.remove(own);
    const entries = await server.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "comment.deleted")
      .execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor_id: admin.id, subject_type: "user", subject_id: ana.id });
    expect(entries[0]?.before).toEqual({ commentId: mine.id, subjectKind: "task", subjectId: task.id });
    expect(JSON.stringify(entries)).not.toContain("secret");
  });

  test("deleting the thing deletes its comments and discards their files", async () => {
    const file = await upload(server, ana, { name: "chart.txt", content: "7", kind: "comment" });
    await ana.comment(task, "See", { attachmentIds: [file.id] });
    await server.db.deleteFrom("tasks").where("id", "=", task.id).execute();
    const count = (await countComments(server.db, "task", [task.id])).get(task.id);
    expect(count).toBeUndefined();
    const row = await server.db
      .selectFrom("files")
      .select("discarded_at")
      .where("id", "=", file.id)
      .executeTakeFirstOrThrow();
    expect(row.discarded_at).not.toBeNull();
  });
});

describe("mentions", () => {
  test("are of people who may read the thing and whose names are in the text", async () => {
    const mentionIds = [ben.id, otis.id, ana.id];
    const comment = await ana.comment(task, "@Ben, @Otis and @Ana; `@Ana`", { mentionIds });
    expect(comment.mentions.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { id: ana.id, name: "Ana" },
      { id: ben.id, name: "Ben" },
    ]);
    expect((await ana.edit(comment, "@Otis alone", mentionIds)).mentions).toEqual([]);
    expect((await ana.comment(task, "Nobody by name", { mentionIds })).mentions).toEqual([]);
  });
});

describe("files", () => {
  test("are readable with the comment, and by nobody once it is deleted", async () => {
    const file = await upload(server, ana, { name: "chart.txt", content: "7 fathoms", kind: "comment" });
    expect(await linksOf(ben, [file.id])).toEqual([]);
    expect(await ben.refused.comment(task, "Mine", { attachmentIds: [file.id] })).toBe(
      "attachment_not_found",
    );
    const comment = await ana.comment(task, "", { attachmentIds: [file.id] });
    expect(comment.attachments).toEqual([file]);
    expect((await ben.list(task)).items).toEqual([comment]);
    expect(await linksOf(ben, [file.id])).toEqual([file.id]);
    expect(await linksOf(otis, [file.id])).toEqual([]);
    expect(await ana.refused.comment(task, "Again", { attachmentIds: [file.id] })).toBe(
      "attachment_not_found",
    );
    await ana.remove(comment);
    expect(await linksOf(ana, [file.id])).toEqual([]);
  });

  test("cannot be attached to a comment when they belong to a message", async () => {
    const file = await upload(server, ana, { name: "chart.txt", content: "7" });
    expect(await ana.refused.comment(task, "See", { attachmentIds: [file.id] })).toBe("attachment_not_found");
  });
});

test("keeps comments under their author's name when the author leaves", async () => {
  const leaver = await createPerson(server.db, { name: "Lea" });
  const lea = await server.signIn(leaver);
  const left = await createTaskSubject(server.db, ana, leaver);
  await lea.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: left.id },
    body: { id: uuidv7(), content: "Goodbye" },
  });
  await server.db.deleteFrom("accounts").where("id", "=", leaver.id).execute();
  await server.db
    .updateTable("profiles")
    .set({ former_since: new Date() })
    .where("id", "=", leaver.id)
    .execute();
  await server.felt();
  const [comment] = (await ana.list(left)).items;
  expect(comment).toMatchObject({ content: "Goodbye", author: { isFormer: true, email: "" } });
});

test("lists count the comments of all their things in one query", async () => {
  const other = await createTaskSubject(server.db, ana, undefined);
  await ana.comment(task, "One");
  await ana.remove(await ana.comment(task, "Two"));
  await ana.comment(task, "Three");
  const counts = await countComments(server.db, "task", [task.id, other.id]);
  expect([...counts]).toEqual([[task.id, 2]]);
});
