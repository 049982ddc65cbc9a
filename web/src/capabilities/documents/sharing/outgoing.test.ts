import { expect, test, vi } from "vitest";
import * as Y from "yjs";
import { ApiError } from "../../../lib/request/api-error.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import type { DocumentStore } from "./document-store.ts";
import { openOutgoing } from "./outgoing.ts";
import { statusNow } from "./status-now.ts";

const saved = { sequence: 1, savedAt: "2026-11-28T10:00:00.000Z" };
const store: DocumentStore = {
  readBase: async () => undefined,
  writeBase: async () => undefined,
  deleteBase: async () => undefined,
  readUnsent: async () => [],
  addUnsent: async () => true,
  deleteUnsent: async () => undefined,
  readTexts: async () => [],
  addText: async () => undefined,
  deleteText: async () => undefined,
};

/** A server that asks for a pause, and then saves. */
function serverThatPauses(): { realtime: RealtimeSocket; isOver: () => void } {
  let isPaused = true;
  const realtime: Pick<RealtimeSocket, "subscribe" | "getState" | "send"> = {
    subscribe: () => () => undefined,
    getState: () => "connected",
    send: (async () => {
      if (isPaused) throw new ApiError({ code: "document_paused", status: 429, message: "Paused" });
      return saved;
    }) as unknown as RealtimeSocket["send"],
  };
  return {
    realtime: realtime as RealtimeSocket,
    isOver: () => {
      isPaused = false;
    },
  };
}

test("shows that saving is paused when the server asks for it, keeps typed text, and resumes automatically", async () => {
  const { realtime, isOver } = serverThatPauses();
  const shared = new Y.Doc();
  const onRefused = vi.fn();
  const outgoing = openOutgoing({
    realtime,
    store,
    subject: { kind: "article", id: "one" },
    clientId: shared.clientID,
    schemaVersion: 1,
    onChange: () => undefined,
    onSaved: () => undefined,
    onRefused,
    resync: async () => undefined,
  });
  const status = () =>
    statusNow({
      ending: undefined,
      failure: undefined,
      base: { epoch: "e", schemaVersion: 1, sequence: 0, mayEdit: true, savedAt: saved.savedAt },
      schemaVersion: 1,
      isConnected: true,
      ...outgoing.state(),
    }).kind;
  outgoing.resume(true);
  shared.on("update", (update: Uint8Array) => outgoing.add("e", update));
  shared.getText("text").insert(0, "Typed");
  expect(status()).toBe("saving");
  await vi.waitUntil(() => status() === "paused");
  expect(outgoing.unsent()).toHaveLength(1);
  isOver();
  await vi.waitUntil(() => status() === "saved", 10_000);
  expect(onRefused).not.toHaveBeenCalled();
  outgoing.stop();
});

test("says that typed text is kept on this device only once it is, and when it cannot be", async () => {
  const answers: ((isKept: boolean) => void)[] = [];
  const shared = new Y.Doc();
  const outgoing = openOutgoing({
    realtime: { subscribe: () => () => undefined, getState: () => "connecting" } as unknown as RealtimeSocket,
    store: { ...store, addUnsent: () => new Promise((resolve) => answers.push(resolve)) },
    subject: { kind: "article", id: "one" },
    clientId: shared.clientID,
    schemaVersion: 1,
    onChange: () => undefined,
    onSaved: () => undefined,
    onRefused: () => undefined,
    resync: async () => undefined,
  });
  shared.on("update", (update: Uint8Array) => outgoing.add("e", update));
  shared.getText("text").insert(0, "Low");
  shared.getText("text").insert(3, " at noon");
  answers[0]?.(true);
  await Promise.resolve();
  expect(outgoing.state().keeping).toBe("on its way");
  answers[1]?.(true);
  await vi.waitUntil(() => outgoing.state().keeping === "kept");
  shared.getText("text").insert(11, ".");
  answers[2]?.(false);
  await vi.waitUntil(() => outgoing.state().keeping === "impossible");
});
