// @vitest-environment jsdom
import { taskArrangementSearch, taskSearch } from "@atoll/contract/tasks/list-search";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { NewTaskDialog } from "../create/new-task-dialog.tsx";
import { TaskSheet } from "../detail/task-frames.tsx";
import { TaskList } from "../list/task-list.tsx";
import { TaskMatrix } from "../matrix/task-matrix.tsx";
import { taskChanges } from "./task-changes.ts";

// Changes that Ana makes while the server cannot be reached are shown at once, and sent once and in order.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let browser: OpenBrowser;
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  [ana, ben] = [server.people[0]!, server.people[1]!];
  await Promise.all([
    import("../../../ui/dialog/drawer-panel.tsx"),
    import("../../../ui/popup/menu-popup.tsx"),
    import("../../../ui/popup/popover-popup.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
    import("./send-act.ts"),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, ana);
});
afterEach(() => {
  browser.end();
  vi.restoreAllMocks();
});

const create = async (title: string): Promise<string> => {
  const body = { id: uuidv7(), title, assigneeId: ana.id, due: { date: "2030-01-02" } };
  return (await ben.call(taskRoutes.createTask, { body })).task.id;
};
const read = async (taskId: string) => (await ben.call(taskRoutes.getTask, { params: { taskId } })).task;
const button = (name: string | RegExp) => screen.findByRole("button", { name }, patience);
const soon = (look: () => unknown) => waitFor(look, patience);
const row = async (title: string) =>
  (await screen.findByRole("link", { name: title }, patience)).closest("li")!;

/** Nothing of Ana's reaches the server until it is called. */
function goAway(): () => Promise<void> {
  const real = globalThis.fetch;
  const away = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const isOwn = new Headers(init?.headers).get("authorization")?.includes(ana.session.accessToken);
    return isOwn ? Promise.reject(new TypeError("Failed to fetch")) : real(input, init);
  });
  return async () => {
    away.mockRestore();
    outboxOf(browser.signedIn).flush();
    await soon(() => expect(outboxOf(browser.signedIn).unsent()).toEqual([]));
  };
}

