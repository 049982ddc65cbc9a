import { expect, it } from "vitest";
import { aChannel, aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { openStream } from "../stream/stream.ts";
import { reactorNames } from "./reactor-names.ts";

const none = { channel: undefined, stream: undefined };

it("names the viewer, the people of a direct chat and those who wrote, and counts the others", () => {
  const stream = openStream({ messages: [aMessage({ seq: 1, author: ruth })], hasMore: false, head: 1 });
  const reaction = { emoji: "👍", count: 3, userIds: [marisol.id, ruth.id, testId(7)] };
  expect(reactorNames(reaction, marisol.id, { ...none, stream })).toBe("You, Ruth Adeyemi and 1 other");
  const channel = aChannel({ type: "DIRECT", peers: [ruth] });
  const two = { ...reaction, count: 2, userIds: [marisol.id, ruth.id] };
  expect(reactorNames(two, marisol.id, { ...none, channel })).toBe("You and Ruth Adeyemi");
  expect(reactorNames({ ...reaction, userIds: [testId(7)], count: 4 }, marisol.id, none)).toBe("4 people");
});
