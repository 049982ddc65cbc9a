// @vitest-environment jsdom

import type { EventName } from "@atoll/contract/events";
import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { taskArrangementSearch, taskSearch } from "@atoll/contract/tasks/list-search";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewTask } from "@atoll/contract/tasks/schemas";
import { cleanup, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import type { EndableSignedIn } from "../../../lib/signed-in.ts";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { type Arrangement, sortQuery } from "../data/arrangement.ts";
import { taskQuery } from "../data/task-filter.ts";
import { useTaskList } from "../data/use-task-list.ts";
import { OwnControl } from "../fields/own-control.tsx";
import { TaskTimeline } from "../timeline/task-timeline.tsx";
import { TaskList } from "./task-list.tsx";

// Ana's list at the real server, and Ben's changes.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let signedIn: EndableSignedIn;
let browser: OpenBrowser;
const patience = { timeout: 60_000 };
const shown = taskSearch.read({ scope: "my", parents: "all" });

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  [ana, ben] = [server.people[0]!, server.people[1]!];
  await Promise.all([
    import("../../../ui/dialog/dialog-panel.tsx"),
    import("../../../ui/popup/menu-popup.tsx"),
    import("../../../ui/popup/popover-popup.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
    import("../changes/send-act.ts"),
  ]);
});
afterAll(() => server.close());

beforeEach(async () => {
  browser = await openBrowser(server, ana);
  signedIn = browser.signedIn;
});
afterEach(() => browser.end());

const create = async (task: Partial<NewTask>): Promise<string> => {
  const id = uuidv7();
  await ben.call(taskRoutes.createTask, { body: { id, title: "A task", assigneeId: ana.id, ...task } });
  return id;
};
const change = (taskId: string, set: object) =>
  ben.call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: uuidv7(), ...set } });
const groups = async (arrangement: Arrangement) =>
  (
    await ana.call(taskListRoutes.listTaskGroups, {
      query: { ...taskQuery(shown), ...sortQuery(arrangement), group: arrangement.group },
    })
  ).groups;

it.each([
  { group: "status", sort: "manual" },
  { group: "due", sort: "due", order: "descending" },
  { group: "assignee", sort: "title" },
  { group: "priority", sort: "created" },
  { group: "none", sort: "priority" },
])("holds what a fresh fetch gives after each event: %o", async (said) => {
  const arrangement = taskArrangementSearch.read(said);
  const [first, second] = [await create({ title: "First" }), await create({ title: "Second" })];
  const list = renderHook(() => useTaskList(shown, arrangement).data?.groups, { wrapper: browser.Around });
  const heard = new Set<EventName>();
  for (const name of ["task.changed", "task.gone"] as const)
    browser.realtime.on(name, () => void heard.add(name));
  const proof = (act: () => Promise<unknown>) =>
    heldEqualsRefetch({ held: () => list.result.current, fresh: () => groups(arrangement), act });
  await proof(() => create({ title: "Third", priority: "urgent" }));
  await proof(() => change(first, { status: "in_review", due: { date: "2031-01-02" } }));
  await proof(() => change(second, { priority: "low", title: "Before all", tags: ["quay"] }));
  await proof(() => create({ title: "A part", parentId: first }));
  await proof(() => change(second, { status: "archived" }));
  await proof(() => change(first, { assigneeId: null }));
  expect(heard).toEqual(new Set(["task.changed", "task.gone"]));
});

