import type { Comment } from "@atoll/contract/comments/schemas";
import { expect, it } from "vitest";
import {
  addOlder,
  applyEvent,
  type CachedComments,
  type CommentEvent,
  isDeleted,
} from "./cached-comments.ts";

const subject = { kind: "task", id: "t" };
const comment = (id: string, at: number, version = 1): Comment => ({
  id,
  subject,
  content: `${id} ${version}`,
  author: { id: "ana", name: "Ana", email: "", avatar: null, isFormer: false },
  mentions: [],
  attachments: [],
  createdAt: new Date(at).toISOString(),
  editedAt: null,
  version,
});
const cached = (items: Comment[], more: Partial<CachedComments> = {}): CachedComments => ({
  items,
  nextCursor: null,
  total: items.length,
  rights: { mayComment: true, mayModerate: false },
  gone: new Set(),
  ...more,
});
const after = (start: CachedComments, ...events: CommentEvent[]) => {
  let state = { data: start, isUncertain: false };
  for (const event of events) state = applyEvent(state.data, event);
  return state;
};
const wordsOf = ({ items }: CachedComments) => items.map(({ content }) => content);

it("puts a comment where a fetch would, and counts it once", () => {
  const posted: CommentEvent = { kind: "posted", comment: comment("b", 5) };
  const { data } = after(cached([comment("a", 5), comment("d", 5)]), posted, posted);
  expect([wordsOf(data), data.total]).toEqual([["a 1", "b 1", "d 1"], 3]);
});

it("keeps the newer of two versions, in whatever order they come", () => {
  const start = cached([comment("a", 1)]);
  const third: CommentEvent = { kind: "changed", comment: comment("a", 1, 3) };
  const second: CommentEvent = { kind: "changed", comment: comment("a", 1, 2) };
  expect(wordsOf(after(start, third, second).data)).toEqual(["a 3"]);
});

it("a late event or older page does not restore a deleted comment", () => {
  const deleted: CommentEvent = { kind: "deleted", comment: { id: "a", subject, version: 2 } };
  const { data } = after(
    cached([comment("a", 1)]),
    deleted,
    { kind: "posted", comment: comment("a", 1) },
    deleted,
  );
  expect([wordsOf(data), data.total]).toEqual([[], 0]);
  expect(wordsOf(addOlder(data, { items: [comment("a", 1)], nextCursor: null }))).toEqual([]);
});

it("refetches when it cannot decide, and ignores pages that are not loaded", () => {
  const start = cached([comment("m", 10)], { nextCursor: "more", total: 9 });
  expect(after(start, { kind: "changed", comment: comment("a", 1, 2) })).toEqual({
    data: start,
    isUncertain: false,
  });
  expect(after(start, { kind: "changed", comment: comment("z", 20, 2) }).isUncertain).toBe(true);
  expect(after(start, { kind: "deleted", comment: { id: "a", subject, version: 2 } }).isUncertain).toBe(true);
});

it("distinguishes a deleted comment from one before the loaded pages", () => {
  const [early, late] = [comment("a", 1), comment("b", 5)];
  const window = cached([comment("c", 3)], { nextCursor: "before" });
  expect([isDeleted(window, early), isDeleted(window, late)]).toEqual([false, true]);
  expect(isDeleted(cached([late]), early)).toBe(true);
  expect(isDeleted(cached([late]), late)).toBe(false);
});
