// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { marisol, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { Conversation } from "../conversation/conversation.tsx";

const chat = chatForEach();

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message deploys" });

it("edits the last own message with the arrow up, and keeps the new text if the message is deleted", async () => {
  chat.server.post(marisol, "mine");
  const last = chat.server.post(marisol, "mine too");
  chat.server.post(ruth, "hers");
  const user = chat.show(
    <Conversation channelId={chat.server.channelId} onGo={() => undefined} onLeave={() => undefined} />,
  );
  await screen.findByText("hers");
  await user.type(field(), "{ArrowUp}");
  const editor = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Edit message" });
  expect(editor.value).toBe("mine too");
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  await user.keyboard("{ArrowUp}");
  await user.type(await screen.findByRole("textbox", { name: "Edit message" }), ", and better");
  chat.server.remove(last.id);
  await vi.waitFor(() => expect(field().value).toBe("mine too, and better"));
  expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
});
