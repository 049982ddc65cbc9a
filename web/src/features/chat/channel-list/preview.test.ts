import { expect, it } from "vitest";
import { aChannel, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { channelTitle } from "./channel-title.ts";
import { channelPreview, previewText } from "./preview.ts";

const last = (content: string, author = ruth) => ({
  id: testId(1),
  seq: 1,
  authorId: author.id,
  authorName: author.name,
  content,
  createdAt: "2025-11-19T09:00:00.000Z",
});

it("shows own messages as You, others by first name, and a direct chat without", () => {
  const preview = (channel: Parameters<typeof aChannel>[0]) => channelPreview(aChannel(channel), marisol.id);
  expect(preview({ lastMessage: last("hello", marisol) })).toBe("You: hello");
  expect(preview({ lastMessage: last("hello") })).toBe("Ruth: hello");
  expect(preview({ type: "DIRECT", peers: [ruth], lastMessage: last("hello") })).toBe("hello");
  expect(preview({ lastMessage: last("") })).toBe("Ruth: [Attachment]");
  expect(preview({ lastMessage: null })).toBeNull();
});

it("cuts at 80 characters plus an ellipsis, between characters, on one line", () => {
  expect(previewText("a".repeat(80))).toBe("a".repeat(80));
  expect(previewText("a".repeat(81))).toBe(`${"a".repeat(80)}…`);
  expect(previewText("🌊".repeat(81))).toBe(`${"🌊".repeat(80)}…`);
  expect(previewText("  one\n\n two\t")).toBe("one two");
  expect(previewText(" \n")).toBe("[Attachment]");
});

it("shows the words of Markdown without its marks", () => {
  expect(previewText("# Plan\n> *so* **far** ~~not~~ `npm i`")).toBe("Plan so far not npm i");
  expect(previewText("- see [the page](https://atoll.example/a_b) and ![a pier](p.png)")).toBe(
    "• see the page and a pier",
  );
  expect(previewText("```js\nrun(2 ** 3)\n```")).toBe("run(2 ** 3)");
  expect(previewText("2 * 3 ** 4 and snake__case")).toBe("2 * 3 ** 4 and snake__case");
  expect(previewText(">")).toBe(">");
});

it("names channels, direct chats and people without a name", () => {
  expect(channelTitle(aChannel())).toBe("deploys");
  expect(channelTitle(aChannel({ type: "DIRECT", name: "DM-a-b", peers: [ruth] }))).toBe("Ruth Adeyemi");
  expect(channelTitle(aChannel({ type: "DIRECT", peers: [] }))).toBe("User");
  expect(authorName({ id: testId(7), name: " " })).toBe("User 0007");
});