it("lists blocked tasks, says that one is finished while it is blocked, and drops one that is free", async () => {
  const [blocker, one, other] = [
    await create({ title: "Dig" }),
    await create({ title: "Pave" }),
    await create({ title: "Sweep" }),
  ];
  for (const taskId of [one, other])
    await ben.call(taskRoutes.blockTask, {
      params: { taskId, blockerId: blocker },
      body: { changeId: uuidv7() },
    });
  const user = show({ waits: "blocked", sort: "title" });
  await user.click(within(await row("Pave")).getByRole("button", { name: /^Status of Pave/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Done" }, patience));
  await screen.findByText(/though 1 open task still blocks it/, {}, patience);
  await soon(() => expect(screen.queryByRole("link", { name: "Pave" })).toBeNull());
  await row("Sweep");
  expect(screen.queryByRole("link", { name: "Dig" })).toBeNull();
  await change(blocker, { status: "done" });
  await soon(() => expect(screen.queryByRole("link", { name: "Sweep" })).toBeNull());
  expect((await read(other)).blockedBy).toBe(0);
});

function show(search: Record<string, string>, onOpen = vi.fn()) {
  const arrangement = taskArrangementSearch.read(search);
  render(
    <browser.Around>
      <TaskList
        arrangement={arrangement}
        columns={[]}
        onArrange={() => undefined}
        onColumnsChange={() => undefined}
        onOpen={onOpen}
        onShownChange={() => undefined}
        openId={undefined}
        shown={taskSearch.read({ scope: "my", ...search })}
        views={(_total, actions) => actions}
      />
      <Toaster />
    </browser.Around>,
  );
  return userEvent.setup();
}
const row = (title: string) =>
  waitFor(() => {
    const found = screen.getByRole("link", { name: title }).closest("li");
    expect(found).not.toBeNull();
    return found!;
  }, patience);
const soon = (look: () => unknown) => waitFor(look, patience);
const read = async (taskId: string) => (await ana.call(taskRoutes.getTask, { params: { taskId } })).task;

it("moves and resizes bars of the timeline by keys, and gives a task without dates its day", async () => {
  const tags = ["voyage"];
  const dates = { startsOn: "2026-12-01", due: { date: "2026-12-05" } };
  const [rig, sail, free] = [
    await create({ title: "Rig", tags, ...dates }),
    await create({ title: "Sail", tags, startsOn: "2026-12-05", due: { date: "2026-12-09" } }),
    await create({ title: "Rest", tags }),
  ];
  await create({ title: "Relic", tags, due: { date: "2015-05-09" } });
  await ben.call(taskRoutes.blockTask, {
    params: { taskId: sail, blockerId: rig },
    body: { changeId: uuidv7() },
  });
  const { container } = render(
    <browser.Around>
      <TaskTimeline
        arrangement={taskArrangementSearch.read({})}
        onArrange={() => undefined}
        onOpen={() => undefined}
        onShownChange={() => undefined}
        onZoom={() => undefined}
        openId={undefined}
        shown={taskSearch.read({ scope: "my", tag: "voyage" })}
        zoom="day"
      />
      <Toaster />
    </browser.Around>,
  );
  const user = userEvent.setup();
  const bar = (name: RegExp) => screen.findByRole("button", { name }, patience);
  const early = () => container.querySelectorAll("[data-early]").length;
  (await bar(/^Rig: 1 Dec to 5 Dec/)).focus();
  await soon(() => expect(container.querySelectorAll("svg g")).toHaveLength(1));
  expect(early()).toBe(0);
  // Years before the first day that is drawn: at its edge.
  const relic = await bar(/^Relic: 9 May 2015/);
  expect([relic.style.left, relic.textContent]).toEqual(["0px", "May 2015"]);
  await user.keyboard(" {ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowUp} ");
  await bar(/^Rig: 1 Dec to 7 Dec/);
  // It ends after the start of the one that waits for it, which stays.
  await soon(() => expect(early()).toBe(1));
  await soon(async () =>
    expect(await read(rig)).toMatchObject({ startsOn: "2026-12-01", due: { date: "2026-12-07" } }),
  );
  expect((await read(sail)).startsOn).toBe("2026-12-05");
  (await bar(/^Sail/)).focus();
  await user.keyboard(" {ArrowRight}{Escape}");
  await bar(/^Sail: 5 Dec to 9 Dec/);
  (await bar(/^Rest/)).focus();
  await user.keyboard(" {ArrowRight} ");
  await soon(async () => expect((await read(free)).due?.date).toMatch(/^\d{4}-/));
  await bar(/^Rest: /);
  await screen.findByText("All tasks have dates.", {}, patience);
  await change(rig, { due: null, startsOn: null });
  const tray = screen.getByRole("region", { name: "Tasks without dates" });
  await within(tray).findByRole("button", { name: "Rig" }, patience);
});

it("is led through and edited by keys", async () => {
  const [, id] = [await create({ title: "Keys one" }), await create({ title: "Keys two" })];
  const onOpen = vi.fn();
  const user = show({ text: "Keys", sort: "title" }, onOpen);
  await row("Keys two");
  await user.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("Keys two");
  await user.keyboard("e");
  const field = await screen.findByRole("textbox", { name: "Title" });
  await user.keyboard("!");
  expect(field).toHaveProperty("value", "Keys two!");
  await user.clear(field);
  await user.keyboard("{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Title is required");
  await user.type(field, "Keys 2{Enter}");
  await row("Keys 2");
  await soon(async () => expect((await read(id)).title).toBe("Keys 2"));
  await soon(() => expect(document.activeElement?.textContent).toBe("Keys 2"));
  await user.keyboard("x");
  expect(within(await row("Keys 2")).getByRole("checkbox")).toHaveProperty("checked", true);
  await user.keyboard("p");
  await user.click(await screen.findByRole("menuitemradio", { name: "Urgent" }, patience));
  await soon(async () => expect((await read(id)).priority).toBe("urgent"));
  (await row("Keys 2")).querySelector("a")?.focus();
  await user.keyboard("{Enter}");
  expect(onOpen).toHaveBeenCalledWith(id);
  await user.keyboard("{Escape}");
  expect(within(await row("Keys 2")).getByRole("checkbox")).toHaveProperty("checked", false);
});

it("keeps and shows offline changes, and sends them after reconnecting", async () => {
  const id = await create({ title: "Adrift" });
  const user = show({ text: "Adrift" });
  await row("Adrift");
  const away = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await user.click(within(await row("Adrift")).getByRole("button", { name: /^Status of Adrift/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "In Review" }, patience));
  await user.dblClick(screen.getByRole("link", { name: "Adrift" }));
  await user.clear(await screen.findByRole("textbox", { name: "Title" }));
  await user.keyboard("Adrift no more{Enter}");
  expect(within(await row("Adrift no more")).getByText("Changed here, and not sent yet")).toBeTruthy();
  expect(screen.getByRole("heading", { name: /In Review/ })).toBeTruthy();
  expect(outboxOf(signedIn).unsent()).toMatchObject([{ count: 2 }]);
  away.mockRestore();
  outboxOf(signedIn).flush();
  await soon(async () =>
    expect(await read(id)).toMatchObject({ title: "Adrift no more", status: "in_review" }),
  );
  await soon(() => expect(outboxOf(signedIn).unsent()).toEqual([]));
  expect(within(await row("Adrift no more")).queryByText("Changed here, and not sent yet")).toBeNull();
});

it("shows why the server refused a change, and the current task", async () => {
  const id = await create({ title: "Not mine for long" });
  const user = show({ text: "Not mine" });
  await row("Not mine for long");
  const away = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await user.click(within(await row("Not mine for long")).getByRole("button", { name: /^Priority/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Low" }, patience));
  away.mockRestore();
  await change(id, { assigneeId: null });
  outboxOf(signedIn).flush();
  expect(await screen.findByText(/“Not mine for long” could not be changed/, {}, patience)).toBeTruthy();
  await soon(() => expect(screen.queryByRole("link", { name: "Not mine for long" })).toBeNull());
});

it("keeps the choice of an option that was renamed when another one is ticked", async () => {
  const field: TaskField = {
    ...{ name: "own_areas", label: "Areas", kind: "choices", options: ["Web", "App"] },
    aliases: [{ from: "Site", to: "Web" }],
  };
  const onChange = vi.fn(async () => undefined);
  render(
    <browser.Around>
      <OwnControl
        field={field}
        value={["Site"]}
        version={1}
        people={[]}
        onChange={onChange}
        trigger={<button type="button">Areas</button>}
      />
    </browser.Around>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Areas" }));
  expect(await screen.findByRole<HTMLInputElement>("checkbox", { name: "Web" })).toHaveProperty(
    "checked",
    true,
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "App" }));
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ value: ["Web", "App"], seen: ["Site"] }));
});

it("moves tasks into groups that people fill, and not into results of a formula", async () => {
  const body = { departmentId: null, version: 0, label: "Is long", formula: "len({title}) > 10" };
  const { set } = await server.admin.call(taskRoutes.addTaskFormula, { body });
  await create({ title: "Paint the buoys" });
  const zones = () => document.querySelectorAll("[data-drag-zone]").length;
  show({ group: "priority", text: "buoys" });
  await row("Paint the buoys");
  expect(zones()).toBeGreaterThan(0);
  cleanup();
  show({ group: set.fields.at(-1)!.name, text: "buoys" });
  await row("Paint the buoys");
  await screen.findByRole("heading", { name: /^Yes/ }, patience);
  await soon(() => expect(zones()).toBe(0));
});
