// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aMessage, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { MessageView } from "../message/message-view.tsx";
import { useMessageWork } from "../message/use-message-work.ts";
import { chatKeys } from "../stream/api.ts";
import { Conversation } from "./conversation.tsx";

const former = { ...ruth, email: "", isFormer: true };
const chat = chatForEach();

it("names the author of a message as a former colleague", () => {
  chat.show(<Message author={ruth} />);
  expect(screen.queryByText("former colleague")).toBeNull();
  chat.show(<Message author={former} />);
  expect(screen.getByText("former colleague")).toBeTruthy();
});

it("a direct chat with a former colleague can be read, and says why nothing can be sent", async () => {
  chat.server.peers = [ruth];
  chat.show(
    <Conversation channelId={chat.server.channelId} onGo={() => undefined} onLeave={() => undefined} />,
  );
  expect(await screen.findByRole("textbox", { name: "Message Ruth Adeyemi" })).toBeTruthy();

  chat.server.peers = [former];
  await chat.queryClient.invalidateQueries({ queryKey: chatKeys.channels });
  expect(await screen.findByText(/This person has left the company/)).toBeTruthy();
  expect(screen.getByText("former colleague")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

function Message({ author }: { author: typeof ruth }) {
  const message = aMessage({ seq: 1, author });
  const item = { kind: "message", message } as const;
  const row = { id: message.id, createdAt: message.createdAt, item, isFollowUp: false };
  return (
    <MessageView isTabStop row={{ ...row, startsDay: false, startsNew: false }} work={useMessageWork()} />
  );
}
