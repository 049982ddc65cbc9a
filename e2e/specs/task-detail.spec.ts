import { randomUUID } from "node:crypto";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Page } from "@playwright/test";

import { expectAccessible } from "../fixtures/accessibility.ts";
import { send, stored } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

// A request about a task that has just been deleted is a failed load to Chromium.
test.use({ allowConsole: /Failed to load resource/, toastSeconds: "60" });

test("two people edit one task at the same time without losing changes", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const ines = await signIn("ines.caballero");
  const taskId = await createTask(marisol, ines);
  await marisol.goto(`/tasks/${taskId}`);
  await ines.goto(`/tasks/${taskId}`);
  await expect(marisol.getByText("No comments yet.")).toBeVisible();
  await expectAccessible(marisol, "a task");

  await test.step("shows a change on the other person's screen, and offers to undo it for a while", async () => {
    await marisol.getByRole("button", { name: "Status: To Do" }).click();
    await marisol.getByRole("menuitemradio", { name: "In Review" }).click();
    const undo = await keepUndo(marisol);
    await expect(ines.getByRole("button", { name: "Status: In Review" })).toBeVisible();
    await undo.click();
    await expect(ines.getByRole("button", { name: "Status: To Do" })).toBeVisible();
    await ines.getByRole("button", { name: /^Due date/ }).click();
    await ines.getByRole("button", { name: "Today" }).click();
    await expect(marisol.getByRole("button", { name: /^Due date: Today, / })).toBeVisible();
    await marisol.getByRole("button", { name: "Department: No department" }).click();
    await marisol.getByRole("menuitemradio", { name: "Marketing" }).click();
    // People outside the department can still read its name.
    await expect(ines.getByRole("button", { name: "Department: Marketing" })).toBeVisible();
  });

  await test.step("keeps both texts when two people edit the description", async () => {
    await marisol.getByRole("button", { name: "Edit description" }).click();
    await marisol.getByRole("textbox", { name: "Description" }).fill("Nine by the eastern mole.");
    await ines.getByRole("button", { name: "Edit description" }).click();
    await ines.getByRole("textbox", { name: "Description" }).fill("Ten, with the **red** one.");
    await ines.getByRole("button", { name: "Save" }).click();
    await expect(ines.getByText("Ten, with the red one.")).toBeVisible();
    await expect(marisol.getByRole("region", { name: "The description as it is now" })).toHaveText(
      "Ten, with the **red** one.",
    );
    await expect(marisol.getByRole("textbox", { name: "Description" })).toHaveValue(
      "Nine by the eastern mole.",
    );
    await marisol.getByRole("button", { name: "Replace it with mine" }).click();
    await expect(ines.getByText("Nine by the eastern mole.")).toBeVisible();
  });

  await test.step("sub-tasks, comments and the history follow", async () => {
    await marisol.getByRole("textbox", { name: "Add a sub-task" }).fill("Borrow the boat");
    await marisol.keyboard.press("Enter");
    await ines.getByRole("checkbox", { name: "Done: Borrow the boat" }).check();
    await expect(marisol.getByText("1 of 1 done")).toBeVisible();
    await ines.getByRole("textbox", { name: "Write a comment" }).fill("The boat is at pier 4.");
    await ines.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(marisol.getByText("The boat is at pier 4.")).toBeVisible();
    await marisol.getByRole("button", { name: "Show history" }).click();
    await expect(marisol.getByText(/Ines Caballero\s*set the due date to today/)).toBeVisible();
  });

  await test.step("a person viewing a deleted task is told, and the task can be restored", async () => {
    await marisol.getByRole("button", { name: "More" }).click();
    await marisol.getByRole("menuitem", { name: "Delete" }).click();
    await marisol.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const undo = await keepUndo(marisol);
    await expect(ines.getByText("This task was deleted, or you cannot see it any more.")).toBeVisible();
    await expect(marisol.getByRole("group", { name: "Task deleted" })).toBeVisible();
    await undo.click();
    await expect(marisol.getByText("Change undone")).toBeVisible();
    await ines.goto(`/tasks/${taskId}`);
    await expect(ines.getByRole("heading", { name: "Count the buoys" })).toBeVisible();
  });
});

test("a task is read on a phone", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  const taskId = await createTask(page);
  await page.goto(`/tasks/${taskId}`);
  await expect(page.getByRole("heading", { name: "Count the buoys" })).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, "pixels beyond the screen").toBeLessThanOrEqual(0);
  await expectAccessible(page, "a task on a phone");
});

/** A task of its reader's, which the others watch. */
async function createTask(owner: Page, ...watchers: Page[]): Promise<string> {
  const id = randomUUID();
  await owner.goto("/dashboard");
  await send(owner, "POST", taskRoutes.createTask.path, {
    id,
    title: "Count the buoys",
    description: "All.",
  });
  for (const page of watchers) {
    await page.goto("/dashboard");
    const { id: personId } = await stored(page, "atoll.session.user");
    await send(owner, "PUT", taskRoutes.changeTaskWatchers.path.replace(":taskId", id), {
      changeId: randomUUID(),
      add: [personId],
    });
  }
  return id;
}
