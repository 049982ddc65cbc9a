import type { Subject } from "@atoll/contract/comments/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { type CommentChange, createCommentKinds } from "../../platform/kinds/comment-kinds.ts";
import type { Colleague, CommentedKind, SliceContext } from "../../slice.ts";
import { deleteComment } from "./delete-comment.ts";
import { editComment } from "./edit-comment.ts";
import { postComment } from "./post-comment.ts";

// The guarantees for a slice that registers a kind, tested with a kind of its own: a buoy, which everyone may read.

const server = sharedServer();
let slice: SliceContext;
let ana: Colleague & { address: string };
let isOpen: boolean;
let breaks: boolean;
let heard: CommentChange[];
let buoy: Subject;

const buoys: CommentedKind = {
  kind: "buoy",
  hold: async () => undefined,
  judge: async (_db, _id, people) =>
    new Map(people.map(({ id }) => [id, { mayComment: isOpen, mayModerate: false }])),
  isReadable: () => sql<boolean>`true`,
  async onComment(_context, tx, change) {
    // The comment is already visible in the same transaction.
    const row = await tx
      .selectFrom("comments")
      .select("content")
      .where("id", "=", change.id)
      .executeTakeFirst();
    expect(row?.content).toBe(change.content);
    heard.push(change);
    if (breaks) throw new Error("no history today");
    return () => undefined;
  },
};

beforeAll(async () => {
  const { id, name } = await createPerson(server.db, { name: "Ana" });
  ana = { id, name, address: "", roles: [{ id, name: "user" }], permissions: [], departments: [] };
  const viewers = {
    ofUser: async (userId: string) => (userId === "ben" ? { ...ana, id: "ben", name: "Ben" } : ana),
  };
  slice = { db: server.db, viewers, commentKinds: createCommentKinds([buoys]) } as unknown as SliceContext;
});
beforeEach(() => {
  [isOpen, breaks, heard, buoy] = [true, false, [], { kind: "buoy", id: uuidv7() }];
});

const post = (content: string, mentionIds: string[] = []) =>
  postComment(slice, ana, buoy, { id: uuidv7(), content, mentionIds, attachmentIds: [] });
const wordsOf = async () =>
  (await server.db.selectFrom("comments").select("content").where("subject_id", "=", buoy.id).execute()).map(
    ({ content }) => content,
  );

describe("a kind of things", () => {
  test("calls the kind for every change in its transaction, and not for repeated requests", async () => {
    const { row, tell } = await post("Nine, @Ben", ["ben"]);
    expect(tell).toBeInstanceOf(Function);
    const edit = { content: "Ten, @Ben", mentionIds: ["ben"], version: 1 };
    await editComment(slice, ana, row.id, edit);
    await editComment(slice, ana, row.id, edit);
    await deleteComment(slice, ana, row.id);
    await deleteComment(slice, ana, row.id);
    const common = { id: row.id, threadId: null, subjectId: buoy.id, authorId: ana.id, actorId: ana.id };
    expect(heard).toEqual([
      { ...common, what: "posted", content: "Nine, @Ben", newlyCalledIds: ["ben"] },
      { ...common, what: "edited", content: "Ten, @Ben", newlyCalledIds: [] },
      { ...common, what: "deleted", content: "", newlyCalledIds: [] },
    ]);
  });

  test("rolls back the whole change when its part of it fails", async () => {
    const { row } = await post("Nine");
    breaks = true;
    const edit = { content: "Ten", mentionIds: [], version: 1 };
    await expect(post("Eleven")).rejects.toThrow("no history today");
    await expect(editComment(slice, ana, row.id, edit)).rejects.toThrow("no history today");
    await expect(deleteComment(slice, ana, row.id)).rejects.toThrow("no history today");
    expect(await wordsOf()).toEqual(["Nine"]);
  });

  test("can be closed for writing: existing comments stay, and can be deleted", async () => {
    const { row } = await post("Nine");
    isOpen = false;
    const edit = { content: "Ten", mentionIds: [], version: 1 };
    await expect(post("Eleven")).rejects.toMatchObject({ code: "forbidden" });
    await expect(editComment(slice, ana, row.id, edit)).rejects.toMatchObject({ code: "forbidden" });
    expect(await wordsOf()).toEqual(["Nine"]);
    await deleteComment(slice, ana, row.id);
    expect(await wordsOf()).toEqual([""]);
  });

  test("answers repeated requests even after it is closed for writing", async () => {
    const input = { id: uuidv7(), content: "Nine", mentionIds: [], attachmentIds: [] };
    await postComment(slice, ana, buoy, input);
    isOpen = false;
    expect((await postComment(slice, ana, buoy, input)).isNew).toBe(false);
  });
});
