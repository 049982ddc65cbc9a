// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aChannel, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { type RunningChat, startChat } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../api.ts";
import { NewChatDialog } from "./new-chat-dialog.tsx";
import { SearchDialog } from "./search-dialog.tsx";

let chat: RunningChat;
const onOpen = vi.fn();
const field = () => screen.findByRole("combobox");
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

beforeEach(async () => {
  chat = await startChat();
  chat.server.people = [ruth, marisol, { ...ruth, id: testId(903), name: "Rut Marsh" }];
  onOpen.mockReset();
});
afterEach(() => chat.end());

it("starts a chat with a colleague who is found by name", async () => {
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  expect(await screen.findByRole("dialog", { name: "Start a new chat" })).toBeTruthy();
  expect(screen.getByText("Type a name to search")).toBeTruthy();
  await user.type(await field(), "adeyemi");
  await vi.waitFor(() => expect(options()).toHaveLength(1));
  expect(chat.server.requests.filter((line) => line.includes("/people"))).toEqual([
    "GET /api/people?name=adeyemi&limit=9",
  ]);
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith(testId(2000)));
});

it("leaves the viewer out, and says when nobody is found or the search fails", async () => {
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "vega");
  expect(await screen.findByText('No results found for "vega"')).toBeTruthy();
  chat.server.refuse("internal_error");
  await user.clear(await field());
  await user.type(await field(), "ru");
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
});

it("says when a chat cannot be made", async () => {
  vi.spyOn(console, "info").mockReturnValue(undefined);
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "rut marsh");
  await vi.waitFor(() => expect(options()).toHaveLength(1));
  await user.click(screen.getByRole("option"));
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to create chat");
  expect(onOpen).not.toHaveBeenCalled();
});

it("finds chats that exist and people beside them, and moves with the arrows", async () => {
  chat.queryClient.setQueryData(chatKeys.channels, [
    aChannel({ id: testId(1), name: "marketing" }),
    aChannel({ id: testId(2), name: "deploys" }),
    aChannel({ id: testId(3), type: "DIRECT", peer: ruth }),
  ]);
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  expect(await screen.findByRole("dialog", { name: "Search Chats & People" })).toBeTruthy();
  expect(options()).toHaveLength(3);
  await user.type(await field(), "mar");
  await vi.waitFor(() => expect(options()).toHaveLength(2));
  expect(screen.getByRole("group", { name: "Existing Chats" }).textContent).toMatch("marketing");
  expect(screen.getByRole("group", { name: "People" }).textContent).toMatch("Rut Marsh");
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toMatch("Rut Marsh");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onOpen).toHaveBeenCalledWith(testId(1));

  await user.clear(await field());
  await user.type(await field(), "zz");
  expect(await screen.findByText('No results found for "zz"')).toBeTruthy();
});

it("shows a person whose chat is found once", async () => {
  chat.queryClient.setQueryData(chatKeys.channels, [aChannel({ id: testId(3), type: "DIRECT", peer: ruth })]);
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "adeyemi");
  await vi.waitFor(() => expect(chat.server.requests.some((line) => line.includes("/people"))).toBe(true));
  await vi.waitFor(() => expect(options()).toHaveLength(1));
});
