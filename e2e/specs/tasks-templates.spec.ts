import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ toastSeconds: "60" });

test("a task is saved as a template with a role, and used for a new task with its sub-tasks", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const tag = await createTasks(marisol, [], ["Launch the newsletter"]);
  const name = `Launch ${tag}`;
  await marisol.goto(`/tasks?tag=${tag}`);
  await marisol.getByRole("link", { name: "Launch the newsletter" }).click();
  await marisol.getByRole("button", { name: "More", exact: true }).click();
  await marisol.getByRole("menuitem", { name: "Save as template…" }).click();
  const saving = marisol.getByRole("dialog", { name: "Save as template" });
  await saving.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await saving.getByRole("textbox", { name: "Due after days" }).fill("3");
  await saving.getByRole("button", { name: "Add sub-task" }).click();
  await saving.getByRole("textbox", { name: "Sub-task 1" }).fill("Proofread it");
  await saving.getByRole("combobox", { name: "Assignee of Proofread it" }).click();
  await marisol.getByRole("option", { name: "A role" }).click();
  await saving.getByRole("textbox", { name: "Role for assignee of Proofread it" }).fill("Proofreader");
  await expectAccessible(marisol, "the form of a template");
  await saving.getByRole("button", { name: "Save template" }).click();
  await expect(saving).toBeHidden();
  await marisol.keyboard.press("Escape");

  await marisol.keyboard.press("n");
  const adding = marisol.getByRole("dialog", { name: "New Task" });
  await adding.getByRole("textbox", { name: "Title" }).fill("Launch the December issue");
  await adding.getByRole("combobox", { name: "Template" }).click();
  await marisol.getByRole("option", { name }).click();
  await expect(adding.getByRole("textbox", { name: "Title" })).toHaveValue("Launch the December issue");
  await expect(adding.getByText("Proofread it", { exact: true })).toBeVisible();
  await expectAccessible(marisol, "a new task from a template");
  await adding.getByRole("button", { name: "Create Task" }).click();
  await marisol.getByRole("button", { name: "Open" }).click();
  await expect(marisol.getByRole("link", { name: "Proofread it" })).toBeVisible();
});
