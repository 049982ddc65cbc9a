import { randomUUID } from "node:crypto";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { send } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

test("moves a due date in the calendar, and marks planned tasks in the list", async ({ signIn }) => {
  const mark = randomUUID().slice(0, 6);
  const page = await signIn("yara.mansour");
  const create = async (title: string, date: string) => {
    const id = randomUUID();
    await send(page, "POST", taskRoutes.createTask.path, { id, title, due: { date } });
    return id;
  };
  const title = `Tar the quay ${mark}`;
  await page.goto("/dashboard");
  await create(title, "2035-01-09");
  await page.goto("/calendar?view=week&day=2035-01-08");
  const due = (day: string) =>
    page.getByRole("button", { name: new RegExp(`^Task, due ${day}.*: ${title}$`) });
  await due("Tuesday 9 January").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(due("Wednesday 10 January")).toBeFocused();
  await expect(page.getByText(/^Due 10 Jan/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(due("Tuesday 9 January")).toBeVisible();

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const taskId = await create(`Mend the quay ${mark}`, day(2));
  const [start, end] = [`${day(1)}T10:00`, `${day(1)}T11:00`];
  await send(page, "POST", eventRoutes.createEvent.path, {
    id: randomUUID(),
    title: "Mend",
    kind: "task",
    taskId,
    allDay: false,
    start,
    end,
    zone: "UTC",
  });
  await page.getByRole("button", { name: "Calendars, months and tasks" }).click();
  const plan = page.getByRole("region", { name: "Plan my tasks" });
  const row = (name: string) => plan.getByRole("listitem").filter({ hasText: name });
  await expect(row(`Mend the quay ${mark}`)).toContainText("Planned");
  await expect(row(title)).not.toContainText("Planned");
});
