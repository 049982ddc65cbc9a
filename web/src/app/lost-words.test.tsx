// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { closeLostWords, explainLostWords, forgetTyping, keepLostWords } from "../lib/page/lost-words.ts";
import { useShortcut } from "../lib/page/shortcuts.ts";
import { SearchField } from "../ui/field/search-field.tsx";
import { TextArea } from "../ui/field/text-area.tsx";
import { TextField } from "../ui/field/text-field.tsx";
import { Toaster } from "../ui/toast/toast.tsx";
import { LostWords } from "./lost-words.tsx";

const newTask = { does: "New task", keys: ["n"] };
const onNewTask = vi.fn();
let setAnswer: (part: ReactNode) => void;

beforeAll(keepLostWords);
beforeEach(() => onNewTask.mockReset());
// Before the page is taken down: its fields go away, too.
afterEach(() => {
  forgetTyping();
  cleanup();
  closeLostWords();
});

/** A page whose composer takes the focus when the part above it goes away, as in chat. */
function Page({ first }: { first: ReactNode }) {
  const [answer, set] = useState(first);
  const composer = useRef<HTMLTextAreaElement>(null);
  useShortcut(newTask, onNewTask);
  useEffect(() => {
    setAnswer = set;
  }, []);
  useEffect(() => {
    if (answer === null) composer.current?.focus();
  }, [answer]);
  return (
    <>
      {answer}
      <TextArea ref={composer} label="Message general" />
      <LostWords />
      <Toaster />
    </>
  );
}

const answerField = <TextArea key="answer" label="Answer" />;

async function begin(words: string, field: ReactNode = answerField, role = "textbox") {
  const user = userEvent.setup();
  render(<Page first={field} />);
  await user.type(screen.getByRole(role, { name: "Answer" }), words);
  return user;
}
const remove = (next: ReactNode = null) => act(() => setAnswer(next));
const composer = () => screen.getByLabelText<HTMLTextAreaElement>("Message general");
const box = () => screen.findByRole("alertdialog", { name: "What you were writing was not sent" });

it("shows all words when a field goes away under the fingers, and lets none of its keys do anything else", async () => {
  const user = await begin("The next");
  remove();
  await user.keyboard(" one is nine,{Enter}nott{Backspace} ten");
  const shown = await box();
  const copy = within(shown).getByRole("button", { name: "Copy text" });
  await waitFor(() => expect(document.activeElement).toBe(copy));
  await user.keyboard("!");
  expect(within(shown).getByText(/The next/).textContent).toBe("The next one is nine,\nnot ten!");
  expect(onNewTask).not.toHaveBeenCalled();
  expect(composer().value).toBe("");
  await user.click(copy);
  expect(await screen.findByText("Text copied")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("The next one is nine,\nnot ten!");
  await user.click(within(shown).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(document.body);
  await user.keyboard("n");
  expect(onNewTask).toHaveBeenCalledOnce();
});

it("gives the reason where a screen knows it", async () => {
  await begin("Half a thought");
  expect(explainLostWords("No reason.", "Another text")).toBe(false);
  expect(explainLostWords("The message was deleted.", "Half a thought")).toBe(true);
  remove();
  expect(within(await box()).getByText("The message was deleted.")).toBeTruthy();
});

it.each(["{Enter}", "{Escape}", "{Tab}"])(
  "takes a field that goes away after %s for sent or given up",
  async (key) => {
    const user = await begin("Sent", <TextField key="answer" label="Answer" />);
    await user.keyboard(key);
    // Forms report what the browser may have filled in.
    screen.getByLabelText("Answer").dispatchEvent(new Event("input", { bubbles: true }));
    remove();
    expect(document.activeElement).toBe(composer());
    await user.keyboard("new");
    expect(composer().value).toBe("new");
  },
);

it("takes a field that goes away after a press elsewhere for given up, and one after a press in itself for lost", async () => {
  const user = await begin("Words");
  await user.click(screen.getByLabelText("Answer"));
  remove();
  expect(await box()).toBeTruthy();
  act(closeLostWords);
  remove(answerField);
  await user.type(screen.getByLabelText("Answer"), "Others");
  await user.click(document.body);
  remove();
  await user.keyboard("n");
  expect(composer().value).toBe("n");
});

it("goes on in a field that is drawn again with the same words", async () => {
  const user = await begin("The draft");
  remove(<p>Loading</p>);
  await act(async () => undefined);
  for (const key of " is") fireEvent.keyDown(document.body, { key });
  remove(<TextArea key="again" label="Answer" defaultValue="The draft" />);
  await user.keyboard(" kept");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("The draft is kept");
  expect(onNewTask).not.toHaveBeenCalled();
});

it("shows only what was typed after where the place itself shows the words, which were saved", async () => {
  const user = await begin(
    "Saved",
    <div key="place">
      <textarea aria-label="Answer" />
    </div>,
  );
  remove(
    <div key="place">
      <p>Saved</p>
    </div>,
  );
  await user.keyboard(" in part");
  expect(within(await box()).getByText("in part")).toBeTruthy();
});

it("keeps the rest of a search from the page, and shows it to nobody", async () => {
  const user = await begin("lagoo", <SearchField label="Answer" />, "searchbox");
  remove();
  await user.keyboard("n");
  expect(onNewTask).not.toHaveBeenCalled();
  await user.click(composer());
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await user.keyboard("and on");
  expect(composer().value).toBe("and on");
});
