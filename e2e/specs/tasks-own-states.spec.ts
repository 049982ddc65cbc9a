import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, stored } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

test("a department names its states, moves tasks through them, removes one, and brings it back", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega");
  const department = "marketing";
  await marisol.goto("/dashboard");
  const user: { departments?: { id: string; slug: string }[] } = await stored(marisol, "atoll.session.user");
  const departmentId = user.departments?.find(({ slug }) => slug === department)?.id;
  const tag = await createTasks(marisol, [], ["Rig the boom", "Splice the line"], { departmentId });
  await marisol.goto(`/${department}/tasks?tag=${tag}`);
  await expect(marisol.getByRole("heading", { name: /In Progress/ })).toBeVisible();

  await test.step("states are named while a colleague looks at the board", async () => {
    await greta.goto("/tasks");
    await greta.getByRole("button", { name: "Fields and states of tasks" }).click();
    await greta.getByRole("combobox", { name: "Fields and states of" }).click();
    await greta.getByRole("option", { name: "Marketing" }).click();
    await greta.getByRole("button", { name: "Name own states" }).click();
    const progress = greta.getByRole("group", { name: "In Progress" });
    await progress.getByRole("button", { name: "Add in progress state" }).click();
    await progress.getByRole("textbox", { name: "In Progress state 2" }).fill("Waiting for parts");
    await progress.getByRole("combobox", { name: "Colour of Waiting for parts" }).click();
    await greta.getByRole("option", { name: "Blocked" }).click();
    await expectAccessible(greta, "the form of states");
    await greta.getByRole("button", { name: "Save states" }).click();
    await expect(greta.getByText("States saved")).toBeVisible();
    await expect(marisol.getByRole("heading", { name: /Waiting for parts/ })).toBeVisible();
  });

  await test.step("a task is moved by key, and the filter stands in the address", async () => {
    await marisol.getByRole("link", { name: "Rig the boom" }).focus();
    await marisol.keyboard.press("s");
    await marisol.getByRole("menuitemradio", { name: "Waiting for parts" }).press("Enter");
    await expect(marisol.getByText("Moved to Waiting for parts")).toBeVisible();
    await marisol.getByRole("button", { name: /^Clear Status/ }).click();
    await marisol.getByRole("button", { name: "Status", exact: true }).click();
    await marisol.getByRole("checkbox", { name: "Waiting for parts" }).check();
    await expect(marisol).toHaveURL(/state=/);
    await marisol.reload();
    await expect(marisol.getByRole("link", { name: "Rig the boom" })).toBeVisible();
    await expect(marisol.getByRole("link", { name: "Splice the line" })).toBeHidden();
    await expectAccessible(marisol, "a board of own states");
  });

  await test.step("a removed state gives its tasks to the default, and Undo brings them back", async () => {
    await greta.getByRole("button", { name: "Remove Waiting for parts" }).click();
    await greta.getByRole("button", { name: "Save states" }).click();
    await expect(marisol.getByRole("heading", { name: /Waiting for parts/ })).toBeHidden();
    await greta.getByRole("button", { name: "Undo" }).click();
    await expect(greta.getByText("Change undone")).toBeVisible();
    await marisol.goto(`/${department}/tasks?tag=${tag}&view=list`);
    await expect(marisol.getByRole("heading", { name: /Waiting for parts/ })).toBeVisible();
    await marisol.setViewportSize({ width: 390, height: 844 });
    await expect(marisol.getByRole("heading", { name: /Waiting for parts/ })).toBeVisible();
  });

  await test.step("without own states, the statuses are there again", async () => {
    await greta.getByRole("button", { name: "Remove own states" }).click();
    await greta.getByRole("button", { name: "Remove states" }).click();
    await expect(greta.getByRole("button", { name: "Name own states" })).toBeVisible();
    await expect(marisol.getByRole("heading", { name: /In Progress/ })).toBeVisible();
  });
});
