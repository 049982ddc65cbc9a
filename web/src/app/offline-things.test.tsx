// @vitest-environment jsdom
import { brainstormRoutes } from "@atoll/contract/brainstorm/routes";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import type { NewIdea } from "@atoll/contract/ideas/schemas";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../test/open-browser.tsx";
import { commentStoreOf } from "../capabilities/comments/comment-store.ts";
import { draftsOf } from "../capabilities/offline/drafts/use-draft.ts";
import { outboxOf } from "../capabilities/offline/outbox/own-outbox.ts";
import { pendingNotesOf } from "../features/brainstorm/data/pending-notes.ts";
import { readIdeaDraft } from "../features/ideas/new/new-idea-form.ts";
import { ideaOutboxOf, newIdeaDraft, postIdea } from "../features/ideas/new/new-idea-outbox.ts";
import { AskDialog } from "../features/questions/ask/ask-dialog.tsx";
import { useQuestion } from "../features/questions/data/use-questions.ts";
import { PendingQuestions } from "../features/questions/list/pending-questions.tsx";
import { AnswerComposer } from "../features/questions/page/answer-composer.tsx";
import { QuestionScreen } from "../features/questions/page/question-screen.tsx";
import { taskChanges } from "../features/tasks/changes/task-changes.ts";
import { Toaster } from "../ui/toast/toast.tsx";

import { NotSentList } from "./not-sent/not-sent-list.tsx";

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
function cut(path: RegExp, { arrives = false, isBusy = false } = {}) {
  const away = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (!path.test(String(input instanceof Request ? input.url : input)) || init?.method === "GET")
      return real(input, init);
    if (arrives) await real(input, init);
    if (isBusy)
      return Response.json(
        { error: { code: "database_busy", message: "Try again later." } },
        { status: 503 },
      );
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
  it("is posted once when its response is lost", async () => {
    const comeBack = cut(/\/api\/ideas$/, { arrives: true });
    expect(await postIdea(browser.signedIn, idea({ title: "Lost answer" }))).toBe("unanswered");
    expect(unsent()).toMatchObject([{ count: 1 }]);
    comeBack();
    await waitFor(() => expect(unsent()).toEqual([]));
    expect(await ideas("Lost answer")).toHaveLength(1);
  });

  it("waits while the server is not ready, and is posted once it is", async () => {
    const comeBack = cut(/\/api\/ideas$/, { isBusy: true });
    expect(await postIdea(browser.signedIn, idea({ title: "Busy server" }))).toBe("in-trouble");
    comeBack();
    await waitFor(() => expect(unsent()).toEqual([]));
    expect(await ideas("Busy server")).toHaveLength(1);
  });

  it("returns to its form when it is refused later, without overwriting another one written there", async () => {
    render(<Toaster />, { wrapper: browser.Around });
    const departmentId = uuidv7();
    const comeBack = cut(/\/api\/ideas$/);
    const written = idea({
      title: "For a team that goes",
      text: "Long text",
      tags: ["a", "b"],
      departmentId,
    });
    expect(await postIdea(browser.signedIn, written)).toBe("unanswered");
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
    await screen.findByText(/Its text is kept under Not sent/);
    expect(draftsOf(browser.signedIn).read(place)).toBe(draft);
    const [kept] = ideaOutboxOf(browser.signedIn).entries();
    expect(kept).toMatchObject({ body: { idea: { title: "Another one" } }, failure: expect.any(String) });
    ideaOutboxOf(browser.signedIn).remove(kept!.id);
    draftsOf(browser.signedIn).write(place, "");
  });
});

