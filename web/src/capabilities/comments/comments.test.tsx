// @vitest-environment jsdom
import { commentPageSize } from "@atoll/contract/comments/limits";
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { Comment, Subject } from "@atoll/contract/comments/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import type { RealtimeSocket } from "../../lib/server/socket.ts";
import type { EndableSignedIn } from "../../lib/signed-in.ts";
import { Toaster } from "../../ui/toast/toast.tsx";
import { commentStoreOf } from "./comment-store.ts";
import { Comments } from "./comments.tsx";

// Ana's browser with the real server, and Ana's second device. Only its creator can see the task.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let subject: Subject;
let browser: OpenBrowser;
let signedIn: EndableSignedIn;
let realtime: RealtimeSocket;

const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  [ana, ben] = [server.people[0]!, server.people[1]!];
  // The first opening of a window loads its code, which may take longer than a test on a busy machine.
  await import("../../ui/dialog/dialog-panel.tsx");
});
afterAll(() => server.close());

beforeEach(async () => {
  const { task } = await ana.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: "Count the buoys" },
  });
  subject = { kind: "task", id: task.id };
  browser = await openBrowser(server, ana);
  ({ signedIn, realtime } = browser);
});
afterEach(() => {
  browser.end();
  vi.restoreAllMocks();
});

function show(shown = subject) {
  render(
    <browser.Around>
      <Comments subject={shown} />
    </browser.Around>,
  );
  return userEvent.setup();
}

const params = () => ({ kind: subject.kind, subjectId: subject.id });
const post = async (content: string): Promise<Comment> =>
  (await ana.call(commentRoutes.postComment, { params: params(), body: { id: uuidv7(), content } })).comment;
const listed = async () =>
  (await ana.call(commentRoutes.listComments, { params: params(), query: {} })).items.map(
    ({ content }) => content,
  );
const field = () => screen.findByRole("textbox", { name: "Write a comment" }, patience);
const rows = () => screen.getAllByRole("article").map((row) => row.textContent ?? "");
const log = () => within(screen.getByRole("log"));

it("starts empty, and shows a new comment immediately and once", async () => {
  const user = show();
  expect(await screen.findByText("No comments yet.", {}, patience)).toBeTruthy();
  await user.type(await field(), "Nine, with **red**{Shift>}{Enter}{/Shift}one");
  await user.keyboard("{Enter}");
  expect(screen.getByRole("article", { name: /Ana Lima/ })).toBeTruthy();
  expect(((await field()) as HTMLTextAreaElement).value).toBe("");
  await waitFor(() => expect(screen.queryByText("Sending")).toBeNull(), patience);
  expect(await listed()).toEqual(["Nine, with **red**\none"]);
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(screen.queryByText("No comments yet.")).toBeNull();
});

it("follows comments of others, and equals a refetch", async () => {
  const first = await post("First");
  show();
  await screen.findByText("First", {}, patience);
  const second = await post("Second");
  await screen.findByText("Second", {}, patience);
  expect(rows().map((text) => /First|Second/.exec(text)?.[0])).toEqual(["First", "Second"]);
  await ana.call(commentRoutes.editComment, {
    params: { commentId: second.id },
    body: { content: "Second thoughts", version: 1 },
  });
  await screen.findByText(/Second thoughts/, {}, patience);
  await ana.call(commentRoutes.deleteComment, { params: { commentId: first.id } });
  await waitFor(() => expect(screen.queryByText("First")).toBeNull(), patience);
  const held = commentStoreOf(signedIn).of(subject).live.get();
  const { items, ...fresh } = await ana.call(commentRoutes.listComments, {
    params: params(),
    query: { order: "newest" },
  });
  expect(held).toEqual({ ...fresh, items: items.toReversed(), gone: new Set([first.id]) });
});

it("keeps an answer whose thread was deleted before it arrived, and shows it in no other place", async () => {
  show();
  await screen.findByText("No comments yet.", {}, patience);
  const { pending } = commentStoreOf(signedIn);
  pending.send(subject, {
    ...{ content: "A long answer", mentionIds: [], uploadIds: [] },
    thread: { id: uuidv7() },
  });
  await waitFor(() => expect(pending.entries()[0]?.failure).toBeTruthy(), patience);
  const [entry] = pending.entries();
  expect(entry?.body.content).toBe("A long answer");
  expect(screen.getByText("No comments yet.")).toBeTruthy();
  expect(screen.queryByText("A long answer")).toBeNull();
  if (entry) pending.remove(entry);
});

