// @vitest-environment jsdom

import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { EventName } from "@atoll/contract/events";
import { openTaskStatuses, taskStatuses } from "@atoll/contract/tasks/limits";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { type StatesStatus, statesStatuses } from "@atoll/contract/tasks/states";
import { render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { History } from "../detail/sections/history.tsx";
import { ManageStates } from "../fields/manage-states.tsx";
import { useTimer } from "../time/use-timer.ts";
import { sortQuery } from "./arrangement.ts";
import { taskQuery } from "./task-filter.ts";
import { useBoard } from "./use-board.ts";
import { useMatrix } from "./use-matrix.ts";
import { useCurrentStates, useTaskStates } from "./use-task-states.ts";

// Board, matrix and timer contain the same after each event as after a fresh fetch. Real hooks, real server.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let browser: OpenBrowser;
let held: () => unknown;
const [first, second, third] = [uuidv7(), uuidv7(), uuidv7()];
const patience = { timeout: 60_000 };
const shown = taskSearch.read({ scope: "my" });
const byPriority = { sort: "priority", isDescending: true } as const;
const toDo = { ...shown, statuses: openTaskStatuses };

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people as [RealPerson, RealPerson];
  for (const id of [first, second]) await create(id);
});
afterAll(() => server.close());

beforeEach(async () => {
  browser = await openBrowser(server, ana);
  const screens = renderHook(
    () => ({
      board: useBoard(shown).data,
      sorted: useBoard(shown, byPriority).data,
      matrix: useMatrix(toDo).data,
      timer: useTimer().timer,
    }),
    { wrapper: browser.Around },
  );
  held = () => {
    const { board, sorted, matrix, timer } = screens.result.current;
    return {
      timer,
      columns: board?.groups,
      sorted: sorted?.groups,
      urgentDays: matrix?.view.urgentDays,
      quadrants: matrix?.groups,
    };
  };
});
afterEach(() => browser.end());

const create = (id: string) =>
  ben.call(taskRoutes.createTask, { body: { id, title: `Task ${id}`, assigneeId: ana.id } });
const fresh = async () => {
  const query = { ...taskQuery(shown), by: "state" as const, limit: 50 };
  const { columns } = await ana.call(taskRoutes.getBoard, { query });
  const { columns: sorted } = await ana.call(taskRoutes.getBoard, {
    query: { ...query, ...sortQuery(byPriority) },
  });
  const { urgentDays, quadrants } = await ana.call(taskRoutes.getTaskMatrix, {
    query: { scope: "my", zone: ownTimeZone() },
  });
  const { timer } = await ana.call(taskRoutes.getTaskTimer, {});
  return { timer, columns, sorted, urgentDays, quadrants };
};
const of = (taskId: string) => ({ params: { taskId } });
const startTimer = (taskId: string) =>
  ana.call(taskRoutes.startTaskTimer, { body: { taskId, entryId: uuidv7(), zone: ownTimeZone() } });
const changeId = () => ({ changeId: uuidv7() });

const ownStates = ["todo", ...statesStatuses].map((status, at) => ({
  id: uuidv7(),
  ...{ status: status as StatesStatus, name: `State ${at}`, tone: "warning" as const, isDefault: at > 0 },
}));

async function setStates(states: typeof ownStates, departmentId: string | null = null) {
  const { lists } = await server.admin.call(taskRoutes.listTaskStates, {});
  const version = lists.find((list) => list.departmentId === departmentId)?.version ?? 0;
  await server.admin.call(taskRoutes.setTaskStates, {
    body: { ...changeId(), departmentId, version, states },
  });
}

