// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../stream/api.ts";
import { openThread } from "../stream/thread.ts";
import { ThreadPanel } from "./thread-panel.tsx";

const chat = chatForEach();
const onClose = vi.fn();
const threadId = testId(1);
const reply = (seq: number) => aMessage({ seq, parentId: threadId, content: `reply ${seq}` });

beforeEach(() => {
  onClose.mockReset();
  chat.server.rows.push(aMessage({ seq: 1, content: "the question" }));
  chat.server.head = 1;
  chat.queryClient.setQueryData(chatKeys.channels, [aChannel({ id: chat.server.channelId })]);
  const page = { messages: [reply(2)], hasMore: false, head: 3, lastReadSeq: 3, isFollowing: true };
  chat.queryClient.setQueryData(chatKeys.thread(threadId), openThread(chat.server.channelId, page));
});

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
  // Messages seen at the end are read.
  await vi.waitFor(() => expect(chat.server.requests).toContain(`PUT /api/messages/${threadId}/read`));
});

it("closes with Escape, and can be unfollowed", async () => {
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Unfollow thread" }));
  await vi.waitFor(() =>
    expect(chat.server.requests).toContain(`DELETE /api/messages/${threadId}/following`),
  );
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("shows replies only with the message they answer, and asks for both again", async () => {
  const path = `GET /api/messages/${threadId}`;
  chat.server.refusals.set(path, "internal_error");
  chat.server.refusals.set(`GET /api/channels/${chat.server.channelId}/messages`, "internal_error");
  const user = show();
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  expect(screen.queryByText("reply 2")).toBeNull();
  chat.server.refusals.delete(path);
  chat.server.answers.set(path, () => ({ message: chat.server.messages()[0] }));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("the question")).toBeTruthy();
  expect(screen.getByText("reply 2")).toBeTruthy();
});

it("says that the message of the thread was deleted, and offers no further try", async () => {
  chat.server.refusals.set(`GET /api/messages/${threadId}`, "message_not_found");
  chat.server.refusals.set(`GET /api/channels/${chat.server.channelId}/messages`, "internal_error");
  show();
  expect(await screen.findByText(/The message of this thread was deleted/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});