it("tells an author that somebody they mentioned cannot read the comment", async () => {
  render(<Toaster />);
  const { pending } = commentStoreOf(signedIn);
  const content = `@${ben.name} and @${ana.name}, please look`;
  pending.send(subject, { content, mentionIds: [ana.id, ben.id], uploadIds: [] });
  await screen.findByText(/^Somebody you mentioned cannot read this comment/, {}, patience);
  expect(await listed()).toEqual([content]);
});

it("keeps text typed into a comment that is deleted elsewhere, together with the draft", async () => {
  const comment = await post("Nine");
  const user = show();
  await user.type(await field(), "Started");
  await screen.findByText("Nine", {}, patience);
  await user.click(screen.getByRole("button", { name: "Edit comment" }));
  await user.type(screen.getByRole("textbox", { name: "Edit comment" }), ", with one red");
  await ana.call(commentRoutes.deleteComment, { params: { commentId: comment.id } });
  await waitFor(
    async () => expect(await field()).toHaveProperty("value", "Started\nNine, with one red"),
    patience,
  );
  expect(screen.queryByRole("textbox", { name: "Edit comment" })).toBeNull();
});

it("fetches comments written during a disconnect", async () => {
  show();
  await screen.findByText("No comments yet.", {}, patience);
  realtime.close();
  await post("In between");
  realtime.open();
  await screen.findByText("In between", {}, patience);
});

