import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a field is defined, filled, shown, filtered by and kept by a view, and comes back after it was retired", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega");
  const label = `Size ${Date.now().toString(36)}`;
  const tag = await createTasks(marisol, [], ["Rig the boom", "Splice the line", "Stow the tender"]);
  // Looks at the list while the field is added.
  await marisol.goto(`/tasks?view=list&tag=${tag}`);
  await expect(marisol.getByRole("heading", { name: /To Do/ })).toContainText("3");

  await greta.goto("/tasks");
  await greta.getByRole("button", { name: "Fields and states of tasks" }).click();
  await greta.getByRole("button", { name: "Add field" }).click();
  const adding = greta.getByRole("dialog", { name: "New field in all tasks" });
  await adding.getByRole("textbox", { name: "Name" }).fill(label);
  await adding.getByRole("combobox", { name: "Type" }).click();
  await greta.getByRole("option", { name: "Choice", exact: true }).click();
  await adding.getByRole("textbox", { name: "Options" }).fill("Small\nLarge");
  await adding.getByRole("button", { name: "Add field" }).click();
  await expect(adding).toBeHidden();
  await greta.getByRole("button", { name: `More for ${label}` }).click();
  await greta.getByRole("menuitem", { name: "Edit" }).click();
  await greta.getByRole("combobox", { name: "Colour of Large" }).click();
  await greta.getByRole("option", { name: "Red" }).click();
  await expectAccessible(greta, "the form of a field");
  await greta.getByRole("button", { name: "Save field" }).click();
  await expect(greta.getByRole("dialog", { name: `Edit ${label}` })).toBeHidden();

  await test.step("a column is chosen and filled with the keyboard alone", async () => {
    await marisol.getByRole("button", { name: "Show", exact: true }).click();
    await marisol.getByRole("checkbox", { name: label }).check();
    await marisol.keyboard.press("Escape");
    for (const [title, option] of [
      ["Rig the boom", "Large"],
      ["Splice the line", "Small"],
    ] as const) {
      await marisol.getByRole("button", { name: `${label} of ${title}` }).focus();
      await marisol.keyboard.press("Enter");
      await marisol.getByRole("menuitemradio", { name: option }).press("Enter");
      await expect(marisol.getByRole("button", { name: `${label} of ${title}: ${option}` })).toBeVisible();
    }
    await expectAccessible(marisol, "the list with a column of a field");
  });

  await test.step("an open task shows it, with its history", async () => {
    await marisol.getByRole("link", { name: "Rig the boom" }).click();
    await expect(marisol.getByRole("button", { name: `${label}: Large` })).toBeVisible();
    await marisol.getByRole("button", { name: "Show history" }).click();
    await expect(marisol.getByText(`set the ${label} to “Large”`)).toBeVisible();
    await marisol.keyboard.press("Escape");
  });

  await test.step("the list is filtered, grouped, and saved as a view", async () => {
    await marisol.getByRole("button", { name: "Fields", exact: true }).click();
    await marisol.getByRole("group", { name: label }).getByRole("checkbox", { name: "Large" }).check();
    await marisol.keyboard.press("Escape");
    await expect(marisol.getByRole("link", { name: "Splice the line" })).toBeHidden();
    await marisol.getByRole("button", { name: "Save view" }).click();
    await marisol.getByRole("textbox", { name: "Name" }).fill(`Large ones ${tag}`);
    await marisol.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
    await marisol.getByRole("link", { name: "All tasks" }).click();
    await marisol.getByRole("link", { name: `Large ones ${tag}` }).click();
    await expect(marisol.getByRole("listitem").filter({ hasText: "Rig the boom" })).toBeVisible();
    await expect(marisol.getByRole("link", { name: "Splice the line" })).toBeHidden();
  });

  await test.step("a renamed option is still the one of the view; a retired field is gone, and comes back", async () => {
    await greta.getByRole("button", { name: `More for ${label}` }).click();
    await greta.getByRole("menuitem", { name: "Edit" }).click();
    await greta.getByRole("textbox", { name: "Option 2" }).fill("Huge");
    await greta.getByRole("button", { name: "Save field" }).click();
    await expect(marisol.getByRole("button", { name: `${label} of Rig the boom: Huge` })).toBeVisible();
    await greta.getByRole("button", { name: `More for ${label}` }).click();
    await greta.getByRole("menuitem", { name: "Retire" }).click();
    await expect(marisol.getByRole("button", { name: `${label} of Rig the boom` })).toHaveCount(0);
    await greta.getByRole("button", { name: `Restore ${label}` }).click();
    await expect(marisol.getByRole("button", { name: `${label} of Rig the boom: Huge` })).toBeVisible();
  });

  await test.step("a phone shows the values below the titles", async () => {
    const small = await signIn("marisol.vega", phone);
    await small.goto(new URL(marisol.url()).pathname + new URL(marisol.url()).search);
    await expect(small.getByRole("listitem").filter({ hasText: "Rig the boom" })).toContainText("Huge");
    await expectAccessible(small, "the list on a phone");
  });
});
