// @vitest-environment jsdom
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { openBrowser } from "../../../../test/open-browser.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { type BoardCanvas, openBoardCanvas } from "../canvas/board-canvas.ts";
import { type BoardStore, BoardStoreProvider } from "../canvas/board-store.tsx";
import { usePrivateNotes } from "../data/use-board.ts";
import { PrivateNotes } from "./private-notes.tsx";

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer(["Ana"]);
});
afterAll(() => server.close());

function Panel({ board, canvas }: { board: object; canvas: BoardCanvas }) {
  const snapshot = useSyncExternalStore(canvas.subscribe, canvas.getSnapshot);
  const store = {
    ...{ board, canvas, snapshot, viewerId: "ana", mayWrite: true, mayTakePart: true, actions: {} },
    privateNotes: usePrivateNotes((board as { id: string }).id) ?? [],
  } as unknown as BoardStore;
  return (
    <BoardStoreProvider value={store}>
      <PrivateNotes />
    </BoardStoreProvider>
  );
}

test("edits a private note, and keeps the words that are typed while it is revealed for the board", async () => {
  const { admin } = server;
  const browser = await openBrowser(server, admin);
  const [boardId, noteId] = [uuidv7(), uuidv7()];
  const params = { boardId };
  const { board } = await admin.call(routes.createBoard, { body: { id: boardId, title: "Ropes" } });
  await admin.call(routes.savePrivateNote, {
    params: { boardId, noteId },
    body: { text: "Old rope", at: [5, 6], color: "palm" },
  });
  const canvas = openBoardCanvas(new Y.Doc(), "ana");
  render(<Panel board={board} canvas={canvas} />, { wrapper: browser.Around });
  const field = () => screen.getByLabelText("Edit the private note");
  const retype = async (from: string, text: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Edit ${from}` }));
    await userEvent.clear(field());
    await userEvent.type(field(), text);
  };
  await retype("Old rope", "New rope");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Edit New rope" });
  const { notes } = await admin.call(routes.listPrivateNotes, { params });
  expect(notes).toMatchObject([{ id: noteId, text: "New rope", color: "palm", at: [5, 6], version: 2 }]);

  await retype("New rope", "Two ropes");
  await admin.call(routes.revealNotes, { params });
  act(() =>
    canvas.add([
      {
        id: noteId,
        element: {
          ...{ kind: "note", at: [5, 6], size: [132, 114], color: "palm", text: "New rope" },
          ...{ stack: 0, frame: null, group: null },
        },
      },
    ]),
  );
  expect(await screen.findByText(/This note is on the board now/)).toBeTruthy();
  expect((field() as HTMLTextAreaElement).value).toBe("Two ropes");
  act(() => canvas.setText(noteId, "New rope, ask the harbour"));
  expect((await screen.findByText("New rope, ask the harbour")).tagName).toBe("Q");
  expect(screen.queryByRole("button", { name: "Save on the board" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Replace" }));
  await waitFor(() => expect(canvas.getSnapshot().items.get(noteId)?.element.text).toBe("Two ropes"));
  browser.end();
});

test("keeps the words of a new private note and of an edit while the board shows something else", async () => {
  const { admin } = server;
  const browser = await openBrowser(server, admin);
  const [boardId, noteId] = [uuidv7(), uuidv7()];
  const { board } = await admin.call(routes.createBoard, { body: { id: boardId, title: "Sails" } });
  const body = { phase: "collect" as const };
  await admin.call(routes.savePrivateNote, {
    params: { boardId, noteId },
    body: { text: "Old sail", at: [5, 6] },
  });
  const canvas = openBoardCanvas(new Y.Doc(), "ana");
  const inPhase = { ...board, session: { ...board.session, ...body } };
  const show = () => render(<Panel board={inPhase} canvas={canvas} />, { wrapper: browser.Around });
  const { unmount } = show();
  await userEvent.type(await screen.findByLabelText("Add a private note"), "A new s");
  await userEvent.click(await screen.findByRole("button", { name: "Edit Old sail" }));
  await userEvent.type(screen.getByLabelText("Edit the private note"), " and a mast");
  unmount();
  show();
  expect(((await screen.findByLabelText("Add a private note")) as HTMLInputElement).value).toBe("A new s");
  const field = await screen.findByLabelText("Edit the private note");
  expect((field as HTMLTextAreaElement).value).toBe("Old sail and a mast");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: "Edit Old sail" });
  browser.end();
});
