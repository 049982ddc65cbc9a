import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { openCursors } from "./cursors.ts";
import { watchDocument } from "./watch-document.ts";

test("a page says that it is here when the server has it in the room, also after a cut", async () => {
  const listeners = new Set<() => void>();
  const sent: string[] = [];
  let state: ReturnType<RealtimeSocket["getState"]> = "connected";
  const realtime: Pick<RealtimeSocket, "subscribe" | "getState" | "send" | "on"> = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    on: () => () => undefined,
    getState: () => state,
    send: (async (command: string) => void sent.push(command)) as unknown as RealtimeSocket["send"],
  };
  const cursors = openCursors({
    shared: new Y.Doc(),
    send: (_clientId, _place, isHere) => sent.push(isHere ? "here" : "gone"),
    onPeople: () => undefined,
  });
  const watching = watchDocument({
    realtime: realtime as RealtimeSocket,
    subject: { kind: "board", id: "one" },
    epoch: () => "e",
    onUpdate: () => undefined,
    onBehind: async () => undefined,
    onClosed: () => undefined,
    cursors,
  });
  const change = (next: typeof state) => {
    state = next;
    for (const listener of listeners) listener();
  };
  watching.start();
  await vi.waitUntil(() => sent.includes("here"));
  expect(sent).toEqual(["documents.watch", "here"]);
  change("connecting");
  change("connected");
  await vi.waitUntil(() => sent.length > 3);
  expect(sent).toEqual(["documents.watch", "here", "documents.watch", "here"]);
  watching.stop();
  cursors.stop();
});
