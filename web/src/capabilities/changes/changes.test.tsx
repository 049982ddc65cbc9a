// @vitest-environment jsdom
import { errors } from "@atoll/contract/errors/errors";
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aViewer } from "../../../test/people.ts";
import { ApiError } from "../../lib/server/api-client.ts";
import { createRealtimeSocket } from "../../lib/server/socket.ts";
import { createSignedIn, type EndableSignedIn } from "../../lib/signed-in.ts";
import { SignedInValue } from "../../lib/use-signed-in.tsx";
import { Toaster } from "../../ui/toast/toast.tsx";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { type AreaChanges, defineChanges } from "./area-changes.ts";
import { useWithUnsettled } from "./use-unsettled.ts";

// Changes of a note, with a server whose responses each test sets.
interface Note {
  id: string;
  title: string;
  status: string;
}
type NoteAct = { act: "title"; title: string } | { act: "status"; status: string };

let answers: (Error | null)[];
/** The server takes its time over the next one. */
let held: Promise<void> | undefined;
let sent: string[];
let undone: string[];
let changes: AreaChanges<NoteAct>;
let signedIn: EndableSignedIn;
const offline = () => new ApiError({ code: "network_error", message: "No connection", status: 0 });
const refused = () =>
  new ApiError({ code: "changed_meanwhile", message: errors.changed_meanwhile.text, status: 409 });

beforeEach(async () => {
  localStorage.clear();
  [answers, sent, undone, held] = [[], [], [], undefined];
  await import("../../ui/toast/toast-stack.tsx");
  changes = defineChanges<NoteAct>({
    name: "note",
    async send(_signedIn, _id, { about, change }) {
      await held;
      const answer = answers.shift();
      if (answer) throw answer;
      sent.push(`${about.join()} ${change.act === "title" ? change.title : change.status}`);
    },
    undo: async (_signedIn, id) => void undone.push(id),
    replaces: (later, earlier) => later.act === "title" && earlier.act === "title",
    refusal: "could not be changed.",
    words: { one: "A change of a note", many: "changes of notes" },
    former: {
      names: ["old note"],
      load: async () => (_name, body) => ({
        about: ["1"],
        title: "Old",
        said: "",
        change: { act: "status", status: "status" in body ? String(body.status) : "" },
      }),
    },
  });
});
afterEach(() => {
  cleanup();
  signedIn.end();
});

const server: Note = { id: "1", title: "Notes", status: "open" };
const apply = (note: Note, { act: _act, ...fields }: NoteAct): Note => ({ ...note, ...fields });

function Shown({ note }: { note: Note }) {
  const one = useWithUnsettled(changes, note, apply);
  return <p data-testid="note">{`${one?.title} ${one?.status}`}</p>;
}

/** Shows the note. The returned function changes its server state. */
function open() {
  const realtime = createRealtimeSocket({ url: "http://127.0.0.1:9", getToken: () => null });
  signedIn = createSignedIn({ queryClient: new QueryClient(), realtime, viewer: aViewer() });
  const view = (note: Note) => (
    <SignedInValue value={signedIn}>
      <Shown note={note} />
      <Toaster />
    </SignedInValue>
  );
  const { rerender } = render(view(server));
  return (note: Note) => rerender(view(note));
}
const text = () => screen.getByTestId("note").textContent;
const run = (change: NoteAct, about = ["1"]) =>
  changes.queueOf(signedIn).run({ about, title: "“Notes”", said: "Note changed", change });
const flush = () => act(async () => outboxOf(signedIn).flush());

it("shows a change at once, composed field by field over what the server says since", async () => {
  const hear = open();
  answers = [offline()];
  expect(await act(() => run({ act: "title", title: "Mine" }))).toBe("waiting");
  expect(text()).toBe("Mine open");
  hear({ ...server, title: "Theirs", status: "done" });
  expect(text()).toBe("Mine done");
  expect(await screen.findByText(/There is no connection/)).toBeTruthy();
  await flush();
  await vi.waitFor(() => expect(sent).toEqual(["1 Mine"]));
  await vi.waitFor(() => expect(text()).toBe("Theirs done"));
});

it("reverts to the server's current state when a change is refused", async () => {
  const hear = open();
  let refuse: (error: Error) => void = () => undefined;
  held = new Promise((_resolve, reject) => {
    refuse = reject;
  });
  const running = run({ act: "title", title: "Mine" });
  await act(async () => undefined);
  expect(text()).toBe("Mine open");
  hear({ ...server, status: "done" });
  await act(async () => {
    refuse(refused());
    await expect(running).rejects.toMatchObject({ code: "changed_meanwhile" });
  });
  await vi.waitFor(() => expect(text()).toBe("Notes done"));
});

