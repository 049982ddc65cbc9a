// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ChatServer } from "../../../test/chat/chat-server.ts";
import { ruth } from "../../../test/chat/objects.ts";
import { aViewer } from "../../../test/people.ts";
import { createRealtimeSocket } from "../../lib/server/socket.ts";
import { createSignedIn, type EndableSignedIn } from "../../lib/signed-in.ts";
import { SignedInValue } from "../../lib/use-signed-in.tsx";
import { OwnAvatar } from "./own-avatar.tsx";
import { PersonName } from "./person-name.tsx";
import { PresentAvatar } from "./present-avatar.tsx";
import { StatusMenu } from "./status-menu.tsx";
import { useLivePresence } from "./use-presence.ts";

// A person without any permission, so nothing of chat is loaded.

let server: ChatServer;
let signedIn: EndableSignedIn;

// The first opening of a menu loads its code, which may take longer than a test on a busy machine.
beforeAll(() => import("../../ui/popup/menu-popup.tsx"));
beforeEach(async () => {
  server = new ChatServer();
  await server.start();
  const realtime = createRealtimeSocket({
    url: server.origin,
    getToken: () => "token",
    reconnect: { baseMs: 10, maxMs: 20 },
  });
  const viewer = aViewer({ permissions: [], roles: [] });
  signedIn = createSignedIn({ viewer, realtime, queryClient: new QueryClient() });
  signedIn.onEnd(realtime.close);
  render(
    <SignedInValue value={signedIn}>
      <Frame />
    </SignedInValue>,
  );
  realtime.open();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  signedIn.end();
  await server.close();
});

function Frame() {
  useLivePresence();
  return (
    <>
      <OwnAvatar userId={signedIn.viewer.id} picture={signedIn.viewer.avatar} name={signedIn.viewer.name} />
      <StatusMenu />
      <PresentAvatar userId={ruth.id} picture={ruth.avatar} name={ruth.name} />
      <PersonName person={ruth} />
    </>
  );
}

it("shows a colleague's presence, live, and again after a reconnect", async () => {
  expect(await screen.findByText("Away")).toBeTruthy();
  server.emit("presence.changed", { userId: ruth.id, status: "do-not-disturb" });
  expect(await screen.findByText("Do Not Disturb")).toBeTruthy();
  server.cut();
  expect(await screen.findByText("Away")).toBeTruthy();
});

it("reports the person as away after five minutes without input, and as back at the next input", async () => {
  await vi.waitFor(() => expect(told()).toEqual([{ isIdle: false }]));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  window.dispatchEvent(new Event("pointermove"));
  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(told()).not.toContainEqual({ isIdle: true });
  vi.advanceTimersByTime(1);
  window.dispatchEvent(new Event("keydown"));
  vi.useRealTimers();
  await vi.waitFor(() => expect(told().slice(-2)).toEqual([{ isIdle: true }, { isIdle: false }]));
});

it("saves a chosen status on the server", async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Status: Online" }));
  await user.click(await screen.findByRole("menuitemradio", { name: /Deep Dive/ }));
  await vi.waitFor(() => expect(told()).toContainEqual({ isIdle: false, status: "deep-dive" }));
});

function told(): unknown[] {
  return server.commands.filter(({ name }) => name === "presence.set").map(({ payload }) => payload);
}
