// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { aChannel, ruth, testId } from "../../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../../test/chat/start-chat.tsx";
import { ChannelRow } from "../../drawer/channel-row.tsx";
import { WhoIsIn } from "./who-is-in.tsx";

const chat = chatForEach();
const direct = aChannel({ id: testId(1), type: "DIRECT", peers: [ruth] });

afterEach(() => {
  vi.restoreAllMocks();
});

it("watches the people on the screen, and nobody while the page is hidden or the row is removed", async () => {
  chat.show(<ChannelRow channel={direct} isOpen={false} onGo={() => undefined} />);
  await watches([ruth.id]);
  expect(await screen.findByText("Away")).toBeTruthy();
  chat.server.emit("presence.changed", { userId: ruth.id, status: "do-not-disturb" });
  expect(await screen.findByText("Do Not Disturb")).toBeTruthy();

  setVisibility("hidden");
  await watches([]);
  setVisibility("visible");
  await watches([ruth.id]);
  expect(await screen.findByText("Away")).toBeTruthy();
  cleanup();
  await watches([]);
});

it("watches nobody who is scrolled out of view", async () => {
  const above = aChannel({ id: testId(2), type: "DIRECT", peers: [{ ...ruth, id: testId(903) }] });
  const { observe } = IntersectionObserver.prototype;
  vi.spyOn(IntersectionObserver.prototype, "observe").mockImplementation(function (
    this: IntersectionObserver,
    row,
  ) {
    if (!row.closest("[data-above]")) observe.call(this, row);
  });
  chat.show(
    <>
      <div data-above="">
        <ChannelRow channel={above} isOpen={false} onGo={() => undefined} />
      </div>
      <ChannelRow channel={direct} isOpen={false} onGo={() => undefined} />
    </>,
  );
  await watches([ruth.id]);
  expect(watched()).toEqual([[ruth.id]]);
});

it("shows no presence while disconnected, and refetches afterwards", async () => {
  chat.show(<ChannelRow channel={direct} isOpen={false} onGo={() => undefined} />);
  expect(await screen.findByText("Away")).toBeTruthy();
  const before = watched().length;
  chat.server.cut();
  await vi.waitFor(() => expect(watched().length).toBeGreaterThan(before));
  expect(await screen.findByText("Away")).toBeTruthy();
});

it("shows the number of members, some pictures, and the number of people online while connected", async () => {
  const channel = aChannel({ memberCount: 18 });
  chat.server.answers.set(`GET /api/channels/${channel.id}/members`, () => ({
    items: [{ ...ruth, isOwner: false }],
    nextCursor: "more",
  }));
  const onShow = vi.fn();
  const user = chat.show(<WhoIsIn channel={channel} isDisconnected={false} onShow={onShow} />);
  const button = screen.getByRole("button");
  await vi.waitFor(() => expect(button.textContent).toMatch(/18 members.*11 online/));
  expect((await screen.findByRole("img", { name: "Ruth Adeyemi and 17 more" })).textContent).toMatch(/\+17$/);
  await user.click(button);
  expect(onShow).toHaveBeenCalledTimes(1);
  chat.show(<WhoIsIn channel={channel} isDisconnected onShow={onShow} />);
  expect(screen.getAllByText(/11 online/)).toHaveLength(1);
});

function watched(): unknown[] {
  return chat.server.commands
    .filter(({ name }) => name === "presence.watch")
    .map(({ payload }) => (payload as { userIds: string[] }).userIds);
}

async function watches(userIds: string[]): Promise<void> {
  await vi.waitFor(() => expect(watched().at(-1)).toEqual(userIds), { timeout: 3000 });
}

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}
