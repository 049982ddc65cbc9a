// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aChannel, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../stream/api.ts";
import { ChatDrawer } from "./chat-drawer.tsx";

const chat = chatForEach();
const nothing = () => undefined;
const drawer = {
  className: "",
  onWidth: nothing,
  onGo: nothing,
  onNewChat: nothing,
  onNewGroup: nothing,
  onBrowse: nothing,
};
const general = () => chat.server.channelId;

function showList() {
  chat.queryClient.setQueryData(chatKeys.channels, [
    aChannel({ id: testId(1), type: "DIRECT", peers: [ruth], unread: 3 }),
    aChannel({ id: testId(2), name: "deploys" }),
    aChannel({ id: general(), name: "general", head: 4, unread: 2 }),
  ]);
  return chat.show(<ChatDrawer {...drawer} place={{ channelId: testId(2) }} />);
}
const rows = () => screen.queryAllByRole("link").flatMap(({ dataset: { channel } }) => channel ?? []);
const menuOf = (name: string) => screen.findByRole("menu", { name: `About ${name}` });

it("opens a row's menu by its button, right-click or keys, and marks the chat as read", async () => {
  const user = showList();
  // The code that opens it may still be loading.
  await waitFor(() => {
    fireEvent.click(screen.getByRole("button", { name: "More about general" }), { detail: 1 });
    screen.getByRole("menu", { name: "About general" });
  });
  const menu = await menuOf("general");
  expect(within(menu).getByRole("menuitem", { name: "Mute" })).toBeTruthy();
  expect(within(menu).getByRole("menuitem", { name: "Leave channel" })).toBeTruthy();
  await user.click(within(menu).getByRole("menuitem", { name: "Mark as read" }));
  expect(chat.session.channels.find(general())?.unread).toBe(0);
  await waitFor(() => expect(chat.server.lastReadSeq).toBe(4));

  const direct = screen.getByRole("link", { name: /Ruth Adeyemi/ });
  fireEvent.contextMenu(direct, { button: 2 });
  const other = await menuOf("Ruth Adeyemi");
  expect(within(other).queryByRole("menuitem", { name: "Leave channel" })).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  fireEvent.contextMenu(direct, { button: 0 });
  await waitFor(async () =>
    expect((await menuOf("Ruth Adeyemi")).contains(document.activeElement)).toBe(true),
  );
});

it("collapses a section except for open and unread chats, and filters unread chats, also after a reload", async () => {
  const user = showList();
  await user.click(screen.getByRole("button", { name: "Spaces 2" }));
  expect(screen.getByRole("button", { name: "Spaces 2" }).getAttribute("aria-expanded")).toBe("false");
  act(() => chat.session.channels.apply({ kind: "marked", channelId: general(), seq: 4 }));
  await user.unhover(screen.getByRole("navigation"));
  expect(rows()).toEqual([testId(1), testId(2)]);
  await user.click(screen.getByRole("button", { name: "Spaces 2" }));
  expect(rows()).toEqual([testId(1), testId(2), general()]);
  await user.click(screen.getByRole("button", { name: "Unread only" }));
  expect(rows()).toEqual([testId(1), testId(2)]);
  expect(localStorage.getItem("atoll.chat.rows")).toBe("unread");
});

it("keeps a row under the pointer in place when it is read, and removes it afterwards", async () => {
  const user = showList();
  await user.click(screen.getByRole("button", { name: "Unread only" }));
  await user.hover(screen.getByRole("navigation"));
  expect(rows()).toContain(general());
  act(() => chat.session.channels.apply({ kind: "marked", channelId: general(), seq: 4 }));
  expect(rows()).toContain(general());
  await user.unhover(screen.getByRole("navigation"));
  await waitFor(() => expect(rows()).not.toContain(general()));
});
