// @vitest-environment jsdom
import { brainstormRoutes } from "@atoll/contract/brainstorm/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import type { NewIdea } from "@atoll/contract/ideas/schemas";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../test/open-browser.tsx";
import { draftsOf } from "../capabilities/offline/drafts/use-draft.ts";
import { outboxOf } from "../capabilities/offline/outbox/own-outbox.ts";
import { pendingNotesOf } from "../features/brainstorm/data/pending-notes.ts";
import { readIdeaDraft } from "../features/ideas/new/new-idea-form.ts";
import { ideaOutboxOf, newIdeaDraft, postIdea } from "../features/ideas/new/new-idea-outbox.ts";
import { AskDialog } from "../features/questions/ask/ask-dialog.tsx";
import { PendingQuestions } from "../features/questions/list/pending-questions.tsx";
import { Toaster } from "../ui/toast/toast.tsx";

// Things that are written without a connection reach the real server later and once, or go back to their writer.

let server: RealServer;
let admin: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer([]);
  admin = server.admin;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const real = globalThis.fetch;
/**
 * Keeps requests to an address from arriving, or their answers from coming back.
 * @returns what brings the connection back, and has the outbox send.
 */
function cut(path: RegExp, { arrives = false } = {}) {
  const away = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (!path.test(String(input instanceof Request ? input.url : input)) || init?.method === "GET")
      return real(input, init);
    if (arrives) await real(input, init);
    throw new TypeError("Failed to fetch");
  });
  return () => {
    away.mockRestore();
    outboxOf(browser.signedIn).flush();
  };
}
const unsent = () => outboxOf(browser.signedIn).unsent();
const ideas = async (title: string) =>
  (await admin.call(ideaRoutes.listIdeas, { query: { order: "newest" } })).items.filter(
    (idea) => idea.title === title,
  );
const idea = (more: Partial<NewIdea> = {}): NewIdea => ({ id: uuidv7(), title: "A bell", ...more });

describe("an idea", () => {
  it("whose answer was lost is posted once", async () => {
    const comeBack = cut(/\/api\/ideas$/, { arrives: true });
    expect(await postIdea(browser.signedIn, idea({ title: "Lost answer" }))).toBe(false);
    expect(unsent()).toMatchObject([{ count: 1 }]);
    comeBack();
    await waitFor(() => expect(unsent()).toEqual([]));
    expect(await ideas("Lost answer")).toHaveLength(1);
  });

  it("that is refused later goes back to its form, and overwrites no other that is written there", async () => {
    render(<Toaster />, { wrapper: browser.Around });
    const departmentId = uuidv7();
    const comeBack = cut(/\/api\/ideas$/);
    const written = idea({
      title: "For a team that goes",
      text: "Long text",
      tags: ["a", "b"],
      departmentId,
    });
    expect(await postIdea(browser.signedIn, written)).toBe(false);
    comeBack();
    await screen.findByText(/Its text is kept in New Idea/);
    const place = newIdeaDraft(admin.id);
    const first = { title: "", text: "", departmentId: "", tags: "", audienceIds: [], isAnonymous: false };
    const draft = draftsOf(browser.signedIn).read(place);
    expect(readIdeaDraft(draft, first)).toEqual({
      ...first,
      title: "For a team that goes",
      text: "Long text",
      tags: "a, b",
      departmentId,
    });
    const again = cut(/\/api\/ideas$/);
    await postIdea(browser.signedIn, idea({ title: "Another one", departmentId }));
    again();
    expect(await screen.findByRole("button", { name: "Copy its text" })).toBeTruthy();
    expect(draftsOf(browser.signedIn).read(place)).toBe(draft);
    expect(ideaOutboxOf(browser.signedIn).entries()).toEqual([]);
    draftsOf(browser.signedIn).write(place, "");
  });
});

describe("a question", () => {
  it("is asked later and once, and one that is refused can be sent again, or dropped", async () => {
    const onClose = vi.fn();
    const shown = render(
      <>
        <AskDialog title="" onClose={onClose} onAsked={() => undefined} onAnswered={() => undefined} />
        <PendingQuestions />
      </>,
      { wrapper: browser.Around },
    );
    await userEvent.type(await screen.findByRole("textbox", { name: "Your question" }), "Where is the quay?");
    await userEvent.type(screen.getByRole("combobox", { name: "Tags" }), "Node.js Tides ");
    const comeBack = cut(/\/api\/questions$/, { arrives: true });
    await userEvent.click(screen.getByRole("button", { name: "Post Question" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(await screen.findByText("is sent when you are connected again.")).toBeTruthy();
    comeBack();
    await waitFor(() => expect(screen.queryByText("is sent when you are connected again.")).toBeNull());
    const { items } = await admin.call(questionRoutes.listQuestions, { query: {} });
    expect(items.map(({ title, tags }) => [title, tags.map(({ name }) => name)])).toEqual([
      ["Where is the quay?", ["node.js", "tides"]],
    ]);
    shown.unmount();
    // Another text under an id that is taken, as an older page may have left it.
    const taken = { id: items[0]!.id, title: "Where is the pier?" };
    const { pendingQuestionsOf } = await import("../features/questions/data/pending-questions.ts");
    pendingQuestionsOf(browser.signedIn).add(`question/${taken.id}`, { question: taken });
    render(<PendingQuestions />, { wrapper: browser.Around });
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(unsent()).toEqual([]));
    const all = (await admin.call(questionRoutes.listQuestions, { query: {} })).items;
    expect(all.map(({ title }) => title)).toEqual(["Where is the pier?", "Where is the quay?"]);
    pendingQuestionsOf(browser.signedIn).add(`question/${taken.id}`, {
      question: { ...taken, departmentId: uuidv7() },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(unsent()).toEqual([]);
    expect(screen.queryByText("Where is the pier?")).toBeNull();
  });
});

describe("a private note", () => {
  it("is saved later in its order, once, although its answer was lost", async () => {
    const boardId = uuidv7();
    await admin.call(brainstormRoutes.createBoard, { body: { id: boardId, title: "Tides" } });
    const notes = pendingNotesOf(browser.signedIn);
    const comeBack = cut(/private-notes/, { arrives: true });
    for (const text of ["one", "two", "three"])
      notes.add(boardId, { boardId, note: { text, color: "sun", at: [0, 0], frame: null } });
    expect(unsent()).toMatchObject([{ count: 3 }]);
    comeBack();
    await waitFor(() => expect(unsent()).toEqual([]));
    const saved = await admin.call(brainstormRoutes.listPrivateNotes, { params: { boardId } });
    expect(saved.notes.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });
});
