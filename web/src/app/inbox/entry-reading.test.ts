import { expect, test } from "vitest";
import { whyHere } from "../../features/notifications/inbox/reading-pane.tsx";
import { chatPlaceAt } from "./entry-reading.tsx";

const channelId = "0198c0de-0000-7000-8000-000000000001";

test.each([
  [`/chat/channel/${channelId}?message=m`, { channelId, messageId: "m", threadId: null }],
  [`/chat/channel/${channelId}?message=m&thread=t`, { channelId, messageId: "m", threadId: "t" }],
  [`/chat/channel/${channelId}`, { channelId, messageId: null, threadId: null }],
  ["/chat?view=threads", null],
  ["/tasks?task=1", null],
  [`https://elsewhere.example/tasks/chat/channel/${channelId}`, null],
])("the link %s leads to its place in the chat", (link, place) => {
  expect(chatPlaceAt(link)).toEqual(place);
});

test("says why an entry is here, also where nobody caused it", () => {
  expect(whyHere({ reason: "channel", actors: [] })).toBe(
    "Here because Someone mentioned everyone in the channel.",
  );
  expect(whyHere({ reason: "following", actors: [] })).toBe("Here because you follow this thread.");
});
