import { expect, it } from "vitest";
import { aChannel, ruth, testId } from "../../../../test/chat/objects.ts";
import { drawerSections, inHeldOrder, neighbourOf } from "./drawer-order.ts";

const space = aChannel({ id: testId(1), unread: 2 });
const direct = aChannel({ id: testId(2), type: "DIRECT", peers: [ruth] });
const starred = aChannel({ id: testId(3), isStarred: true });
const quiet = aChannel({ id: testId(4), isMuted: true, unread: 9 });
const called = aChannel({ id: testId(5), isMuted: true, unread: 9, unreadMentions: 1 });
const channels = [space, direct, starred, quiet, called];

const next = (channelId: string | null, step: 1 | -1, isUnreadOnly = false) =>
  neighbourOf(channels, { channelId, step, isUnreadOnly })?.id;

it("shows a starred chat among the starred ones only", () => {
  expect(drawerSections(channels)).toEqual({
    starred: [starred],
    direct: [direct],
    spaces: [space, quiet, called],
  });
});

it("moves through the sections in order, and wraps at the ends", () => {
  expect(next(starred.id, 1)).toBe(direct.id);
  expect(next(direct.id, 1)).toBe(space.id);
  expect(next(called.id, 1)).toBe(starred.id);
  expect(next(starred.id, -1)).toBe(called.id);
  expect(next(space.id, -1)).toBe(direct.id);
});

it("begins at an end where no chat is open", () => {
  expect(next(null, 1)).toBe(starred.id);
  expect(next(null, -1)).toBe(called.id);
});

it("skips what shows no number: read chats, and muted ones that do not call the viewer", () => {
  expect(next(starred.id, 1, true)).toBe(space.id);
  expect(next(space.id, 1, true)).toBe(called.id);
  expect(next(called.id, 1, true)).toBe(space.id);
  expect(next(space.id, -1, true)).toBe(called.id);
});

it("stays in place when there is no other chat", () => {
  expect(neighbourOf([], { channelId: null, step: 1, isUnreadOnly: false })).toBeUndefined();
  expect(neighbourOf([space], { channelId: space.id, step: 1, isUnreadOnly: true })).toBeUndefined();
});

it("keeps the rows in place under the pointer, and adds new ones first", () => {
  expect(inHeldOrder(channels, null)).toBe(channels);
  const held = [starred, space, direct, called].map(({ id }) => id);
  expect(inHeldOrder(channels, held)).toEqual([quiet, starred, space, direct, called]);
});
