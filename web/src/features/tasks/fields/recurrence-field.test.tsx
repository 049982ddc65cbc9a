// @vitest-environment jsdom
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { TaskChange } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { recurrenceWords } from "../data/recurrence-words.ts";
import { RecurrenceField } from "./recurrence-field.tsx";

beforeAll(() => import("../../../ui/popup/popover-popup.tsx"));
afterEach(cleanup);

const patience = { timeout: 60_000 };

/** The field of a task, and what it says was done. */
function show(task: Partial<OpenTask>) {
  const done: TaskChange[] = [];
  const work: TaskWork = {
    task: { id: "a", due: null, recurrence: null, ...task } as OpenTask,
    run: async () => undefined,
    change: (change) => void done.push(change),
  };
  render(<RecurrenceField work={work} />);
  return { user: userEvent.setup(), said: () => done.map(({ said }) => said) };
}
const open = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: /^Repeats:/ }));

it("asks for a due date first", async () => {
  const { user } = show({});
  await open(user);
  expect(await screen.findByText(/Set a due date first/, {}, patience)).toBeTruthy();
});

it("describes the chosen recurrence and the next date in words", async () => {
  const { user, said } = show({ due: { date: "2031-01-31", clock: null } });
  await open(user);
  const every = await screen.findByRole("spinbutton", { name: "Every" }, patience);
  await user.clear(every);
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.type(every, "2");
  await user.click(screen.getByRole("checkbox", { name: "Thursday" }));
  await user.click(screen.getByRole("checkbox", { name: "Monday" }));
  expect(screen.getByText(/Every 2 weeks on Monday and Thursday\. After this one, 10 Feb/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(said()).toEqual(["Repeats every 2 weeks on Monday and Thursday"]);
});

it("keeps the 31st in a short month, and can be removed", async () => {
  const recurrence = { every: "month" as const, interval: 1, weekdays: [], from: "schedule" as const };
  const { user, said } = show({
    due: { date: "2031-02-28", clock: null },
    recurrence: { ...recurrence, anchor: "2031-01-31", day: "2031-02-28" },
  });
  expect(screen.getByText("Every month on the 31st, or the last day")).toBeTruthy();
  await open(user);
  expect(await screen.findByText(/After this one, 31 Mar/, {}, patience)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove" }));
  expect(said()).toEqual(["Repeats no longer"]);
});

it("counts from completion in words", () => {
  const rule = { every: "day" as const, interval: 3, weekdays: [], from: "completion" as const };
  expect(recurrenceWords(rule)).toBe("3 days after it is done");
  expect(recurrenceWords({ ...rule, every: "week", interval: 1, weekdays: [5] })).toBe(
    "A week after it is done, on Friday",
  );
});
