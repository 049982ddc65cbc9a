import fc from "fast-check";
import { expect, it } from "vitest";
import { aMessage, aTombstone, testId } from "../../../../test/chat/objects.ts";
import { applyReply, openThread, prependReplies, type RepliesPage } from "./thread.ts";

const parentId = testId(1);
const page = (given: Partial<RepliesPage> = {}): RepliesPage => ({
  messages: [],
  hasMore: false,
  head: 0,
  lastReadSeq: 0,
  isFollowing: true,
  ...given,
});
const reply = (seq: number, changedSeq = seq) =>
  aMessage({ seq, changedSeq, parentId, content: `at ${changedSeq}` });

it("is the same in whatever order changes arrive, and however often", () => {
  const changes = [
    reply(2),
    reply(4),
    reply(4, 8),
    reply(6),
    aTombstone({ seq: 6, parentId, changedSeq: 10 }),
    reply(2, 12),
    reply(13),
  ];
  const order = fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 });
  fc.assert(
    fc.property(order, (arriving) => {
      const thread = arriving.reduce(applyReply, openThread(testId(1000), page()));
      expect(thread.messages).toEqual([reply(2, 12), reply(4, 8), reply(13)]);
    }),
  );
});

it("prepends older pages, without messages that have since been deleted", () => {
  const opened = openThread(testId(1000), page({ messages: [reply(8)], hasMore: true }));
  expect(applyReply(opened, reply(4, 12))).toBe(opened);
  const changed = applyReply(opened, aTombstone({ seq: 4, parentId, changedSeq: 12 }));
  const whole = prependReplies(changed, 8, page({ messages: [reply(2), reply(4)] }));
  expect(whole).toMatchObject({ hasMore: false, messages: [{ seq: 2 }, { seq: 8 }] });
  expect(prependReplies(whole, 8, page({ messages: [reply(2)] }))).toBe(whole);
});
