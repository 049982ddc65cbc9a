import { randomUUID } from "node:crypto";
import { createTasks } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

const mark = () => randomUUID().slice(0, 6);

test("Enter in a people picker without results does not submit the form", async ({ signIn }) => {
  const page = await signIn("yara.mansour");
  const title = `Splice the rope ${mark()}`;
  await page.goto("/tasks?new=1");
  const dialog = page.getByRole("dialog", { name: "New Task" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "Remove Yara Mansour" }).click();
  const picker = dialog.getByLabel("Search people");
  await picker.pressSequentially("Bea Sant");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await picker.fill("nobody of this name");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await picker.fill("Bea Sant");
  await page.getByRole("option", { name: /Bea Santoro/ }).click();
  await dialog.getByRole("button", { name: "Create Task" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("dialog", { name: title }).getByText("Bea Santoro").first()).toBeVisible();
});

test("two tasks typed one after the other in the matrix are both added in full", async ({ signIn }) => {
  const page = await signIn("yara.mansour");
  await page.goto("/dashboard");
  const tag = await createTasks(page, [], ["Paint the mast"]);
  await page.goto(`/tasks/matrix?tag=${tag}`);
  const field = page.getByRole("textbox", { name: "Add to Schedule" });
  await field.click();
  await page.keyboard.type("Notes for Alpha");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Notes for Gamma");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  const titles = page
    .getByRole("region", { name: "Schedule", exact: true })
    .getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["Notes for Alpha", "Notes for Gamma", "Paint the mast"]);
});

test("a start time that is typed moves the end with it, also when Enter saves", async ({ signIn }) => {
  const page = await signIn("yara.mansour");
  const title = `Tide talk ${mark()}`;
  await page.goto("/calendar?view=day&day=2027-05-08");
  await page.getByRole("button", { name: "New Event" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Event" });
  await dialog.getByLabel("Title").fill(title);
  const from = dialog.getByLabel("From (time)");
  await from.focus();
  await page.keyboard.type("0900AM");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: new RegExp(`^${title}, .*09:00 – 10:00`) })).toBeAttached();
});
