import type { Comment, CommentThread } from "@atoll/contract/comments/schemas";
import { expect, test } from "vitest";
import { applyThreadEvent, type CachedThreads, type ThreadEvent } from "./cached-threads.ts";

const subject = { kind: "article", id: "a" };
const words = { quote: "nine", prefix: "", suffix: "" };
const by = { id: "ana", name: "Ana", email: "", avatar: null, isFormer: false };
const comment = (id: string, at: number, version = 1, threadId = "t"): Comment => ({
  ...{ id, subject, threadId, version, content: `${id} ${version}`, author: by, mentions: [] },
  ...{ attachments: [], createdAt: new Date(at).toISOString(), editedAt: null },
});
const thread = (...comments: Comment[]): CommentThread => ({
  ...{
    id: "t",
    subject,
    words,
    createdAt: comments[0]?.createdAt ?? "",
    resolved: null,
    version: 1,
    comments,
  },
});
const cached = (...items: CommentThread[]): CachedThreads => ({
  ...{ items, rights: { mayComment: true, mayModerate: false }, gone: new Set() },
});
const after = (start: CachedThreads, ...events: ThreadEvent[]) => {
  let update = { data: start, isUncertain: false };
  for (const event of events) {
    const next = applyThreadEvent(update.data, event);
    update = { data: next.data, isUncertain: update.isUncertain || next.isUncertain };
  }
  return {
    ...update,
    lines: update.data.items.map(({ comments }) => comments.map(({ content }) => content)),
  };
};
const deleted = (id: string): ThreadEvent => ({
  kind: "deleted",
  comment: { id, subject, threadId: "t", version: 9 },
});

test("puts answers in order, once, and never an older version over a newer one", () => {
  const start = cached(thread(comment("a", 1)));
  const [third, second] = [comment("c", 3), comment("b", 2)];
  const posted: ThreadEvent[] = [third, second, third].map((one) => ({ kind: "posted", comment: one }));
  const edited: ThreadEvent = { kind: "changed", comment: comment("b", 2, 2) };
  const late: ThreadEvent = { kind: "changed", comment: second };
  expect(after(start, ...posted, edited, late)).toMatchObject({
    isUncertain: false,
    lines: [["a 1", "b 2", "c 1"]],
  });
});

test("fetches again for a thread or an edited comment that it does not know", () => {
  const unknown = comment("x", 4, 1, "other");
  expect(after(cached(), { kind: "posted", comment: unknown }).isUncertain).toBe(true);
  expect(
    after(cached(thread(comment("a", 1))), { kind: "changed", comment: comment("b", 2) }).isUncertain,
  ).toBe(true);
  const state = { id: "other", subject, resolved: null, version: 2 };
  expect(after(cached(), { kind: "thread", thread: state }).isUncertain).toBe(true);
});

test("starts a thread with its words, without a fetch", () => {
  const first = comment("a", 1);
  expect(after(cached(), { kind: "posted", comment: first, words })).toMatchObject({
    data: { items: [thread(first)] },
    isUncertain: false,
  });
});

test("forgets a thread with its last comment, which a late event does not bring back", () => {
  const [first, second] = [comment("a", 1), comment("b", 2)];
  const start = cached(thread(first, second));
  expect(after(start, deleted("a")).lines).toEqual([["b 1"]]);
  const late: ThreadEvent = { kind: "posted", comment: first };
  expect(after(start, deleted("a"), deleted("b"), late)).toMatchObject({ lines: [], isUncertain: false });
});

test("applies the newest state of a thread only", () => {
  const resolved = { at: "2026-11-30T10:00:00.000Z", by };
  const state = (version: number, isOpen: boolean): ThreadEvent => ({
    kind: "thread",
    thread: { id: "t", subject, resolved: isOpen ? null : resolved, version },
  });
  const start = cached(thread(comment("a", 1)));
  expect(after(start, state(3, false), state(2, true)).data.items[0]).toMatchObject({ resolved, version: 3 });
});
