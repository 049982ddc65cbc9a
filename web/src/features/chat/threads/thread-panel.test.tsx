// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, testId } from "../../../../test/chat/objects.ts";
import { type RunningChat, startChat } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../api.ts";
import { openThread } from "../thread.ts";
import { ThreadPanel } from "./thread-panel.tsx";

let chat: RunningChat;
const onClose = vi.fn();
const threadId = testId(1);
const reply = (seq: number) => aMessage({ seq, parentId: threadId, content: `reply ${seq}` });

beforeEach(async () => {
  chat = await startChat();
  onClose.mockReset();
  chat.server.rows.push(aMessage({ seq: 1, content: "the question" }));
  chat.server.head = 1;
  chat.queryClient.setQueryData(chatKeys.channels, [aChannel({ id: chat.server.channelId })]);
  const page = { messages: [reply(2)], hasMore: false, head: 3, lastReadSeq: 3, isFollowing: true };
  chat.queryClient.setQueryData(chatKeys.thread(threadId), openThread(chat.server.channelId, page));
});
afterEach(() => chat.end());

const show = () =>
  chat.show(
    <ThreadPanel channelId={chat.server.channelId} threadId={threadId} messageId={null} onClose={onClose} />,
  );

it("shows the message, its replies, and those that arrive", async () => {
  show();
  expect(await screen.findByText("the question")).toBeTruthy();
  expect(screen.getByText("reply 2")).toBeTruthy();
  expect(screen.getByText("1 reply")).toBeTruthy();
  const message = reply(4);
  chat.server.emit("message.posted", { channelId: chat.server.channelId, seq: 4, message });
  expect(await screen.findByText("reply 4")).toBeTruthy();
  expect(screen.getByText("2 replies")).toBeTruthy();
  // What is seen at the end is read.
  await vi.waitFor(() => expect(chat.server.requests).toContain(`PUT /api/messages/${threadId}/read`));
});

it("can be left by Escape, and be followed no longer", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Unfollow thread" }));
  await vi.waitFor(() =>
    expect(chat.server.requests).toContain(`DELETE /api/messages/${threadId}/following`),
  );
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});
