import { expect, test } from "vitest";
import { whyHere } from "../../features/notifications/inbox/reading/reading-pane.tsx";
import { subjectAt } from "./entry-context.tsx";
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

test.each([
  ["/announcements/a1", { kind: "announcement", id: "a1" }],
  ["/announcements/a1/readers", null],
  ["/calendar?event=e1&at=2026-11-27T09%3A00", { kind: "event", id: "e1", occurrence: "2026-11-27T09:00" }],
  ["/calendar?event=e1#comment-c1", { kind: "event", id: "e1", occurrence: undefined }],
  ["/calendar?day=2026-11-27", null],
  ["/tasks?task=t1", { kind: "task", id: "t1" }],
  ["/tasks?event=e1", null],
  ["/settings?view=sessions", null],
])("the link %s leads to its subject in place", (link, subject) => {
  expect(subjectAt(link)).toEqual(subject);
});

test("says why an entry is here, also where nobody caused it", () => {
  expect(whyHere({ reason: "channel", actors: [] })).toBe(
    "Here because Someone mentioned everyone in the channel.",
  );
  expect(whyHere({ reason: "following", actors: [] })).toBe("Here because you follow this thread.");
});