it("keeps a bulk change and a later change of one task", async () => {
  const ids = [await create("Tide one"), await create("Tide two")];
  render(
    <browser.Around>
      <TaskList
        arrangement={taskArrangementSearch.read({ group: "status" })}
        columns={[]}
        onArrange={() => undefined}
        onColumnsChange={() => undefined}
        onOpen={() => undefined}
        onShownChange={() => undefined}
        openId={undefined}
        shown={taskSearch.read({ scope: "my", text: "Tide" })}
        views={() => null}
      />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await row("Tide two");
  for (const title of ["Tide one", "Tide two"])
    await user.click(within(await row(title)).getByRole("checkbox"));
  const comeBack = goAway();
  const bar = screen.getByRole("toolbar", { name: "Selected tasks" });
  await user.click(within(bar).getByRole("button", { name: "Status" }));
  await user.click(await screen.findByRole("menuitem", { name: "In Review" }, patience));
  await screen.findByRole("heading", { name: /In Review/ }, patience);
  expect(screen.queryByRole("heading", { name: /To Do/ })).toBeNull();
  await user.click(within(await row("Tide two")).getByRole("button", { name: /^Status of Tide two/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "In Progress" }, patience));
  await screen.findByRole("heading", { name: /In Progress/ }, patience);
  expect(outboxOf(browser.signedIn).unsent()).toMatchObject([{ count: 2 }]);
  expect((await read(ids[0]!)).status).toBe("todo");
  await comeBack();
  const statuses = (await Promise.all(ids.map(read))).map(({ status }) => status);
  expect(statuses).toEqual(["in_review", "in_progress"]);
});

it("keeps a move in the matrix", async () => {
  const id = await create("Reef");
  render(
    <browser.Around>
      <TaskMatrix
        canAdd={false}
        onOpen={() => undefined}
        onShownChange={() => undefined}
        openId={undefined}
        shown={{ ...taskSearch.read({ scope: "my" }), statuses: ["todo"] }}
      />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  const inField = (name: RegExp) =>
    within(screen.getByRole("region", { name })).findByRole("link", { name: "Reef" }, patience);
  await row("Reef");
  await inField(/^Drop/);
  const comeBack = goAway();
  await user.click(within(await row("Reef")).getByRole("button", { name: /Reef/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Move to Do" }, patience));
  await inField(/^Do\b/);
  expect(outboxOf(browser.signedIn).unsent()).toMatchObject([{ count: 1 }]);
  await comeBack();
  expect(await read(id)).toMatchObject({ priority: "high", isUrgent: true });
  await inField(/^Do\b/);
});

it("keeps who watches, how it comes again, sub-tasks, and what waited for another task", async () => {
  const [taskId, other] = [await create("Harbour"), await create("Pier")];
  const body = { changeId: uuidv7() };
  await ben.call(taskRoutes.blockTask, { params: { taskId, blockerId: other }, body });
  render(
    <browser.Around>
      <TaskSheet onClose={() => undefined} taskId={taskId} />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await button("Watch this task");
  const comeBack = goAway();
  await user.click(await button("Watch this task"));
  await button("Stop watching");
  await user.click(await button("Remove Pier from Blocked by"));
  await soon(() => expect(screen.queryByRole("list", { name: "Blocked by" })).toBeNull());
  await user.type(await screen.findByRole("textbox", { name: "Add a sub-task" }, patience), "Red{Enter}");
  await user.click(await screen.findByRole("checkbox", { name: "Done: Red" }, patience));
  await screen.findByText("1 of 1 done", {}, patience);
  await user.click(await button(/^Repeats/));
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await button(/^Repeats: ?Every/);
  await comeBack();
  expect(await read(taskId)).toMatchObject({
    watchers: [{ id: ana.id }],
    blockedByList: [],
    subtaskList: [{ title: "Red", status: "done" }],
    recurrence: { day: "2030-01-02" },
  });
  await button("Stop watching");
  await button(/^Repeats: ?Every/);
});

it("keeps the field of quick add enabled and focused, and queues what is added in a row", async () => {
  render(
    <browser.Around>
      <TaskMatrix
        canAdd
        onOpen={() => undefined}
        onShownChange={() => undefined}
        openId={undefined}
        shown={{ ...taskSearch.read({ scope: "my" }), statuses: ["todo"] }}
      />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  const field = await screen.findByRole("textbox", { name: "Add to Do" }, patience);
  const comeBack = goAway();
  await user.type(field, "Notes for Beta{Enter}Notes for Gamma{Enter}");
  expect(document.activeElement).toBe(field);
  expect(field).toMatchObject({ disabled: false, value: "" });
  const titles = ["Notes for Beta", "Notes for Gamma"];
  for (const title of titles) await row(title);
  await comeBack();
  const { items } = await ana.call(taskRoutes.listTasks, { query: { scope: "my", text: "Notes for" } });
  expect(items.map(({ title, priority }) => `${title} ${priority}`).toSorted()).toEqual(
    titles.map((title) => `${title} high`),
  );
  for (const title of titles) await row(title);
});

function Adding() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)} type="button">
        New Task
      </button>
      {isOpen && (
        <NewTaskDialog
          onClose={() => setIsOpen(false)}
          onOpenTask={() => undefined}
          place={{ status: "todo" }}
        />
      )}
    </>
  );
}

it("queues a new task together with changes made before it arrives", async () => {
  await create("Quay one");
  render(
    <browser.Around>
      <TaskList
        arrangement={taskArrangementSearch.read({ group: "status" })}
        columns={[]}
        onArrange={() => undefined}
        onColumnsChange={() => undefined}
        onOpen={() => undefined}
        onShownChange={() => undefined}
        openId={undefined}
        shown={taskSearch.read({ scope: "my", text: "Quay" })}
        views={() => null}
      />
      <Adding />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  await row("Quay one");
  await user.click(await button("New Task"));
  const comeBack = goAway();
  await user.type(await screen.findByRole("textbox", { name: "Title" }, patience), "Quay two{Enter}");
  await screen.findByText(/There is no connection/, {}, patience);
  await user.click(within(await row("Quay two")).getByRole("button", { name: /^Status of Quay two/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "In Progress" }, patience));
  await screen.findByRole("heading", { name: /In Progress/ }, patience);
  await comeBack();
  const { items } = await ana.call(taskRoutes.listTasks, { query: { scope: "my", text: "Quay two" } });
  expect(items).toMatchObject([{ title: "Quay two", status: "in_progress" }]);
});

it("sends what the version before had stored", async () => {
  const [first, second] = [await create("Stored one"), await create("Stored two")];
  const comeBack = goAway();
  const store = (order: number, kind: string, body: object) => {
    const id = uuidv7();
    const entry = { id, order, kind, subject: "task", body, createdAt: "", failure: null };
    localStorage.setItem(`atoll.outbox.${ana.id}.${id}`, JSON.stringify(entry));
  };
  const one = { taskId: first, title: "Stored one", said: "Done" };
  store(1, "task change", { ...one, set: { title: "Renamed" }, ahead: { title: "Renamed" } });
  store(3, "task bulk change", {
    taskIds: [first, second],
    title: "2 tasks",
    set: { priority: "urgent", addTags: ["kept"] },
    said: "",
  });
  const place = { status: "in_review", after: null, before: null, isPlaced: true };
  store(4, "task move", { taskIds: [second], title: "“Stored two”", ...place, said: "" });
  store(5, "task part", { ...one, part: { act: "watch", add: [{ id: ana.id }], remove: [] } });
  const subtask = { id: uuidv7(), title: "A part", status: "todo", due: null, assignee: null };
  store(6, "task part", { ...one, part: { act: "add subtask", subtask, departmentId: null } });
  store(7, "task part", { ...one, part: { act: "describe", text: "Kept text", version: 1 } });
  // Given away last: after that it is no longer Ana's to change.
  const given = { set: { assigneeId: ben.id }, ahead: { assignee: { id: ben.id } } };
  store(8, "task change", { ...one, taskId: second, ...given });
  taskChanges.open(browser.signedIn);
  await comeBack();
  expect(await read(first)).toMatchObject({
    title: "Renamed",
    priority: "urgent",
    tags: ["kept"],
    watchers: [{ id: ana.id }],
    subtaskList: [{ title: "A part" }],
    description: "Kept text",
  });
  expect(await read(second)).toMatchObject({
    status: "in_review",
    priority: "urgent",
    assignee: { id: ben.id },
  });
});
