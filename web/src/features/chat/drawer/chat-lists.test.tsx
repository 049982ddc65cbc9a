// @vitest-environment jsdom
import type { Channel } from "@atoll/contract/chat/schemas";
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aChannel, aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { useUnreadTotal } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { ChatDrawer } from "./chat-drawer.tsx";
import { RecentChats } from "./recent-chats.tsx";

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

it("lists direct messages and spaces with their counts, what is unread in bold and with a number", async () => {
  has([
    aChannel({ id: testId(1), type: "DIRECT", peers: [ruth], unread: 3 }),
    aChannel({ id: testId(2), name: "deploys" }),
    aChannel({ id: testId(3), name: "incident-review", type: "PRIVATE" }),
  ]);
  const onGo = vi.fn();
  const user = chat.show(<ChatDrawer {...drawer} place={{ channelId: testId(2) }} onGo={onGo} />);
  expect(screen.getByRole("region", { name: "Direct Messages 1" }).textContent).toMatch(
    "Ruth Adeyemi3 unread",
  );
  expect(screen.getByRole("region", { name: "Spaces 2" })).toBeTruthy();
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("deploys");

  // Tab reaches one row, the arrows the others.
  screen.getByRole("link", { current: "page" }).focus();
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement?.textContent).toMatch("Ruth Adeyemi");
  await user.keyboard("{End}{Enter}");
  expect(onGo).toHaveBeenCalledWith({ channelId: testId(3) });
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("tabindex")).toBe("-1");
});

it("says what to do when there is nothing", () => {
  has([]);
  chat.show(<ChatDrawer {...drawer} place={{ channelId: null }} />);
  expect(
    screen.getByText("No channels yet. Use the buttons above to start a new chat or group."),
  ).toBeTruthy();
  has([aChannel()]);
  chat.show(<ChatDrawer {...drawer} place={{ channelId: null }} />);
  expect(screen.getAllByText("No direct messages")).not.toHaveLength(0);
  chat.show(<RecentChats onGo={() => undefined} onNewChat={() => undefined} />);
  expect(screen.getByText("No recent activity. Start a new chat.")).toBeTruthy();
});

it("shows the last message with its place, author and time", async () => {
  chat.server.post(ruth, "Shall we print it?");
  chat.show(<RecentChats onGo={() => undefined} onNewChat={() => undefined} />);
  const row = await screen.findByRole("link");
  expect(within(row).getByText("Ruth: Shall we print it?")).toBeTruthy();
  expect(within(row).getByText(/^1\b/).textContent).toBe("1 unread");
  chat.server.post(marisol, "Yes");
  expect(await within(row).findByText("You: Yes")).toBeTruthy();
});

it("keeps its order under the pointer, and is sorted when that leaves it", async () => {
  has([
    aChannel({ id: testId(2), name: "deploys", lastActivity: "2025-11-19T09:00:00.000Z" }),
    aChannel({ name: "incident-review", lastActivity: "2025-11-19T08:00:00.000Z" }),
  ]);
  const user = chat.show(<ChatDrawer {...drawer} place={{ channelId: null }} />);
  const order = () =>
    screen
      .getAllByRole("link", { name: /deploys|incident-review/ })
      .map((row) => (row.textContent ?? "").replace(/\d.*/, ""));
  await user.hover(screen.getByRole("link", { name: /incident-review/ }));
  chat.server.post(ruth, "It is back.");
  await screen.findByRole("link", { name: /incident-review.*1\s*unread/ });
  expect(order()).toEqual(["deploys", "incident-review"]);
  await user.unhover(screen.getByRole("navigation", { name: "Chats" }));
  await vi.waitFor(() => expect(order()).toEqual(["incident-review", "deploys"]));
});

it("shows a bold row for a new membership, and counts mentions in its threads", () => {
  const channel = aChannel({ name: "deploys", unread: 2, unreadMentions: 1, threadMentions: 2 });
  has([channel, aChannel({ id: testId(2), name: "pier", addedBy: { id: ruth.id, name: ruth.name } })]);
  chat.show(<ChatDrawer {...drawer} place={{ channelId: null }} />);
  expect(screen.getByRole("link", { name: /deploys.*4\s*unread, 3 mentions/ })).toBeTruthy();
  expect(screen.getByRole("link", { name: /Mentions.*3\s*unread/ })).toBeTruthy();
  expect(screen.getByRole("link", { name: "pier" }).className).toContain("font-semibold");
});

it("brings in more chats when few of those in the page are left", async () => {
  const seen: (() => void)[] = [];
  const { observe } = IntersectionObserver.prototype;
  vi.spyOn(IntersectionObserver.prototype, "observe").mockImplementation(function (
    this: IntersectionObserver,
    row,
  ) {
    seen.push(() => observe.call(this, row));
  });
  const { author, ...said } = aMessage({ seq: 1, author: ruth });
  const lastMessage = { ...said, authorId: author.id, authorName: author.name ?? "" };
  has(Array.from({ length: 70 }, (_, index) => aChannel({ id: testId(index + 1), lastMessage })));
  chat.show(<RecentChats onGo={() => undefined} onNewChat={() => undefined} />);
  const lists = () => screen.getAllByRole("link").length;
  expect(lists()).toBe(30);
  seen.pop()?.();
  await vi.waitFor(() => expect(lists()).toBe(60));
  seen.pop()?.();
  await vi.waitFor(() => expect(lists()).toBe(70));
});

it("keeps the total of unread messages", async () => {
  chat.show(<Total />);
  expect(screen.getByText("total 0")).toBeTruthy();
  await vi.waitUntil(() => chat.session.channels.get());
  chat.server.post(ruth, "one");
  chat.server.post(ruth, "two");
  expect(await screen.findByText("total 2")).toBeTruthy();
  chat.server.lastReadSeq = 2;
  chat.server.emit("channel.read", {
    channelId: chat.server.channelId,
    head: 2,
    isAdded: false,
    lastReadSeq: 2,
    unread: 0,
    unreadMentions: 0,
    threadMentions: 0,
  });
  expect(await screen.findByText("total 0")).toBeTruthy();
});

it("offers to try again when the list cannot be had", async () => {
  chat.server.refusals.set("GET /api/channels", "internal_error");
  const user = chat.show(<ChatDrawer {...drawer} place={{ channelId: null }} />);
  expect((await screen.findByRole("alert")).textContent).toMatch("Something went wrong");
  chat.server.refusals.clear();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("link", { name: "deploys" })).toBeTruthy();
});

function has(channels: Channel[]): void {
  chat.queryClient.setQueryData(chatKeys.channels, channels);
}

function Total() {
  return <p>total {useUnreadTotal()}</p>;
}
