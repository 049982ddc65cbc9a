// @vitest-environment jsdom

import { administrationRoutes } from "@atoll/contract/administration/routes";
import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { weekdayOf } from "@atoll/contract/zones";
import { render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { cutNetwork, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { sortQuery } from "../data/arrangement.ts";
import { isInCycle, taskQuery } from "../data/task-filter.ts";
import { useTaskList } from "../data/use-task-list.ts";
import { Cycles } from "./cycles.tsx";

let server: RealServer;
let browser: OpenBrowser;
let departmentIds: string[];
const patience = { timeout: 60_000 };

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  const { departments } = await server.admin.call(administrationRoutes.listDepartments, {});
  departmentIds = departments.map(({ id }) => id);
  while (departmentIds.length < 9) {
    const body = { name: `Crew ${departmentIds.length}` };
    const { department } = await server.admin.call(administrationRoutes.createDepartment, { body });
    departmentIds.push(department.id);
  }
  await Promise.all([
    import("../../../ui/dialog/dialog-panel.tsx"),
    import("../../../ui/toast/toast-stack.tsx"),
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
});
afterEach(() => browser.end());

const show = (departmentId: string) =>
  render(
    <browser.Around>
      <Cycles departmentId={departmentId} cycleId={undefined} onChange={() => undefined} />
      <Toaster />
    </browser.Around>,
  );

/** Cycles of which the first one starts today. */
async function startCycles(departmentId: string) {
  const { today } = await server.admin.call(taskCycleRoutes.listTaskCycles, {});
  const { list } = await server.admin.call(taskCycleRoutes.setTaskCycles, {
    params: { departmentId },
    body: {
      ...{ version: 0, isOn: true, weeks: 2, weekday: weekdayOf(today), pauseWeeks: 0 },
      unfinished: "next",
    },
  });
  return list.open[0]!;
}

it("says that a department has no cycles, and switches them on", async () => {
  show(departmentIds[0]!);
  await screen.findByText(/has no cycles\./, {}, patience);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Switch on cycles" }));
  const dialog = await screen.findByRole("dialog", { name: /^Switch on cycles of/ }, patience);
  await user.click(within(dialog).getByRole("button", { name: "Switch on" }));
  const next = await screen.findByRole("region", { name: "Next cycle" }, patience);
  expect(within(next).getByRole("heading", { name: /^Cycle \d$/ })).toBeTruthy();
});

it("offers to load the cycles again after a failure", async () => {
  const restore = cutNetwork(requests("GET", /task-cycle-lists$/));
  show(departmentIds[0]!);
  const again = await screen.findByRole("button", { name: /again|retry/i }, patience);
  restore();
  await userEvent.setup().click(again);
  await screen.findByRole("region", { name: "Next cycle" }, patience);
});

it("counts a task that a colleague plans while the page is shown", async () => {
  const departmentId = departmentIds[1]!;
  const cycle = await startCycles(departmentId);
  show(departmentId);
  const planned = await screen.findByRole("region", { name: "Planned" }, patience);
  expect(within(planned).getByText("0")).toBeTruthy();
  await server.admin.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: "Write the plan", departmentId, cycleId: cycle.id },
  });
  await screen.findByRole("link", { name: "Write the plan" }, patience);
  await waitFor(() => within(screen.getByRole("region", { name: "Planned" })).getByText("1"), patience);
});

it("keeps a typed goal and shows the one that someone else has saved since", async () => {
  const departmentId = departmentIds[2]!;
  const cycle = await startCycles(departmentId);
  show(departmentId);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: `Edit ${cycle.name}` }, patience));
  await user.type(await screen.findByRole("textbox", { name: "Goal" }, patience), "Mine");
  await server.admin.call(taskCycleRoutes.changeTaskCycle, {
    params: { cycleId: cycle.id },
    body: { version: cycle.version, goal: "Theirs" },
  });
  await user.click(screen.getByRole("button", { name: "Save" }));
  const dialog = screen.getByRole("dialog", { name: `Edit ${cycle.name}` });
  await within(dialog).findByText("Theirs", {}, patience);
  expect(within(dialog).getByRole("textbox", { name: "Goal" })).toMatchObject({ value: "Mine" });
});

it("keeps a typed goal when someone else ends the cycle, and saves it into no other one", async () => {
  const departmentId = departmentIds[5]!;
  const cycle = await startCycles(departmentId);
  show(departmentId);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: `Edit ${cycle.name}` }, patience));
  await user.type(await screen.findByRole("textbox", { name: "Goal" }, patience), "Mine");
  await server.admin.call(taskCycleRoutes.endTaskCycle, {
    params: { cycleId: cycle.id },
    body: { version: cycle.version, unfinished: "next" },
  });
  const dialog = screen.getByRole("dialog", { name: `Edit ${cycle.name}` });
  await within(dialog).findByText(/Cycle 1 has ended or was removed/, {}, patience);
  expect(within(dialog).getByRole("textbox", { name: "Goal" })).toMatchObject({ value: "Mine" });
  expect(within(dialog).getByRole("button", { name: "Save" })).toMatchObject({ disabled: true });
});