it("shows a refused change in a toast when no form is open", async () => {
  open();
  answers = [offline(), refused()];
  await act(() => run({ act: "title", title: "Mine" }));
  await flush();
  expect(await screen.findByText(/^“Notes” could not be changed\./)).toBeTruthy();
  await vi.waitFor(() => expect(text()).toBe("Notes open"));
});

it("offers to undo what was done", async () => {
  open();
  await act(() => run({ act: "status", status: "done" }));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Change undone")).toBeTruthy();
  expect(undone).toHaveLength(1);
});

it("undoes changes by keyboard, latest first, each once", async () => {
  const user = userEvent.setup();
  open();
  const [first, second, third] = ["a", "b", "c"].map((id) => ({ id, status: id }));
  for (const { id, status } of [first!, second!, third!])
    await act(() =>
      changes
        .queueOf(signedIn)
        .run({ about: ["1"], title: "“Notes”", said: "Note changed", change: { act: "status", status } }, id),
    );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await user.keyboard("{Control>}z{/Control}");
  await vi.waitFor(() => expect(undone).toEqual(["c", "b"]));
  // In a text the keys are those of the text.
  document.body.append(document.createElement("textarea"));
  document.querySelector("textarea")?.focus();
  await user.keyboard("{Control>}z{/Control}");
  document.querySelector("textarea")?.remove();
  await user.keyboard("{Control>}zz{/Control}");
  await vi.waitFor(() => expect(undone).toEqual(["c", "b", "a"]));
});

it("keeps the order of what shares an object, and lets the rest go ahead", async () => {
  open();
  const fault = () => new ApiError({ code: "internal_error", message: "A fault", status: 500 });
  answers = [fault(), fault(), fault()];
  await act(() => run({ act: "title", title: "one" }, ["1"]));
  void run({ act: "status", status: "both" }, ["1", "2"]);
  void run({ act: "status", status: "after both" }, ["2"]);
  answers = [];
  void run({ act: "status", status: "alone" }, ["3"]);
  await act(() => vi.waitFor(() => expect(sent).toHaveLength(4)));
  const order = (title: string) => sent.findIndex((one) => one.endsWith(title));
  expect(order(" one")).toBeLessThan(order(" both"));
  expect(order(" both")).toBeLessThan(order("after both"));
});

it("gives a creation that the server failed over back to its form, and marks nothing as waiting", async () => {
  const made = defineChanges<{ act: "create" } | { act: "title" }>({
    name: "made",
    async send() {
      throw new ApiError({ code: "internal_error", message: "A fault", status: 500 });
    },
    refusal: "could not be changed.",
    words: { one: "A note", many: "notes" },
  });
  open();
  const queue = made.queueOf(signedIn);
  const created = queue.run({ about: ["9"], title: "“New”", said: "", change: { act: "create" } });
  await expect(created).rejects.toMatchObject({ code: "internal_error" });
  expect(queue.unsettled()).toEqual([]);
  expect(screen.queryByText(/no connection|sent again/)).toBeNull();
});

it("sends only the last text, and what the version before stored", async () => {
  const stored = { id: "a", order: 1, subject: "x", createdAt: "", failure: null };
  const key = `atoll.outbox.${aViewer().id}.a`;
  localStorage.setItem(key, JSON.stringify({ ...stored, kind: "old note", body: { status: "kept" } }));
  answers = [offline(), offline(), offline()];
  open();
  await vi.waitFor(() => expect(text()).toBe("Notes kept"));
  await act(() => run({ act: "title", title: "first" }));
  await act(() => run({ act: "title", title: "last" }));
  answers = [];
  await flush();
  await vi.waitFor(() => expect(sent).toEqual(["1 kept", "1 last"]));
});

it("queues a change behind pending changes of another area", async () => {
  open();
  answers = [offline(), offline()];
  await act(() => run({ act: "title", title: "Mine" }));
  const boats = defineChanges<NoteAct>({
    name: "boat",
    send: async (_signedIn, _id, { change }) => void sent.push(`boat ${change.act}`),
    refusal: "could not be changed.",
    words: { one: "A change of a boat", many: "changes of boats" },
  });
  const pending = {
    about: ["9"],
    title: "“Boat”",
    said: "",
    change: { act: "title", title: "New" } as const,
  };
  // Its own sending is not even tried: there is no connection.
  expect(await act(() => boats.queueOf(signedIn).run(pending))).toBe("waiting");
  await flush();
  await vi.waitFor(() => expect(sent).toEqual(["1 Mine", "boat title"]));
});
