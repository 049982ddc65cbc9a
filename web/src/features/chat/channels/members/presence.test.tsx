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

it("follows who is on the screen, nobody while the page is hidden, and nobody when the row is gone", async () => {
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

it("follows nobody who is scrolled away", async () => {
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

it("knows nothing of anybody while the connection is cut, and asks again after", async () => {
  chat.show(<ChannelRow channel={direct} isOpen={false} onGo={() => undefined} />);
  expect(await screen.findByText("Away")).toBeTruthy();
  const before = watched().length;
  chat.server.cut();
  await vi.waitFor(() => expect(watched().length).toBeGreaterThan(before));
  expect(await screen.findByText("Away")).toBeTruthy();
});

it("counts the members, shows some faces, and counts who is here while it can know", async () => {
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
