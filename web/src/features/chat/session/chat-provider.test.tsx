// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { marisol } from "../../../../test/chat/objects.ts";
import { aSession, aViewer, testId } from "../../../../test/people.ts";
import { type SignedIn, startSignedIn } from "../../../../test/start-signed-in.tsx";
import { openStoredEntries } from "../../../capabilities/offline/outbox/stored-entries.ts";
import { adopt, clearSession } from "../../../lib/session/session-store.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { ChatProvider, useOptionalChat } from "./chat-provider.tsx";

const viewer = aViewer({ ...marisol, permissions: [{ resource: "chat", action: "access" }] });
let signedIn: SignedIn;

beforeEach(async () => {
  signedIn = await startSignedIn(() => ({ status: 503 }), viewer);
});
afterEach(() => signedIn.end());

// The first of the file: later ones have the code from the start.
it("makes no session for somebody who signed out before its code came", async () => {
  write("before the code came");
  signedIn.show(<Chat />);
  expect(screen.getByRole("status").textContent).toBe("nothing yet");
  act(() => clearSession("never-in"));
  await act(() => import("./chat-session.ts"));
  expect(screen.queryByRole("status")).toBeNull();
  expect(sent()).toEqual([]);
});

it("sends what an earlier page left once its code has come, with the id that it had", async () => {
  const entry = write("from an earlier visit");
  signedIn.show(<Chat />);
  await screen.findByText(`session of ${viewer.name}`);
  await vi.waitFor(() =>
    expect(sent()).toEqual([expect.objectContaining({ id: entry.id, content: "from an earlier visit" })]),
  );
});

it("gives the next person a session of their own, and sends nothing of the one before", async () => {
  write("of Marisol");
  signedIn.show(<Chat />);
  act(() => {
    clearSession("never-in");
    adopt(aSession(2), { ...viewer, id: testId(77), name: "Ruth Adeyemi" });
  });
  await screen.findByText("session of Ruth Adeyemi");
  expect(sent()).toEqual([]);
});

it("ends the session with the permission to chat", async () => {
  signedIn.show(<Chat />);
  await screen.findByText(`session of ${viewer.name}`);
  act(() => adopt(aSession(2), { ...viewer, permissions: [] }));
  expect(screen.getByRole("status").textContent).toBe("nothing yet");
});

function Chat() {
  return (
    <ChatProvider onOpen={() => undefined}>
      <Shown />
    </ChatProvider>
  );
}

function Shown() {
  const chat = useOptionalChat();
  return <p role="status">{chat ? `session of ${chat.viewer.name}` : "nothing yet"}</p>;
}

/** Leaves a message in the outbox, as an earlier page does. */
function write(content: string) {
  const body = { channelId: testId(5), content, parentId: null, mentionIds: [], attachmentIds: [] };
  const rest = { subject: "chat", createdAt: new Date().toISOString(), failure: null };
  const entry = { id: testId(900), kind: "message", body, ...rest };
  openStoredEntries(viewer.id, openTextStorage()).put(entry);
  return entry;
}

/** Returns the messages that the server was asked to take. */
function sent() {
  return signedIn.received.filter(({ method }) => method === "POST").map(({ body }) => body);
}
