// @vitest-environment jsdom

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { openBrowser } from "../../../../test/open-browser.tsx";
import { type Live, type LiveCase, proveLive, startLive } from "../../../../test/start-live.tsx";
import { type BoardStore, BoardStoreProvider } from "../canvas/board-store.tsx";
import { useNotes } from "../data/use-board.ts";
import { ShareDialog } from "../dialogs/share-dialog.tsx";
import { boardSearch } from "./filter.ts";
import { useBoards } from "./use-boards.ts";

// A list of boards after each event is what a fresh fetch gives: its real hook at the real server.

let server: RealServer;
let [admin, ana]: RealPerson[] = [];
let live: Live | undefined;
let boardId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  admin = server.admin;
  [ana] = server.people;
  boardId = await create("Tides");
});
afterAll(() => server.close());
afterEach(() => live?.end());

async function create(title: string, departmentId: string | null = null): Promise<string> {
  const grants = [{ to: { kind: "everyone" as const }, role: "writer" as const }];
  const body = { id: uuidv7(), title, grants, departmentId };
  const { board } = await admin!.call(routes.createBoard, { body });
  return board.id;
}
const of = (id: string) => ({ params: { boardId: id } });
const byId = (items: readonly { id: string }[] | undefined) =>
  items?.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const shown = boardSearch.read({});
const show = () => byId(useBoards(shown).items);
const fresh = async () => byId((await ana!.call(routes.listBoards, { query: {} })).items);

const cases: Record<string, LiveCase> = {
  "a new board": { event: "board.changed", show, fresh, act: () => create("New") },
  "a new board of a department": {
    event: "board.changed",
    show,
    fresh,
    async act() {
      const { departments } = await admin!.call(administrationRoutes.listDepartments, {});
      await create("Backend's", departments[0]?.id);
    },
  },
  "another phase": {
    event: "board.changed",
    show,
    fresh,
    act: () =>
      admin!.call(routes.setBoardPhase, { ...of(boardId), body: { phase: "group", seenPhase: null } }),
  },
  "the viewer's star on another device": {
    event: "board.starred",
    show,
    fresh,
    act: () => ana!.call(routes.starBoard, { ...of(boardId), body: { isStarred: true } }),
  },
  "a board that is archived": {
    event: "board.changed",
    show,
    fresh,
    act: async () => admin!.call(routes.archiveBoard, { ...of(boardId), body: { isArchived: true } }),
  },
  "a board that is no longer shared": {
    event: "board.gone",
    show,
    fresh,
    act: async () => {
      const id = (await admin!.call(routes.listBoards, { query: { text: "New" } })).items[0]?.id ?? "";
      const body = { to: { kind: "everyone" as const }, role: null };
      await admin!.call(routes.shareBoard, { ...of(id), body });
    },
  },
};

it.each(Object.entries(cases))("keeps the list equal to the server's after %s", async (_what, one) => {
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});

it("keeps the reactions to notes equal to the server's", async () => {
  const [id, noteId] = [await create("Reacted"), uuidv7()];
  const body = { text: "Rope", at: [0, 0] as [number, number] };
  await admin!.call(routes.savePrivateNote, { params: { boardId: id, noteId }, body });
  await admin!.call(routes.revealNotes, of(id));
  const one: LiveCase = {
    event: "board-note.reacted",
    show: () => useNotes(id),
    fresh: async () => (await ana!.call(routes.listBoardNotes, of(id))).notes,
    act: () => admin!.call(routes.addNoteReaction, { params: { boardId: id, noteId, emoji: "👍" } }),
  };
  live = await startLive(server, ana!, one.show);
  await proveLive(live, one);
});

it("keeps only non-default values in the address", () => {
  const narrowed = { scope: "starred", departmentId: uuidv7(), text: "tide", order: "title" } as const;
  expect(boardSearch.read(boardSearch.write(narrowed))).toEqual(narrowed);
});

it("names a person who could not be invited among several, and keeps them selected", async () => {
  const [, ben] = server.people;
  const browser = await openBrowser(server, admin!);
  const { board } = await admin!.call(routes.createBoard, { body: { id: uuidv7(), title: "Shared" } });
  const store = { board } as BoardStore;
  render(
    <BoardStoreProvider value={store}>
      <ShareDialog onClose={() => undefined} />
    </BoardStoreProvider>,
    { wrapper: browser.Around },
  );
  for (const name of ["Ben", "Ana"]) {
    await userEvent.type(await screen.findByRole("combobox", { name: "Search people" }), name);
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${name}`) }));
  }
  await admin!.call(administrationRoutes.deleteUser, { params: { userId: ben!.id }, body: {} });
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  await waitFor(async () =>
    expect((await admin!.call(routes.getBoard, of(board.id))).board.grants.map(({ name }) => name)).toEqual([
      "Ana",
    ]),
  );
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  const chosen = screen.getByRole("list", { name: "People: selected" });
  await waitFor(() => expect(within(chosen).getAllByRole("listitem")).toHaveLength(1));
  expect(chosen.textContent).toContain("Ben");
  browser.end();
});
