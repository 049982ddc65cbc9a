// @vitest-environment jsdom
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { TaskChange } from "@atoll/contract/tasks/changes";
import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import type { EndableSignedIn } from "../../../lib/signed-in.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { type CachedTask, openTaskKey } from "../data/cached-tasks.ts";
import { TaskSheet } from "./task-frames.tsx";

// Ana's browser at the real server with a task opened, and Ben, who watches the task, on a device of his own.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let taskId: string;
let browser: OpenBrowser;
let signedIn: EndableSignedIn;
let realtime: RealtimeSocket;
let queryClient: QueryClient;
const onClose = vi.fn();
const onOpen = vi.fn();

const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  [ana, ben] = [server.people[0]!, server.people[1]!];
  // The first opening of each loads its code, which may take longer than a test on a busy machine.
  await Promise.all([
    import("../../../ui/dialog/drawer-panel.tsx"),
    import("../../../ui/dialog/dialog-panel.tsx"),
    import("../../../ui/popup/menu-popup.tsx"),
    import("../../../ui/popup/popover-popup.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
  ]);
});
afterAll(() => server.close());

beforeEach(async () => {
  taskId = await create({ title: "Count the buoys", description: "All of them." });
  await ana.call(taskRoutes.changeTaskWatchers, {
    params: { taskId },
    body: { changeId: uuidv7(), add: [ben.id] },
  });
  browser = await openBrowser(server, ana);
  ({ signedIn, realtime, queryClient } = browser);
});
afterEach(() => {
  browser.end();
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

async function create(task: { title: string; description?: string; parentId?: string }): Promise<string> {
  return (await ana.call(taskRoutes.createTask, { body: { id: uuidv7(), ...task } })).task.id;
}
const fresh = async () => (await ana.call(taskRoutes.getTask, { params: { taskId } })).task;
const change = (person: RealPerson, body: Omit<TaskChange, "changeId">, id = taskId) =>
  person.call(taskRoutes.changeTask, { params: { taskId: id }, body: { changeId: uuidv7(), ...body } });

async function show(id = taskId) {
  render(
    <browser.Around>
      <TaskSheet taskId={id} onClose={onClose} onOpen={onOpen} />
      <Toaster />
    </browser.Around>,
  );
  return userEvent.setup();
}
const button = (name: string | RegExp) => screen.findByRole("button", { name }, patience);
const soon = (look: () => unknown) => waitFor(look, patience);

it("equals a refetch after changes by others", async () => {
  await show();
  await button("Count the buoys");
  const proof = (act: () => Promise<unknown>) =>
    heldEqualsRefetch({
      held: () => queryClient.getQueryData<CachedTask>(openTaskKey(taskId))?.task,
      fresh,
      act,
    });
  const subtask = await create({ title: "The red ones", parentId: taskId });
  await proof(() => change(ben, { status: "in_review", priority: "high", tags: ["harbour"] }));
  await proof(() => change(ben, { due: { date: "2030-01-02" }, assigneeId: ben.id }));
  await proof(() => change(ben, { status: "done" }, subtask));
  await proof(() => change(ben, { title: "The green ones" }, subtask));
  const other = await create({ title: "Mend the boat" });
  await proof(() =>
    ana.call(taskRoutes.blockTask, { params: { taskId, blockerId: other }, body: { changeId: uuidv7() } }),
  );
  await proof(() => change(ana, { title: "Mend the old boat" }, other));
  await proof(() =>
    ben.call(taskPartRoutes.addTaskRequirement, {
      params: { taskId },
      body: { id: uuidv7(), name: "A boat" },
    }),
  );
  await proof(() =>
    ana.call(taskRoutes.deleteTask, { params: { taskId: other }, query: { changeId: uuidv7() } }),
  );
  // These changes happened while there was no connection.
  await proof(async () => {
    realtime.close();
    await change(ben, { title: "Count the buoys again" });
    realtime.open();
  });
});

it("edits the title in place: Escape cancels, Enter saves, and Undo reverts", async () => {
  const user = await show();
  await user.click(await button("Count the buoys"));
  await user.keyboard("Gone{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(await button("Count the buoys"));
  await user.click(await button("Count the buoys"));
  const field = screen.getByRole("textbox", { name: "Title" });
  await user.clear(field);
  expect(screen.getByRole("alert").textContent).toBe("Title is required");
  // An emoji of four code units is one character to people, and to the limit.
  await user.click(field);
  await user.paste("🌊".repeat(121));
  expect(screen.getByRole("alert").textContent).toBe("A title can have at most 120 characters");
  await user.clear(field);
  await user.paste("🌊".repeat(120));
  await user.keyboard("{Enter}");
  await button("🌊".repeat(120));
  await soon(async () => expect((await fresh()).title).toBe("🌊".repeat(120)));
  await user.click(await button("Undo"));
  await button("Count the buoys");
  expect((await fresh()).title).toBe("Count the buoys");
});

it("does not overwrite text being typed, and keeps updating the rest", async () => {
  const user = await show();
  await user.click(await button("Count the buoys"));
  await user.keyboard("Count the lights");
  await change(ben, { title: "Count the ropes", priority: "urgent" });
  await button(/^Priority: ?Urgent$/);
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveProperty("value", "Count the lights");
});

it("shows a choice at once, and reverts it with the reason when it is refused", async () => {
  const user = await show();
  await user.click(await button(/^Status: ?To Do$/));
  await user.click(await screen.findByRole("menuitemradio", { name: "Done" }, patience));
  await button(/^Status: ?Done$/);
  await screen.findByText("Moved to Done", {}, patience);
  expect((await fresh()).status).toBe("done");
  // The browser does not know yet that the task is no longer hers.
  realtime.close();
  await ana.call(taskRoutes.deleteTask, { params: { taskId }, query: { changeId: uuidv7() } });
  await user.click(await button(/^Priority: ?Medium$/));
  await user.click(await screen.findByRole("menuitemradio", { name: "High" }, patience));
  await screen.findByText(
    "“Count the buoys” could not be changed. This task does not exist, or you cannot see it.",
    {},
    patience,
  );
  await button(/^Priority: ?Medium$/);
});

it("keeps both texts of two who wrote the description at once", async () => {
  const user = await show();
  await user.click(await button("Edit description"));
  const field = await screen.findByRole("textbox", { name: "Description" }, patience);
  await user.type(field, " And the ropes.");
  await change(ben, { description: { text: "Only the red ones.", version: 1 } });
  const theirs = await screen.findByRole("region", { name: "The description as it is now" }, patience);
  expect(theirs.textContent).toBe("Only the red ones.");
  expect(field).toHaveProperty("value", "All of them. And the ropes.");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  // The unsaved text is kept, also after the sheet was closed.
  cleanup();
  await show();
  await user.click(await button("Continue writing"));
  await screen.findByRole("region", { name: "The description as it is now" }, patience);
  await user.click(await button("Replace it with mine"));
  await soon(async () => expect((await fresh()).description).toBe("All of them. And the ropes."));
  await button("Edit description");
});

it("shows another version when saving, even if no event had arrived", async () => {
  const user = await show();
  await user.click(await button("Edit description"));
  await user.type(await screen.findByRole("textbox", { name: "Description" }, patience), " Twice.");
  realtime.close();
  await change(ben, { description: { text: "None.", version: 1 } });
  await user.click(await button("Save"));
  await screen.findByRole("region", { name: "The description as it is now" }, patience);
  expect((await fresh()).description).toBe("None.");
  await user.click(await button("Keep this, discard mine"));
  await button("Edit description");
  expect((await fresh()).description).toBe("None.");
});

it("adds sub-tasks by Enter, ticks them off and opens them", async () => {
  const user = await show();
  await user.type(
    await screen.findByRole("textbox", { name: "Add a sub-task" }, patience),
    "Red{Enter}Green{Enter}",
  );
  const list = await screen.findByRole("list", { name: "Sub-tasks" }, patience);
  await soon(async () => expect((await fresh()).subtaskList).toHaveLength(2));
  await user.click(await screen.findByRole("checkbox", { name: "Done: Red" }, patience));
  await screen.findByText("1 of 2 done", {}, patience);
  await soon(async () => expect((await fresh()).subtasks).toEqual({ done: 1, total: 2 }));
  expect(
    within(list)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Red", "Green"]);
  await user.click(within(list).getByRole("link", { name: "Green" }));
  const green = (await fresh()).subtaskList.find(({ title }) => title === "Green");
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(green?.id);
});

it("lets it wait for another task, says why two cannot wait for each other, and lets go again", async () => {
  const other = await create({ title: `Mend the boat ${uuidv7()}` });
  const { title } = (await ana.call(taskRoutes.getTask, { params: { taskId: other } })).task;
  const user = await show();
  await user.click(await button("Add to Blocked by"));
  await user.type(await screen.findByRole("combobox", { name: "Search tasks" }, patience), title);
  await user.click(await screen.findByRole("option", { name: new RegExp(title) }, patience));
  const list = await screen.findByRole("list", { name: "Blocked by" }, patience);
  await within(list).findByRole("link", { name: title }, patience);
  await user.click(await button("Add to Blocks"));
  await user.type(await screen.findByRole("combobox", { name: "Search tasks" }, patience), title);
  await user.click(await screen.findByRole("option", { name: new RegExp(title) }, patience));
  await screen.findByText(/These two tasks would wait for each other/, {}, patience);
  await user.keyboard("{Escape}");
  await user.click(await button(`Remove ${title} from Blocked by`));
  await soon(async () => expect((await fresh()).blockedByList).toEqual([]));
});

it("shows its history in words, with the names of people and tasks", async () => {
  await change(ben, { assigneeId: ben.id, due: { date: "2030-01-02" } });
  await change(ben, { due: { date: "2030-01-03" }, status: "in_progress", tags: ["harbour", "boats"] });
  const user = await show();
  await user.click(await button("Show history"));
  const lines = async () =>
    within(await screen.findByRole("list", { name: "History" }, patience))
      .getAllByRole("listitem")
      .map((item) => item.textContent ?? "");
  await soon(async () => {
    const all = (await lines()).join("\n");
    for (const line of [
      "Ben Okafor moved it from To Do to In Progress",
      "Ben Okafor changed the due date from 2 Jan 2030 to 3 Jan 2030",
      "Ben Okafor added the tags harbour and boats",
      "Ben Okafor gave it to Ben Okafor",
      "Ana Lima let Ben Okafor watch it",
      "Ana Lima created this task",
    ])
      expect(all).toContain(line);
  });
  await change(ben, { title: "Count the ropes" });
  await soon(async () =>
    expect((await lines())[0]).toContain(
      "Ben Okafor changed the title from “Count the buoys” to “Count the ropes”",
    ),
  );
});

it("is deleted after a confirmation, and can be restored", async () => {
  const user = await show();
  await user.click(await button("More"));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }, patience));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete this task?" }, patience);
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await soon(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByText(/cannot see it any more/)).toBeNull();
  cleanup();
  expect(await ana.status(taskRoutes.getTask, { params: { taskId } })).toBe(404);
});

it("says that it was deleted, and keeps unsaved text to copy", async () => {
  const user = await show();
  await button("Count the buoys");
  await ana.call(taskRoutes.deleteTask, { params: { taskId }, query: { changeId: uuidv7() } });
  await screen.findByText("This task was deleted, or you cannot see it any more.", {}, patience);
  await soon(() => expect(onClose).toHaveBeenCalledOnce());
  cleanup();
  vi.clearAllMocks();
  taskId = await create({ title: "Count the lights" });
  await show();
  await user.click(await button("Add description"));
  await user.type(await screen.findByRole("textbox", { name: "Description" }, patience), "All that burn");
  await ana.call(taskRoutes.deleteTask, { params: { taskId }, query: { changeId: uuidv7() } });
  await screen.findByText("Your unsaved changes:", {}, patience);
  expect(screen.getByText("All that burn")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it("says that there is no such task", async () => {
  const user = await show(uuidv7());
  await screen.findByText("This task does not exist, or you cannot see it.", {}, patience);
  // The sheet's own cross is the other one.
  await user.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  expect(onClose).toHaveBeenCalled();
});

it("shows comments, requirements and links to people who may see them", async () => {
  await ben.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: taskId },
    body: { id: uuidv7(), content: "Nine so far" },
  });
  const user = await show();
  await screen.findByText("Nine so far", {}, patience);
  await user.click(await button("Add a requirement"));
  await user.type(await screen.findByRole("textbox", { name: "Name" }, patience), "A boat{Enter}");
  const list = await screen.findByRole("list", { name: "Requirements" }, patience);
  expect(within(list).getByText("resource")).toBeTruthy();
  await user.click(within(list).getByRole("button", { name: "Remove A boat" }));
  await soon(async () => expect((await fresh()).requirements).toEqual([]));
  await user.click(await button("Attach a link"));
  await user.type(
    await screen.findByRole("textbox", { name: "Address" }, patience),
    "https://charts.example/harbour.pdf{Enter}",
  );
  const link = await screen.findByRole("link", { name: "harbour.pdf" }, patience);
  expect(link.getAttribute("href")).toBe("https://charts.example/harbour.pdf");
});

it("keeps offline changes, and sends them in order after reconnecting", async () => {
  const user = await show();
  await user.click(await button(/^Status/));
  const away = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await user.click(await screen.findByRole("menuitemradio", { name: "In Review" }, patience));
  await screen.findByText(/There is no connection/, {}, patience);
  expect(await button(/^Status: ?In Review$/)).toBeTruthy();
  await user.click(await button(/^Status/));
  await user.click(await screen.findByRole("menuitemradio", { name: "Done" }, patience));
  expect(await button(/^Status: ?Done$/)).toBeTruthy();
  away.mockRestore();
  outboxOf(signedIn).flush();
  await soon(async () => expect((await fresh()).status).toBe("done"));
  await soon(() => expect(outboxOf(signedIn).unsent()).toEqual([]));
  expect(await button(/^Status: ?Done$/)).toBeTruthy();
});

/** Nothing of Ana's reaches the server until it is called. */
function goAway(): () => void {
  const real = globalThis.fetch;
  const away = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const isOwn = new Headers(init?.headers).get("authorization")?.includes(ana.session.accessToken);
    return isOwn ? Promise.reject(new TypeError("Failed to fetch")) : real(input, init);
  });
  return () => {
    away.mockRestore();
    outboxOf(signedIn).flush();
  };
}

