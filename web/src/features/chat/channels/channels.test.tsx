// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aChannel, aMessage, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { ConversationHeader } from "../conversation/conversation-header.tsx";
import { TypingIndicator } from "../conversation/typing-indicator.tsx";
import { useChannel } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { MentionsView } from "../views/mentions-view.tsx";
import { SavedView } from "../views/saved-view.tsx";
import { BrowseChannelsDialog } from "./browse-channels-dialog.tsx";
import { ChannelMembers } from "./members/channel-members.tsx";
import { NewGroupDialog } from "./new-group-dialog.tsx";

const chat = chatForEach();
const nothing = () => undefined;

it("creates a channel, and shows at the field that a name is taken", async () => {
  const onOpen = vi.fn();
  const sent: unknown[] = [];
  const made = aChannel({ id: testId(7), name: "launch" });
  const user = chat.show(<NewGroupDialog open onOpenChange={nothing} onOpen={onOpen} />);
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(name).toHaveProperty("value", "general");
  chat.server.refuse("channel_name_taken");
  await user.click(screen.getByRole("button", { name: "Create channel" }));
  expect((await screen.findByRole("alert")).textContent).toBe("A channel with this name already exists.");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  chat.server.refuse("name_looks_taken");
  await user.type(name, "s{Enter}");
  await vi.waitFor(() =>
    expect(screen.getByRole("alert").textContent).toMatch(/^This name looks too similar/),
  );
  expect(name.getAttribute("aria-invalid")).toBe("true");

  chat.server.answers.set("POST /api/channels", (body) => {
    sent.push(body);
    return { channel: made };
  });
  await user.clear(name);
  await user.type(name, "launch{Enter}");
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith(made.id));
  expect(sent).toEqual([{ name: "launch", type: "PUBLIC", topic: "", memberIds: [] }]);
});

it("lists public channels and joins one", async () => {
  const onOpen = vi.fn();
  const entry = { id: testId(8), name: "sailing", topic: "Boats", description: "", memberCount: 2 };
  const lastActivity = new Date(0).toISOString();
  chat.server.answers.set("GET /api/channels/directory", () => ({
    items: [{ ...entry, lastActivity, isMember: false }],
    nextCursor: null,
  }));
  const joined = aChannel({ id: entry.id, name: entry.name });
  chat.server.answers.set(`PUT /api/channels/${entry.id}/membership`, () => ({ channel: joined }));
  const user = chat.show(<BrowseChannelsDialog open onOpenChange={nothing} onOpen={onOpen} />);
  await user.click(await screen.findByRole("button", { name: "Join sailing" }));
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith(entry.id));
});

it("keeps the members it has when more cannot be had, and asks for them again", async () => {
  const channel = chat.server.channel();
  const member = (id: number, name: string) => {
    const email = `${id}@pelicanworks.example`;
    return { id: testId(id), name, email, avatarUrl: null, isFormer: false, isOwner: false };
  };
  const path = `GET /api/channels/${channel.id}/members`;
  chat.server.answers.set(path, (_body, url) => ({
    ...(url.searchParams.get("cursor") === "second"
      ? { items: [member(802, "Zoe")], nextCursor: null }
      : { items: [member(801, "Ada")], nextCursor: "second" }),
  }));
  const user = chat.show(<ChannelMembers channel={channel} />);
  const more = await screen.findByRole("button", { name: "Show more" });
  chat.server.refuse("internal_error");
  await user.click(more);
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  expect(screen.getByText("Ada")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Zoe")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps a list that cannot be refetched, and says so", async () => {
  const message = aMessage({ seq: 4, content: "keep this" });
  const channel = { id: message.channelId, name: "deploys", type: "PUBLIC" };
  const items = [{ message, channel }];
  const page = { items, nextCursor: null };
  chat.queryClient.setQueryData(chatKeys.saved, { pages: [page], pageParams: [null] });
  chat.server.refusals.set("GET /api/saved-messages", "internal_error");
  const user = chat.show(<SavedView onGo={nothing} />);
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  expect(screen.getByText("keep this")).toBeTruthy();
  chat.server.refusals.clear();
  chat.server.answers.set("GET /api/saved-messages", () => page);
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.getByText("keep this")).toBeTruthy();
});

it("says in a conversation's head that its name could not be had, and asks again", async () => {
  chat.server.refusals.set("GET /api/channels", "internal_error");
  const { channelId } = chat.server;
  const user = chat.show(<NamedHeader channelId={channelId} />);
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to fetch channels");
  chat.server.refusals.clear();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { name: chat.server.channel().name })).toBeTruthy();
});

it("lists mentions with the way to each", async () => {
  const message = aMessage({ seq: 4, content: "@Marisol Vega please look" });
  const channel = { id: message.channelId, name: "deploys", type: "PUBLIC" };
  chat.server.answers.set("GET /api/mentions", () => ({
    items: [{ message, channel }],
    nextCursor: null,
  }));
  const onGo = vi.fn();
  const user = chat.show(<MentionsView onGo={onGo} />);
  const link = await screen.findByRole("link");
  expect(link.getAttribute("href")).toBe(`/chat/channel/${message.channelId}?message=${message.id}`);
  await user.click(link);
  expect(onGo).toHaveBeenCalledWith({ channelId: message.channelId, messageId: message.id });
});

it("says who is typing until they stop", async () => {
  chat.show(<TypingIndicator channelId={chat.server.channelId} />);
  const writer = {
    channelId: chat.server.channelId,
    parentId: null,
    userId: testId(902),
    name: "Ruth Adeyemi",
  };
  chat.server.emit("typing.changed", { ...writer, isTyping: true });
  const line = screen.getByRole("status");
  await vi.waitFor(() => expect(line.textContent).toBe("Ruth Adeyemi is typing"));
  chat.server.emit("typing.changed", { ...writer, isTyping: false });
  await vi.waitFor(() => expect(line.textContent).toBe(""));
});

function NamedHeader({ channelId }: { channelId: string }) {
  return (
    <ConversationHeader
      channel={useChannel(channelId)}
      isDisconnected={false}
      onGo={nothing}
      onBack={() => undefined}
    />
  );
}