it("ends no other cycle when the one it asks about has ended", async () => {
  const departmentId = departmentIds[6]!;
  const cycle = await startCycles(departmentId);
  show(departmentId);
  await userEvent.setup().click(await screen.findByRole("button", { name: "End now" }, patience));
  const dialog = await screen.findByRole("alertdialog", { name: `End ${cycle.name} now?` }, patience);
  await server.admin.call(taskCycleRoutes.endTaskCycle, {
    params: { cycleId: cycle.id },
    body: { version: cycle.version, unfinished: "next" },
  });
  await within(dialog).findByText(`${cycle.name} has ended.`, {}, patience);
  expect(within(dialog).getByRole("button", { name: "End cycle" })).toMatchObject({ disabled: true });
});

it("does not switch cycles on again when settings are saved after someone else has switched them off", async () => {
  const departmentId = departmentIds[7]!;
  await startCycles(departmentId);
  show(departmentId);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Settings" }, patience));
  const dialog = await screen.findByRole("dialog", { name: /^Cycles of/ }, patience);
  await server.admin.call(taskCycleRoutes.setTaskCycles, {
    params: { departmentId },
    body: { version: 1, isOn: false, weeks: 2, weekday: 1, pauseWeeks: 0, unfinished: "next" },
  });
  await within(dialog).findByText(/has switched cycles off/, {}, patience);
  expect(within(dialog).getByRole("button", { name: "Save" })).toMatchObject({ disabled: true });
});

it("does not overwrite the settings with which someone else has switched cycles on", async () => {
  const departmentId = departmentIds[8]!;
  show(departmentId);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Switch on cycles" }, patience));
  const dialog = await screen.findByRole("dialog", { name: /^Switch on cycles of/ }, patience);
  await startCycles(departmentId);
  await within(dialog).findByText(/has switched cycles on/, {}, patience);
  expect(within(dialog).getByRole("button", { name: "Switch on" })).toMatchObject({ disabled: true });
});

it.each([
  ["a cycle that lasts everywhere on Earth", "2026-11-16", "2026-11-29", true],
  ["a cycle that started only in the east", "2026-11-21", "2026-11-29", undefined],
  ["a cycle that ended only in the east", "2026-11-16", "2026-11-20", undefined],
  ["a cycle that starts later everywhere", "2026-11-22", "2026-11-29", false],
])(
  "knows whether %s is the current one, or that it depends on the company's time zone",
  (_, startsOn, endsOn, is) => {
    const task = { cycle: { id: uuidv7(), name: "Cycle 1", startsOn, endsOn, isEnded: false } };
    const now = new Date("2026-11-20T18:00:00Z");
    expect(isInCycle(task, ["current"], now)).toBe(is);
    expect(isInCycle(task, [task.cycle.id], now)).toBe(true);
    expect(isInCycle(task, [], now)).toBe(true);
  },
);

it("says what will happen before a cycle ends, and shows its report among the past ones", async () => {
  const departmentId = departmentIds[3]!;
  const cycle = await startCycles(departmentId);
  await server.admin.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: "Unfinished", departmentId, cycleId: cycle.id },
  });
  show(departmentId);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "End now" }, patience));
  await screen.findByText(/1 unfinished task moves to Cycle 2/, {}, patience);
  await user.click(screen.getByRole("button", { name: "End cycle" }));
  const past = await screen.findByRole("region", { name: "Past cycles" }, patience);
  await within(past).findByRole("button", { name: cycle.name }, patience);
});

it("keeps groups and filters by cycle equal to a fresh fetch when a task is planned, and when the cycle ends", async () => {
  const departmentId = departmentIds[4]!;
  const { admin } = server;
  const cycle = await startCycles(departmentId);
  const id = uuidv7();
  await admin.call(taskRoutes.createTask, { body: { id, title: "Sort the mail", departmentId } });
  const byCycle = { group: "cycle", sort: "title", isDescending: false } as const;
  const searches = [{}, { cycles: "current" }, { cycles: "next,none" }].map((search) =>
    taskSearch.read({ department: departmentId, ...search }),
  );
  const lists = renderHook(() => searches.map((shown) => useTaskList(shown, byCycle).data?.groups), {
    wrapper: browser.Around,
  });
  const fresh = () =>
    Promise.all(
      searches.map(async (shown) => {
        const query = { ...taskQuery(shown), ...sortQuery(byCycle), group: "cycle" as const, limit: 50 };
        return (await admin.call(taskRoutes.listTaskGroups, { query: { ...query, by: "state" } })).groups;
      }),
    );
  const proof = (act: () => Promise<unknown>) =>
    heldEqualsRefetch({ held: () => lists.result.current, fresh, act });
  const change = (set: object) =>
    admin.call(taskRoutes.changeTask, { params: { taskId: id }, body: { changeId: uuidv7(), ...set } });
  await proof(() => change({ cycleId: cycle.id }));
  await proof(() =>
    admin.call(taskCycleRoutes.changeTaskCycle, {
      params: { cycleId: cycle.id },
      body: { version: cycle.version, name: "Spring tide" },
    }),
  );
  await proof(() =>
    admin.call(taskCycleRoutes.endTaskCycle, {
      params: { cycleId: cycle.id },
      body: { version: cycle.version + 1, unfinished: "next" },
    }),
  );
  await proof(() =>
    admin.call(taskCycleRoutes.setTaskCycles, {
      params: { departmentId },
      body: {
        ...{ version: 1, isOn: true, weeks: 3, weekday: (weekdayOf(cycle.startsOn) % 7) + 1, pauseWeeks: 1 },
        unfinished: "next",
      },
    }),
  );
  await proof(() => change({ cycleId: null }));
});