describe("a question", () => {
  it("is sent later and once, and a refused one can be resent or discarded", async () => {
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

function QuestionOf({ id }: { id: string }) {
  const { data: question } = useQuestion(id);
  const props = { crumbs: null, faqLink: null, linkTo: link, linkToPath: link, onDeleted: () => undefined };
  return question ? <QuestionScreen question={question} {...props} /> : null;
}
const link = () => <a href="/elsewhere">Elsewhere</a>;

describe("an answer", () => {
  it("leaves its field at once, waits below the question, and is posted once when its response is lost", async () => {
    const params = { questionId: uuidv7() };
    await admin.call(questionRoutes.askQuestion, { body: { id: params.questionId, title: "Who rows?" } });
    render(<AnswerComposer questionId={params.questionId} mayAnswer />, { wrapper: browser.Around });
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write an answer" });
    await userEvent.type(field, "We all do");
    const comeBack = cut(/\/answers$/, { arrives: true });
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(field.value).toBe("");
    expect(await screen.findByText("Sending")).toBeTruthy();
    expect(screen.getByText("We all do")).toBeTruthy();
    comeBack();
    await waitFor(() => expect(unsent()).toEqual([]));
    const { answers } = (await admin.call(questionRoutes.getQuestion, { params })).question;
    expect(answers.map(({ content }) => content)).toEqual(["We all do"]);
    expect(screen.queryByText("Sending")).toBeNull();
  });

  it("keeps its words with the reason when the question was closed before it could be sent", async () => {
    const [questionId, otherId] = [uuidv7(), uuidv7()];
    for (const id of [questionId, otherId])
      await admin.call(questionRoutes.askQuestion, { body: { id, title: "Who steers?" } });
    render(<QuestionOf id={questionId} />, { wrapper: browser.Around });
    await userEvent.type(await screen.findByRole("textbox", { name: "Write an answer" }), "Nobody");
    const comeBack = cut(/\/answers$/);
    await userEvent.click(screen.getByRole("button", { name: "Post Answer" }));
    await admin.call(questionRoutes.closeAsDuplicate, {
      params: { questionId },
      body: { duplicateOfId: otherId },
    });
    await browser.queryClient.invalidateQueries({ queryKey: ["questions"] });
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Write an answer" })).toBeNull());
    expect(screen.getByText("Nobody")).toBeTruthy();
    comeBack();
    expect((await screen.findByText(/Not sent/)).textContent).toContain("closed to answers");
    await admin.call(questionRoutes.closeAsDuplicate, {
      params: { questionId },
      body: { duplicateOfId: null },
    });
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(unsent()).toEqual([]));
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

describe("the Not sent page", () => {
  const show = () => {
    const routeTree = createRootRoute({
      component: () => (
        <>
          <NotSentList />
          <Toaster />
        </>
      ),
    });
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    render(<RouterProvider router={router as never} />, { wrapper: browser.Around });
  };
  const listed = async (text: string) =>
    within((await screen.findByText(text, { exact: false })).closest("li") ?? document.body);

  it("lists each entry with its text and the reason, to copy, resend or remove", async () => {
    const user = userEvent.setup();
    const copy = vi.spyOn(navigator.clipboard, "writeText");
    vi.stubGlobal("scrollTo", () => undefined);
    const taskId = uuidv7();
    await admin.call(taskRoutes.createTask, { body: { id: taskId, title: "Paint the buoy" } });
    const comeBack = cut(/\/api\/(subjects|tasks)/);
    commentStoreOf(browser.signedIn).pending.send(
      { kind: "task", id: taskId },
      { content: "The yellow one first.", mentionIds: [], uploadIds: [] },
    );
    const queue = taskChanges.queueOf(browser.signedIn);
    const task = { title: "Order rope", description: "Forty metres", departmentId: uuidv7() };
    const change = { act: "create" as const, task, assignee: null };
    expect(await queue.run({ about: [uuidv7()], title: "“Order rope”", said: "", change })).toBe("waiting");
    await admin.call(taskRoutes.deleteTask, { params: { taskId }, query: { changeId: uuidv7() } });
    show();
    expect(await screen.findByRole("region", { name: "Waiting to be sent" })).toBeTruthy();
    comeBack();
    await waitFor(() => expect(screen.getAllByText("Not sent")).toHaveLength(2));
    expect(screen.queryByRole("region", { name: "Waiting to be sent" })).toBeNull();
    const comment = await listed("The yellow one first.");
    const refused = await listed("Forty metres");
    expect(await screen.findByText(/“Order rope” could not be created.*kept under Not sent/)).toBeTruthy();
    // Nothing on other pages shows the task as if it were there.
    expect(queue.unsettled()).toEqual([]);
    await user.click(refused.getByRole("button", { name: "Copy" }));
    expect(copy).toHaveBeenCalledWith("Order rope\n\nForty metres");

    await user.click(comment.getByRole("button", { name: "Remove" }));
    expect(screen.queryByText("The yellow one first.")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const again = await listed("The yellow one first.");
    const before = outboxOf(browser.signedIn)
      .all()
      .map(({ id }) => id);
    await user.click(again.getByRole("button", { name: "Try again" }));
    // It was sent under another ID, and refused for the same reason.
    await waitFor(() => {
      const now = outboxOf(browser.signedIn).all();
      expect(now.filter(({ failure }) => failure !== null)).toHaveLength(2);
      expect(now.map(({ id }) => id)).not.toEqual(before);
    });
  });
});
