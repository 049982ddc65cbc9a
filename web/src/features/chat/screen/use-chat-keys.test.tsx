// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { aChannel, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../stream/api.ts";
import { useChatKeys } from "./use-chat-keys.ts";

const chat = chatForEach();
const onGo = vi.fn();

beforeEach(() => {
  onGo.mockReset();
});

it("moves to the previous and next chat, also from a text field, and with Shift to unread ones", async () => {
  chat.queryClient.setQueryData(chatKeys.channels, [
    aChannel({ id: testId(1), type: "DIRECT", peers: [ruth] }),
    aChannel({ id: testId(2) }),
    aChannel({ id: testId(3), unread: 2 }),
  ]);
  const user = chat.show(<Keys channelId={testId(1)} />);
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await user.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
  expect(onGo.mock.calls).toEqual([[{ channelId: testId(2) }], [{ channelId: testId(3) }]]);
  await user.keyboard("{ArrowDown}");
  expect(onGo).toHaveBeenCalledTimes(2);
});

it("marks the open chat as read with Escape, also if it was marked unread by hand", async () => {
  const message = chat.server.post(ruth, "look");
  await chat.queryClient.fetchQuery(chat.session.channels.query);
  await chat.queryClient.fetchQuery(chat.session.streams.query(chat.server.channelId));
  await chat.session.markUnread(message);
  const user = chat.show(<Keys channelId={chat.server.channelId} />);
  expect(chat.session.channels.find(chat.server.channelId)?.unread).toBe(1);
  await user.keyboard("{Escape}");
  expect(chat.session.channels.find(chat.server.channelId)?.unread).toBe(0);
  await vi.waitFor(() => expect(chat.server.lastReadSeq).toBe(message.seq));
  expect(chat.session.reading.isHeld(chat.server.channelId)).toBe(false);
});

function Keys({ channelId }: { channelId: string }) {
  useChatKeys(channelId, onGo);
  return <textarea ref={(field) => field?.focus()} />;
}
