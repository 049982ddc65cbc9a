// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Dialog } from "../dialog/dialog.tsx";
import { TextField } from "../field/text-field.tsx";
import { LazyView } from "../state/lazy-view.tsx";
import { type LazyPart, lazyPart, useLazyPart, useOpenedPart } from "./lazy-part.ts";

afterEach(() => vi.restoreAllMocks());

const arrival = Promise.withResolvers<{ text: string }>();
const part = lazyPart(() => arrival.promise);

it("shows a part that arrives right after the render that found it missing", async () => {
  // Loaded in idle time, as all parts are.
  const loading = part.load();
  // Without the test library's act, which would run the effects before anything else can happen.
  const page = document.createElement("div");
  const root = createRoot(page);
  root.render(<Wanted />);
  await loading;
  await vi.waitFor(() => expect(page.textContent).toBe("Browse channels"));
  root.unmount();
});

it("loads a part that failed offline once connected again, without an error in between", async () => {
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  const unreachable = new TypeError("Failed to fetch dynamically imported module: /assets/emoji.js");
  const loads = [Promise.reject(unreachable), Promise.resolve({ text: "Emoji" })];
  const later = lazyPart(() => loads.shift() ?? Promise.reject(new Error("asked too often")));
  const failures = vi.fn();
  render(<Later part={later} onFailure={failures} />);
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(screen.queryByText("Emoji")).toBeNull();
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Emoji")).toBeTruthy();
  window.dispatchEvent(new Event("online"));
  expect(loads).toEqual([]);
  expect(warnings).not.toHaveBeenCalled();
});

it("logs a part that loads but fails to run", async () => {
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  const fault = new ReferenceError("emoji is not defined");
  const broken = lazyPart<{ text: string }>(() => Promise.reject(fault));
  render(<Later part={broken} onFailure={() => undefined} />);
  await vi.waitFor(() => expect(warnings).toHaveBeenCalledWith(expect.any(String), fault));
});

it("shows a skeleton in the place of a view, and offers to try again when its code does not come", async () => {
  const loads = [Promise.withResolvers<{ text: string }>(), Promise.withResolvers<{ text: string }>()];
  const pending = [...loads];
  const timeline = lazyPart(() => pending.shift()?.promise ?? Promise.reject(new Error("asked too often")));
  const user = userEvent.setup();
  render(
    <LazyView part={timeline} skeleton={<p>Loading</p>}>
      {({ text }) => <p>{text}</p>}
    </LazyView>,
  );
  expect(screen.getByText("Loading")).toBeTruthy();
  loads[0]?.reject(new TypeError("Failed to fetch dynamically imported module: /assets/timeline.js"));
  await user.click(await screen.findByRole("button", { name: "Try Again" }));
  expect(screen.getByText("Loading")).toBeTruthy();
  loads[1]?.resolve({ text: "Bars" });
  expect(await screen.findByText("Bars")).toBeTruthy();
});

describe("a dialog whose code still loads", () => {
  async function openForm() {
    const form = Promise.withResolvers<{ Form: typeof Form }>();
    const formPart = lazyPart(() => form.promise);
    const shortcuts = vi.fn();
    document.addEventListener("keydown", shortcuts);
    onTestFinished(() => document.removeEventListener("keydown", shortcuts));
    const user = userEvent.setup();
    render(<Opener part={formPart} />);
    await user.click(screen.getByRole("textbox", { name: "Message" }));
    await user.keyboard("n");
    await user.click(screen.getByRole("button", { name: "New task" }));
    shortcuts.mockClear();
    return { user, shortcuts, arrive: () => form.resolve({ Form }) };
  }

  it("moves typed keys into its first field, and triggers no page shortcut", async () => {
    const { user, shortcuts, arrive } = await openForm();
    await user.keyboard("Book x{Backspace}{Enter}a room");
    arrive();
    const title = await screen.findByRole<HTMLInputElement>("textbox", { name: "Title" });
    await waitFor(() => expect(document.activeElement).toBe(title));
    // Through React: the form knows it, and what is typed next follows it.
    expect(screen.getByText("Title: Book a room")).toBeTruthy();
    expect(shortcuts).not.toHaveBeenCalled();
    await user.keyboard(" today");
    expect(title.value).toBe("Book a room today");
  });

  it("does not open when Escape is pressed first, and returns the keys to the page", async () => {
    const { user, shortcuts, arrive } = await openForm();
    await user.keyboard("Boo{Escape}");
    arrive();
    await user.keyboard("j");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(shortcuts).toHaveBeenCalledOnce();
  });

  it("leaves the keys to the field that is pressed instead", async () => {
    const { user } = await openForm();
    const message = screen.getByRole<HTMLInputElement>("textbox", { name: "Message" });
    await user.click(message);
    await user.keyboard("ow");
    expect(message.value).toBe("now");
  });
});

function Opener({ part: formPart }: { part: LazyPart<{ Form: typeof Form }> }) {
  const [isOpen, setOpen] = useState(false);
  const loaded = useOpenedPart(formPart, isOpen, () => setOpen(false));
  return (
    <>
      <input aria-label="Message" />
      <button type="button" onClick={() => setOpen(true)}>
        New task
      </button>
      {loaded && isOpen && <loaded.Form />}
    </>
  );
}

function Form() {
  const [title, setTitle] = useState("");
  return (
    <Dialog onClose={() => undefined} title="New task">
      <TextField label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
      <p>Title: {title}</p>
    </Dialog>
  );
}

function Later({ part: later, onFailure }: { part: LazyPart<{ text: string }>; onFailure: () => void }) {
  return <p>{useLazyPart(later, true, onFailure)?.text ?? "nothing"}</p>;
}

function Wanted() {
  const loaded = useLazyPart(part, true, () => undefined);
  // The page has been changed, and its effects have not run yet.
  useLayoutEffect(() => arrival.resolve({ text: "Browse channels" }), []);
  return <p>{loaded?.text ?? "nothing"}</p>;
}