const cases: [what: string, event: EventName, act: () => Promise<unknown>][] = [
  ["a new task", "task.changed", () => create(third)],
  [
    "a move to another column",
    "task.changed",
    () => ben.call(taskRoutes.moveTask, { ...of(first), body: { ...changeId(), status: "in_review" } }),
  ],
  [
    "a move within a column",
    "task.changed",
    () =>
      ben.call(taskRoutes.moveTask, {
        ...of(third),
        body: { ...changeId(), status: "todo", before: second },
      }),
  ],
  [
    "states of the company's own",
    "task-states.changed",
    () =>
      server.admin.call(taskRoutes.setTaskStates, {
        body: { ...changeId(), departmentId: null, version: 0, states: ownStates },
      }),
  ],
  [
    "a move into one of them",
    "task.changed",
    () =>
      ben.call(taskRoutes.moveTask, {
        ...of(third),
        body: { ...changeId(), status: "todo", stateId: ownStates[0]?.id ?? "" },
      }),
  ],
  ["a timer that another device has started", "task-timer.changed", () => startTimer(second)],
  [
    "a change of what a card and the timer show",
    "task.changed",
    () =>
      ben.call(taskRoutes.changeTask, {
        ...of(second),
        body: { ...changeId(), title: "Price the tier", tags: ["pricing"], priority: "urgent" },
      }),
  ],
  [
    "what is said of its urgency",
    "task.changed",
    () => ben.call(taskRoutes.changeTask, { ...of(third), body: { ...changeId(), isUrgent: true } }),
  ],
  [
    "a task that waits for another one",
    "task.changed",
    () => ben.call(taskRoutes.blockTask, { params: { taskId: second, blockerId: third }, body: changeId() }),
  ],
  [
    "only a count, once what it waits for is done",
    "task.changed",
    () => ben.call(taskRoutes.changeTask, { ...of(third), body: { ...changeId(), status: "done" } }),
  ],
  [
    "a task that is open again",
    "task.changed",
    () => ben.call(taskRoutes.changeTask, { ...of(third), body: { ...changeId(), status: "todo" } }),
  ],
  [
    "other days by which tasks are urgent",
    "task-matrix.changed",
    () => ana.call(taskRoutes.setUrgentDays, { body: { urgentDays: 5 } }),
  ],
  [
    "a status that the board does not show",
    "task.changed",
    () => ben.call(taskRoutes.changeTask, { ...of(second), body: { ...changeId(), status: "archived" } }),
  ],
  ["a timer of another task", "task-timer.changed", () => startTimer(third)],
  [
    "a task that the viewer may read no more, whose timer runs",
    "task.gone",
    () => ben.call(taskRoutes.changeTask, { ...of(third), body: { ...changeId(), assigneeId: null } }),
  ],
  ["a deleted task", "task.gone", () => ben.call(taskRoutes.deleteTask, { ...of(first), query: changeId() })],
];

it.each(cases)("%s", async (_what, event, act) => {
  let heard = 0;
  const stop = browser.realtime.on(event, () => {
    heard += 1;
  });
  await heldEqualsRefetch({ held, fresh, act });
  expect(heard).toBeGreaterThan(0);
  stop();
});

it("takes a removed state of an address for what it has become, and no state for one of an unknown department", async () => {
  const [, usual] = ownStates;
  const removed = {
    id: uuidv7(),
    status: "todo" as const,
    name: "Later",
    tone: "warning" as const,
    isDefault: false,
  };
  await setStates([...ownStates, removed]);
  await setStates(ownStates);
  const { department } = await server.admin.call(administrationRoutes.createDepartment, {
    body: { name: "Harbour" },
  });
  await setStates(
    ownStates.map((state) => ({ ...state, id: uuidv7() })),
    department.id,
  );
  const meant = { ...shown, states: [removed.id, uuidv7()] };
  const elsewhere = { ...meant, departments: [department.id] };
  const { result } = renderHook(
    () => [useCurrentStates(meant).states, useCurrentStates(elsewhere).states, useTaskStates()] as const,
    { wrapper: browser.Around },
  );
  await waitFor(() => expect(result.current.slice(0, 2)).toEqual([[usual?.id], []]), patience);
  // Its members know its states; for others a status is enough, of which the server takes the default.
  const options = result.current[2];
  expect(options.of(department.id).map(({ value }) => value)).toEqual([...taskStatuses]);
  expect(options.of(null)[1]).toMatchObject({ value: usual?.id });
});

it("tells of leaving the archive once, by the name of the state", async () => {
  const id = uuidv7();
  await create(id);
  for (const status of ["archived", "todo"] as const)
    await ben.call(taskRoutes.changeTask, { ...of(id), body: { ...changeId(), status } });
  render(<History taskId={id} />, { wrapper: browser.Around });
  await userEvent.setup().click(await screen.findByRole("button", { name: "Show history" }, patience));
  const list = await screen.findByRole("list", { name: "History" }, patience);
  const lines = () =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(lines()[0]).toMatch(/Ben moved it from Archived to State 1/), patience);
  expect(lines().slice(1)).toEqual([
    expect.stringMatching(/Ben moved it from State 1 to Archived/),
    expect.stringMatching(/created this task/),
  ]);
});

it("keeps typed names of states when someone else removes all states", async () => {
  await setStates(ownStates);
  render(<ManageStates departmentId={null} name="all tasks" />, { wrapper: browser.Around });
  const field = await screen.findByRole("textbox", { name: "To Do state 1" }, patience);
  await userEvent.setup().type(field, " typed");
  await setStates([]);
  await screen.findByRole("button", { name: "Keep mine" }, patience);
  expect(screen.getByRole("textbox", { name: "To Do state 1" })).toHaveProperty("value", "State 0 typed");
});