async function describe(user: Awaited<ReturnType<typeof show>>, text: string) {
  await user.click(await button("Edit description"));
  const field = await screen.findByRole("textbox", { name: "Description" }, patience);
  await user.clear(field);
  await user.type(field, text);
  await user.click(await button("Save"));
}

it("keeps links, requirements and a description without a connection, and sends each once", async () => {
  const user = await show();
  await button("Edit description");
  const comeBack = goAway();
  await describe(user, "Red ones first");
  await screen.findByText("Red ones first", {}, patience);
  await screen.findByText(/There is no connection/, {}, patience);
  // The text was changed again before the first version was sent, so only the last one counts.
  await describe(user, "Green ones first");
  await screen.findByText("Green ones first", {}, patience);
  await user.click(await button("Add a requirement"));
  await user.type(await screen.findByRole("textbox", { name: "Name" }, patience), "A lamp{Enter}");
  await screen.findByRole("list", { name: "Requirements" }, patience);
  await user.click(await button("Attach a link"));
  await user.type(
    await screen.findByRole("textbox", { name: "Address" }, patience),
    "https://charts.example/lights.pdf{Enter}",
  );
  await screen.findByRole("list", { name: "Links" }, patience);
  expect(outboxOf(signedIn).unsent()).toMatchObject([{ count: 3 }]);
  comeBack();
  await soon(() => expect(outboxOf(signedIn).unsent()).toEqual([]));
  expect(await fresh()).toMatchObject({
    description: "Green ones first",
    requirements: [{ name: "A lamp" }],
    links: [{ filename: "lights.pdf" }],
  });
  await screen.findByRole("link", { name: "lights.pdf" }, patience);
});

it("returns a description to its writer after a lost connection if another one was saved in the meantime", async () => {
  const user = await show();
  await button("Edit description");
  const { descriptionVersion: version } = await fresh();
  const comeBack = goAway();
  await describe(user, "Count by boat");
  await screen.findByText(/There is no connection/, {}, patience);
  await change(ben, { description: { text: "Count from the pier", version } });
  comeBack();
  await screen.findByText(/could not be saved.*Your text is kept there/, {}, patience);
  await user.click(await button("Continue writing"));
  const theirs = await screen.findByRole("region", { name: "The description as it is now" }, patience);
  expect(theirs.textContent).toContain("Count from the pier");
  expect(screen.getByRole("textbox", { name: "Description" })).toHaveProperty("value", "Count by boat");
  expect((await fresh()).description).toBe("Count from the pier");
});
