// @vitest-environment jsdom
import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { cutNetwork, holdAnswers, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { useQuestion } from "../data/use-questions.ts";
import { QuestionList } from "../list/question-list.tsx";
import { MergeQuestionDialog } from "./merge-question-dialog.tsx";
import { QuestionScreen } from "./question-screen.tsx";

// Ana has a question open at the real server; Ben answers it, and Ana's other device changes it.

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const of = (questionId: string) => ({ params: { questionId } });
const read = async (id: string) => (await ana!.call(routes.getQuestion, of(id))).question;
async function ask(title: string, content = ""): Promise<string> {
  const id = uuidv7();
  await ana!.call(routes.askQuestion, { body: { id, title, content, tags: ["harbour"] } });
  return id;
}
const answer = async (id: string, content: string, who = ben!) =>
  (await who.call(routes.postAnswer, { ...of(id), body: { id: uuidv7(), content } })).answer.id;
async function change(id: string, set: { title?: string; content?: string; tags?: string[] }): Promise<void> {
  const { title, content, tags, textVersion } = await read(id);
  const whole = { title, content, tags: tags.map(({ name }) => name), textVersion, mentionIds: [] };
  await ana!.call(routes.changeQuestion, { ...of(id), body: { ...whole, ...set } });
}

const link = () => <a href="/question">Question</a>;
function Page({ id }: { id: string }) {
  const { data } = useQuestion(id);
  if (!data) return null;
  return (
    <QuestionScreen
      question={data}
      crumbs={null}
      linkTo={link}
      linkToPath={link}
      faqLink={null}
      onDeleted={() => undefined}
    />
  );
}
async function open(id: string, who = ana!): Promise<void> {
  browser = await openBrowser(server, who);
  render(
    <>
      <Page id={id} />
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
  await screen.findByRole("heading", { level: 1 });
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
async function edit(from = 0): Promise<void> {
  const menus = await screen.findAllByRole("button", { name: "More" });
  await userEvent.click(menus[from]!);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
}

describe("the editor of a question", () => {
  it("takes over the tags of another device, and asks about words that both changed", async () => {
    const id = await ask("Where is the crane?", "The big one");
    await open(id);
    await edit();
    await userEvent.type(await field("Details"), ", not the small one");
    await change(id, { tags: ["crane"], content: "The yellow one" });
    const theirs = await screen.findByRole("region", { name: "Details as it is now" });
    expect(theirs.textContent).toBe("The yellow one");
    await press("Save");
    expect(await screen.findByText(/Choose which of the two to keep/)).toBeTruthy();
    expect((await read(id)).content).toBe("The yellow one");
    await press("Keep mine");
    await press("Save");
    await waitFor(async () => expect((await read(id)).content).toBe("The big one, not the small one"));
    expect((await read(id)).tags.map(({ name }) => name)).toEqual(["crane"]);
  });

  it("keeps the words that could not be saved, and saves them afterwards by the keyboard", async () => {
    const id = await ask("Where is the rope?");
    await open(id);
    await edit();
    const details = await field("Details");
    await userEvent.type(details, "The long one");
    const reconnect = cutNetwork(requests("PATCH", /./));
    await press("Save");
    expect(await screen.findByRole("alert")).toBeTruthy();
    reconnect();
    expect(details.value).toBe("The long one");
    await userEvent.type(details, "{Control>}{Enter}{/Control}");
    await waitFor(async () => expect((await read(id)).content).toBe("The long one"));
  });
});

describe("an answer", () => {
  it("stays with its words when it is deleted elsewhere while it is edited, and says why it is not saved", async () => {
    const id = await ask("Who has the key?");
    const answerId = await answer(id, "Ask Olu", ana!);
    await open(id);
    await edit(1);
    const text = await field("Edit answer");
    await userEvent.type(text, " in the office");
    await ana!.call(routes.deleteAnswer, { params: { answerId } });
    await screen.findByText("0 answers");
    await press("Save");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(text.value).toBe("Ask Olu in the office");
  });

  it("stays on the page when it arrives while the viewer begins to follow the question", async () => {
    const id = await ask("When is high tide?");
    await open(id, ben!);
    const answers = holdAnswers(requests("PUT", /follow/));
    await press("Follow");
    await waitFor(() => expect(answers.count()).toBe(1));
    await answer(id, "At noon", ana!);
    await screen.findByText("At noon");
    await answers.release();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Follow" })).toBeNull());
    expect(screen.getByText("At noon")).toBeTruthy();
  });
});

describe("the check under the votes of an answer", () => {
  it("accepts the answer for the asker, and is not offered to others", async () => {
    const id = await ask("Which buoy is ours?");
    await answer(id, "The red one");
    await open(id);
    await press("Accept this answer");
    await waitFor(async () => expect((await read(id)).answers[0]?.accepted).toBe("yes"));
    expect(await screen.findByText("Accepted")).toBeTruthy();
    await press("Not the accepted answer");
    await waitFor(async () => expect((await read(id)).answers[0]?.accepted).toBe("no"));
    cleanup();
    browser.end();
    await open(id, ben!);
    expect(screen.queryByRole("button", { name: "Accept this answer" })).toBeNull();
  });
});

/** Opens a fragment of the page, as a link does. */
function openHash(hash: string): void {
  location.hash = hash;
  act(() => void dispatchEvent(new Event("hashchange")));
}

describe("a link to an answer", () => {
  it("marks the answer, opens its comments for a link to one, and says when the answer is gone", async () => {
    const id = await ask("Where is the slip?");
    const answerId = await answer(id, "Behind the shed");
    const seen = vi.fn();
    await open(id);
    Element.prototype.scrollIntoView = seen;
    try {
      const row = screen.getByText("Behind the shed").closest("li")!;
      openHash(`#answer-${answerId}`);
      await waitFor(() => expect(row.getAttribute("aria-current")).toBe("true"));
      expect(seen.mock.contexts).toEqual([row]);
      expect(within(row).queryByRole("log")).toBeNull();
      openHash(`#comment-${uuidv7()}-in-${answerId}`);
      expect(await within(row).findByText(/^The comment that this link leads to was deleted/)).toBeTruthy();
      openHash(`#answer-${uuidv7()}`);
      expect(await screen.findByText(/^The answer that this link leads to was deleted/)).toBeTruthy();
    } finally {
      location.hash = "";
      Reflect.deleteProperty(Element.prototype, "scrollIntoView");
    }
  });
});

describe("the field for an answer", () => {
  it("makes links and code, and shows what readers will see", async () => {
    const id = await ask("How do I list the piers?");
    await open(id);
    const text = await field("Write an answer");
    await userEvent.type(text, "Run ");
    await press("Code");
    await userEvent.keyboard("ls");
    expect(text.value).toBe("Run `ls`");
    await press("Preview");
    const preview = screen.getByRole("region", { name: "Preview: Write an answer" });
    await waitFor(() => expect(preview.querySelector("code")?.textContent).toBe("ls"));
    await press("Post Answer");
    await waitFor(async () => expect((await read(id)).answers[0]?.content).toBe("Run `ls`"));
    expect(screen.queryByRole("region", { name: /^Preview/ })).toBeNull();
  });
});

describe("the dialog that chooses another question", () => {
  it("says that nothing fits only after an answer, and offers to search again after a failure", async () => {
    const nothing = "No question says this. Try other words.";
    browser = await openBrowser(server, server.admin);
    const search = requests("GET", /similar/);
    const answers = holdAnswers(search);
    const id = await ask("Which paint is for hulls?");
    const question = await read(id);
    render(<MergeQuestionDialog question={question} onClose={() => undefined} />, {
      wrapper: browser.Around,
    });
    expect(await screen.findByText("Searching…")).toBeTruthy();
    expect(screen.queryByText(nothing)).toBeNull();
    await waitFor(() => expect(answers.count()).toBe(1));
    await answers.release();
    expect(await screen.findByText(nothing)).toBeTruthy();

    const find = await field("Find a question");
    const reconnect = cutNetwork(search);
    await userEvent.clear(find);
    expect(screen.getByText(/Type a few more letters/)).toBeTruthy();
    await userEvent.type(find, "walrus ivory");
    const again = await screen.findByRole("button", { name: "Try Again" });
    expect(screen.queryByText(nothing)).toBeNull();
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByText(nothing)).toBeTruthy();
    expect(document.activeElement).toBe(find);
  });
});

describe("the list of questions", () => {
  it("offers to try again after a failure, and says that nothing matches", async () => {
    browser = await openBrowser(server, ana!);
    const reconnect = cutNetwork();
    const filter = { view: "all", order: "active", text: "no such words" } as const;
    render(<QuestionList filter={filter} linkTo={link} ask={null} isSelecting={false} />, {
      wrapper: browser.Around,
    });
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByText("No questions match these filters")).toBeTruthy();
  });

  it("keeps the reason for hiding a question that is written while it leaves the list", async () => {
    const id = await ask("Who moored the barge?");
    browser = await openBrowser(server, server.admin);
    const filter = { view: "unanswered", order: "active", text: "barge" } as const;
    render(<QuestionList filter={filter} linkTo={link} ask={null} isSelecting />, {
      wrapper: browser.Around,
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: /barge/ }));
    await press("Hide");
    await userEvent.type(await field("Reason"), "Names a colleague");
    await change(id, { title: "Who moored the ship?" });
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: /barge/ })).toBeNull());
    const dialog = await screen.findByRole("dialog", { name: "Hide 1 question?" });
    expect((await field("Reason")).value).toBe("Names a colleague");
    await userEvent.click(within(dialog).getByRole("button", { name: "Hide" }));
    await waitFor(async () =>
      expect((await read(id)).standing.hidden).toMatchObject({ reason: "Names a colleague" }),
    );
  });
});
