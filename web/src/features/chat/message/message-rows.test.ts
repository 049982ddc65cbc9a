import { expect, it } from "vitest";
import { aMessage, marisol, testId } from "../../../../test/chat/objects.ts";
import { buildRows, type RowsInput } from "./message-rows.ts";

const at = (time: string) => ({ createdAt: new Date(`2025-11-19T${time}:00`).toISOString() });
const rows = (input: Partial<RowsInput>) =>
  buildRows({ messages: [], pending: [], viewerId: marisol.id, newAfter: null, from: 0, ...input });

it("groups what one person writes within five minutes", () => {
  const messages = [
    aMessage({ seq: 1, ...at("09:00") }),
    aMessage({ seq: 2, ...at("09:04") }),
    aMessage({ seq: 3, ...at("09:08") }),
    aMessage({ seq: 4, ...at("09:13") }),
    aMessage({ seq: 5, ...at("09:14"), author: marisol }),
  ];
  expect(rows({ messages }).map((row) => row.isFollowUp)).toEqual([false, true, true, false, false]);
});

it("starts a new group each day", () => {
  const messages = [
    aMessage({ seq: 1, createdAt: new Date("2025-11-18T23:59:00").toISOString() }),
    aMessage({ seq: 2, createdAt: new Date("2025-11-19T00:01:00").toISOString() }),
    aMessage({ seq: 3, createdAt: new Date("2025-11-19T00:02:00").toISOString() }),
  ];
  expect(rows({ messages }).map((row) => [row.startsDay, row.isFollowUp])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
});

const onItsWay = {
  kind: "message",
  subject: `channel/${testId(1000)}`,
  body: {
    channelId: testId(1000),
    content: "on its way",
    parentId: null,
    mentionIds: [],
    attachmentIds: [],
  },
};

it("never starts an earlier day, whatever a clock said", () => {
  const waiting = (number: number, createdAt: string) => ({
    id: testId(number),
    ...onItsWay,
    createdAt: new Date(createdAt).toISOString(),
    failure: null,
  });
  const messages = [
    aMessage({ seq: 1, author: marisol, ...at("09:00") }),
    aMessage({ seq: 2, ...at("09:01") }),
  ];
  const slow = rows({
    messages,
    pending: [waiting(3, "2025-11-18T20:00:00"), waiting(4, "2025-11-19T09:02:00")],
  });
  expect(slow.map((row) => [row.id, row.startsDay])).toEqual([
    [testId(1), true],
    [testId(2), false],
    [testId(3), false],
    [testId(4), false],
  ]);
  // The server's clock was put right between two messages.
  const put = [
    aMessage({ seq: 1, ...at("09:00") }),
    aMessage({ seq: 2, createdAt: "2025-11-18T09:00:00.000Z" }),
  ];
  expect(rows({ messages: put }).map((row) => row.startsDay)).toEqual([true, false]);
});

it("puts the line before the first unread message of others, once it is loaded", () => {
  const messages = [
    aMessage({ seq: 4 }),
    aMessage({ seq: 5, author: marisol }),
    aMessage({ seq: 6 }),
    aMessage({ seq: 7 }),
  ];
  const firstNew = (input: Partial<RowsInput>) =>
    rows({ messages, ...input }).find((row) => row.startsNew)?.id;
  expect(firstNew({ newAfter: 4 })).toBe(testId(6));
  expect(firstNew({ newAfter: 3, from: 4 })).toBe(testId(4));
  expect(firstNew({ newAfter: 2, from: 4 })).toBeUndefined();
  expect(firstNew({ newAfter: null })).toBeUndefined();
  expect(firstNew({ newAfter: 7 })).toBeUndefined();
  // The line interrupts a group.
  expect(rows({ messages: [aMessage({ seq: 4 }), aMessage({ seq: 5 })], newAfter: 4 })[1]?.isFollowUp).toBe(
    false,
  );
});

it("shows pending messages last, and a message that is both once", () => {
  const entry = (number: number) => ({
    id: testId(number),
    ...onItsWay,
    createdAt: aMessage({ seq: number }).createdAt,
    failure: null,
  });
  const messages = [aMessage({ seq: 1 }), aMessage({ seq: 2, author: marisol })];
  const shown = rows({ messages, pending: [entry(2), entry(3)] });
  expect(shown.map((row) => [row.id, row.item.kind, row.isFollowUp])).toEqual([
    [testId(1), "message", false],
    [testId(2), "message", false],
    [testId(3), "pending", true],
  ]);
});
