import { randomUUID } from "node:crypto";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("keeps the draft of a new task, and repeats the task as its dialog says", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/tasks?new=1");
  const dialog = page.getByRole("dialog", { name: "New Task" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  await title.fill("Read the tables");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "New Task" }).click();
  await expect(title).toHaveValue("Read the tables");
  await dialog.getByRole("button", { name: "Start over" }).click();
  await expect(title).toHaveValue("");
  await title.fill("Read the tide tables");
  const repeats = dialog.getByRole("button", { name: /^Repeats:/ });
  await repeats.click();
  await expect(page.getByText("Set a due date first")).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Due date").fill("2031-01-31");
  await repeats.click();
  await page.getByRole("combobox", { name: "Unit" }).click();
  await page.getByRole("option", { name: "month", exact: true }).click();
  await expectAccessible(page, "a new task that repeats");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(repeats).toHaveAccessibleName("Repeats: Every month on the 31st, or the last day");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Create Task" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Repeats: Every month on the 31st/ })).toBeVisible();
  await expect(page.getByText("Task created")).toBeHidden();
  await page.goto("/tasks?new=1");
  await expect(title).toBeVisible();
  await expect(title).toHaveValue("");
});

test("creates several tasks in a row by keyboard only", async ({ signIn }) => {
  const page = await signIn("ines.caballero");
  await page.goto("/tasks?new=1");
  const dialog = page.getByRole("dialog", { name: "New Task" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  await expect(title).toBeFocused();
  await dialog.getByRole("checkbox", { name: "Create another" }).press("Space");
  await title.fill("Splice the bow line");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Both ends.");
  await page.keyboard.press("Tab");
  // A person's first tasks are theirs.
  await expect(dialog.getByRole("button", { name: /^Remove In.s Caballero/ })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(title).toHaveValue("");
  await expect(title).toBeFocused();
  await page.keyboard.type("Splice the stern line");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("combobox", { name: "Search people" })).toBeFocused();
  // With an assignee chosen there is no field to search in any more: Tab goes on to the next field.
  await page.keyboard.type("aiko");
  await expect(dialog.getByRole("option", { name: /^Aiko Tanabe/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove Aiko Tanabe" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Start date" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Due date" }).focus();
  await page.keyboard.type("tomorrow");
  await dialog.getByRole("checkbox", { name: "Create another" }).press("Space");
  await title.press("Enter");
  await expect(dialog).toBeHidden();
  for (const text of ["Splice the bow line", "Splice the stern line"])
    await expect(page.getByRole("link", { name: text })).toBeVisible();
  // People who give tasks to others choose an assignee for each.
  await page.getByRole("button", { name: "New Task" }).click();
  await expect(dialog.getByRole("combobox", { name: "Search people" })).toBeVisible();
});

test("an inbox entry about many assigned tasks lists exactly these", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const ines = await signIn("ines.caballero");
  await ines.goto("/inbox");
  const { id: inesId } = await stored(ines, "atoll.session.user");
  const tag = await createTasks(marisol, [], ["Rope one", "Rope two", "Rope three", "Rope four"]);
  await marisol.goto(`/tasks?tag=${tag}`);
  const { accessToken } = await stored(marisol, "atoll.session.token");
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await marisol.request.get(`${taskRoutes.listTasks.path}?tags=${tag}`, { headers });
  const { items }: { items: { id: string; title: string }[] } = await answer.json();
  const taskIds = items.filter(({ title }) => title !== "Rope four").map(({ id }) => id);
  const body = { changeId: randomUUID(), taskIds, set: { assigneeId: inesId } };
  await send(marisol, "POST", taskRoutes.changeTasks.path, body);
  // A click shows the entry in the reading pane, Enter leads to its place.
  await ines.getByRole("link", { name: /Marisol Vega assigned you 3 tasks/ }).press("Enter");
  await expect(ines).toHaveURL(/told=/);
  for (const title of ["Rope one", "Rope two", "Rope three"])
    await expect(ines.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(ines.getByText("Rope four")).toHaveCount(0);
  await expect(
    ines.getByRole("button", { name: "Tasks you were notified about", exact: true }),
  ).toBeVisible();
});