it("shows the newest, and older ones when they are asked for", async () => {
  for (let at = 0; at < 53; at += 1) await post(`Number ${at}.`);
  const user = show();
  await screen.findByText("Number 52.", {}, patience);
  expect(screen.queryByText("Number 2.")).toBeNull();
  expect(screen.getByRole("heading", { name: /Comments\s*53/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show older comments" }));
  await screen.findByText("Number 0.", {}, patience);
  expect(rows().map((text) => Number(/Number (\d+)/.exec(text)?.[1]))).toEqual(
    Array.from({ length: 53 }, (_, at) => at),
  );
  expect(screen.queryByRole("button", { name: "Show older comments" })).toBeNull();
});

it("is edited in place with Enter, kept with Escape, and deleted after a confirmation", async () => {
  await post("Nine");
  const user = show();
  await screen.findByText("Nine", {}, patience);
  await user.click(screen.getByRole("button", { name: "Edit comment" }));
  const editor = screen.getByRole("textbox", { name: "Edit comment" });
  await waitFor(() => expect(document.activeElement).toBe(editor));
  await user.type(editor, " or ten{Escape}");
  expect(await listed()).toEqual(["Nine"]);
  await user.click(screen.getByRole("button", { name: "Edit comment" }));
  await user.type(screen.getByRole("textbox", { name: "Edit comment" }), " or eleven{Enter}");
  await log().findByText("(edited)", {}, patience);
  expect(await listed()).toEqual(["Nine or eleven"]);
  await user.click(screen.getByRole("button", { name: "Delete comment" }));
  const dialog = await screen.findByRole("alertdialog", {}, patience);
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await screen.findByText("No comments yet.", {}, patience);
  expect(await listed()).toEqual([]);
});

it("does not overwrite another person's change, and keeps what was typed", async () => {
  const comment = await post("Nine");
  const user = show();
  await screen.findByText("Nine", {}, patience);
  await user.click(screen.getByRole("button", { name: "Edit comment" }));
  const editor = screen.getByRole("textbox", { name: "Edit comment" });
  await user.type(editor, " here");
  await ana.call(commentRoutes.editComment, {
    params: { commentId: comment.id },
    body: { content: "Ten there", version: 1 },
  });
  await vi.waitUntil(
    () => commentStoreOf(signedIn).of(subject).live.get()?.items[0]?.version === 2,
    patience,
  );
  await user.type(editor, "{Enter}");
  expect((await screen.findByRole("alert", {}, patience)).textContent).toContain("Someone else changed this");
  expect(await listed()).toEqual(["Ten there"]);
  expect((editor as HTMLTextAreaElement).value).toBe("Nine here");
  await user.type(editor, "{Enter}");
  await waitFor(async () => expect(await listed()).toEqual(["Nine here"]), patience);
});

it("is sent again after a lost response, and stored once", async () => {
  const user = show();
  const area = await field();
  const { fetch } = globalThis;
  let lost = 0;
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
    const answer = await fetch(...call);
    if (call[1]?.method !== "POST" || lost > 0) return answer;
    lost += 1;
    throw new TypeError("the connection was cut");
  });
  await user.type(area, "Nine{Enter}");
  await waitFor(() => expect(lost).toBe(1), patience);
  await waitFor(() => expect(screen.queryByText("Sending")).toBeNull(), patience);
  expect(await listed()).toEqual(["Nine"]);
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

it("shows why a comment was refused, continues with the next, and can be discarded", async () => {
  const user = show();
  await field();
  const { pending } = commentStoreOf(signedIn);
  pending.send(subject, { content: "With a file", mentionIds: [], uploadIds: ["gone"] });
  const alert = await screen.findByRole("alert", {}, patience);
  expect(alert.textContent).toContain("The files are no longer here.");
  expect(log().getByText("With a file")).toBeTruthy();
  await user.type(await field(), "Without one{Enter}");
  await waitFor(async () => expect(await listed()).toEqual(["Without one"]), patience);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByText("With a file")).toBeNull();
});

it("is sent without its files by the next try, once it has said that they are gone", async () => {
  const user = show();
  await field();
  const { pending } = commentStoreOf(signedIn);
  pending.send(subject, { content: "Kept words", mentionIds: [], uploadIds: ["gone"] });
  const alert = await screen.findByRole("alert", {}, patience);
  expect(alert.textContent).toContain("Try again to send the text without them.");
  expect(await listed()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(async () => expect(await listed()).toEqual(["Kept words"]), patience);
  expect(pending.entries()).toEqual([]);
});

it("is not taken for lost while another tab has its files", async () => {
  show();
  await field();
  // The lock of that tab, which is closed at the end.
  let close = () => undefined as unknown;
  const other = new Promise((resolve) => {
    close = () => resolve(undefined);
  });
  const asked: string[] = [];
  const request = async (name: string, _options: object, work: () => Promise<void>) => {
    asked.push(name);
    if (name === "atoll.files.theirs") await other;
    return work();
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
  const { pending } = commentStoreOf(signedIn);
  pending.send(subject, { content: "Written there", mentionIds: [], uploadIds: ["theirs"] });
  await waitFor(() => expect(asked).toContain("atoll.files.theirs"));
  expect(pending.entries()).toMatchObject([{ failure: null }]);
  expect(screen.queryByRole("alert")).toBeNull();
  close();
  expect((await screen.findByRole("alert", {}, patience)).textContent).toContain("no longer here");
});

it("mentions colleagues by name, and keeps the draft", async () => {
  const user = show();
  await user.type(await field(), "Ask @Be");
  await user.click(await screen.findByRole("option", { name: /Ben Okafor/ }, patience));
  expect(((await field()) as HTMLTextAreaElement).value).toBe("Ask @Ben Okafor ");
  cleanup();
  show();
  expect(((await field()) as HTMLTextAreaElement).value).toBe("Ask @Ben Okafor ");
  expect(ben.name).toBe("Ben Okafor");
});

it("is hidden from people who may not see the thing", async () => {
  show({ kind: "task", id: uuidv7() });
  expect((await screen.findByRole("alert", {}, patience)).textContent).toContain("This does not exist");
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("loads pages back to the comment in the address, and scrolls to it", async () => {
  const first = await post("The very first");
  for (let count = 0; count < commentPageSize; count += 1) await post(`Buoy ${count}`);
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  location.hash = `#comment-${first.id}`;
  try {
    show();
    const row = (await screen.findByText("The very first", {}, patience)).closest("article");
    expect(row?.getAttribute("aria-current")).toBe("true");
    await waitFor(() => expect(seen.mock.contexts).toEqual([row]), patience);
    expect(rows()).toHaveLength(commentPageSize + 1);
  } finally {
    location.hash = "";
    Reflect.deleteProperty(Element.prototype, "scrollIntoView");
  }
});

/** Opens a fragment of the page, as a link does. */
function openHash(hash: string): void {
  location.hash = hash;
  act(() => void dispatchEvent(new Event("hashchange")));
}

it("copies the address of a comment, and says when the comment of an address is gone", async () => {
  const one = await post("Buoy by the pier");
  const user = show();
  const row = (await screen.findByText("Buoy by the pier", {}, patience)).closest("article")!;
  await user.click(within(row).getByRole("button", { name: "Copy link" }));
  const copied = await navigator.clipboard.readText();
  expect(new URL(copied).hash).toBe(`#comment-${one.id}-in-${subject.id}`);
  Element.prototype.scrollIntoView = vi.fn();
  try {
    openHash(new URL(copied).hash);
    await waitFor(() => expect(row.getAttribute("aria-current")).toBe("true"), patience);
    openHash(`#comment-${uuidv7()}-in-${subject.id}`);
    expect(await screen.findByText(/was deleted, or you cannot see it/, {}, patience)).toBeTruthy();
    openHash(`#comment-${uuidv7()}-in-${uuidv7()}`);
    await waitFor(() => expect(screen.queryByText(/was deleted, or you cannot/)).toBeNull(), patience);
  } finally {
    location.hash = "";
    Reflect.deleteProperty(Element.prototype, "scrollIntoView");
  }
});
