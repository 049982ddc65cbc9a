// @vitest-environment jsdom
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aChannel } from "../../../../test/chat/objects.ts";
import { type RunningChat, startChat } from "../../../../test/chat/start-chat.tsx";
import { Composer } from "./composer.tsx";

let chat: RunningChat;
const channel = aChannel();
const composer = (isDisconnected = false) => (
  <Composer channelId={channel.id} channel={channel} isDisconnected={isDisconnected} />
);
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const waiting = () => chat.session.outbox.entries().map(({ content }) => content);

beforeEach(async () => {
  chat = await startChat();
  // Nothing leaves the outbox in these tests.
  chat.session.outbox.subscribe(() => undefined);
  chat.server.isHolding = true;
});
afterEach(() => chat.end());

it("sends with Enter, writes a new line with Shift+Enter, and is ready for the next", async () => {
  const user = chat.show(composer());
  expect(field()).toHaveProperty("placeholder", "Message deploys");
  expect(document.activeElement).toBe(field());
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two");
  expect(field().value).toBe("one\ntwo");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  await vi.waitFor(() => expect(chat.server.messages().map(({ content }) => content)).toEqual(["one\ntwo"]));
});

it("does not send on the Enter that ends a composition", () => {
  chat.show(composer());
  fireEvent.change(field(), { target: { value: "にほん" } });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  expect(waiting()).toEqual([]);
  expect(field().value).toBe("にほん");
});

it("keeps what was typed over a reload, for each channel", async () => {
  const user = chat.show(composer());
  await user.type(field(), "half a thought");
  chat.show(<Composer channelId="another" channel={aChannel({ id: "another" })} isDisconnected={false} />);
  chat.show(composer());
  expect(screen.getAllByRole<HTMLTextAreaElement>("textbox").map(({ value }) => value)).toEqual([
    "half a thought",
    "",
    "half a thought",
  ]);
});

it("cannot send nothing, nor more than a message may hold, and counts near the limit", async () => {
  const user = chat.show(composer());
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveProperty("disabled", true);
  await user.type(field(), "   {Enter}");
  expect(waiting()).toEqual([]);
  fireEvent.change(field(), { target: { value: "a".repeat(messageMaxLength) } });
  expect(screen.getByRole("status").textContent).toBe("8,000 / 8,000 characters");
  expect(button).toHaveProperty("disabled", false);
  fireEvent.change(field(), { target: { value: "a".repeat(messageMaxLength + 1) } });
  expect(button).toHaveProperty("disabled", true);
});

it("is disabled and labelled while disconnected", () => {
  chat.show(composer(true));
  expect(field()).toMatchObject({ disabled: true, placeholder: "Reconnecting" });
  expect(screen.getByRole("textbox", { name: "Reconnecting" })).toBe(field());
});
