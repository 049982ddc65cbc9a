import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

const page = "/knowledge-base/onboarding";

test("a newcomer continues the path on a phone, and the manager sees it at once", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const hanne = await signIn("hanne.lindqvist");
  const bea = await signIn("bea.santoro", phone);

  await test.step("the newcomer sees their progress, and ticks an item", async () => {
    await bea.goto(page);
    await expect(bea.getByRole("heading", { name: "Week 2, Bea" })).toBeVisible();
    await expect(bea.getByText(/^12 of 29 done/)).toBeVisible();
    await expectAccessible(bea, "a path on a phone");
    await hanne.goto(page);
    const row = hanne.getByRole("listitem").filter({ hasText: "Bea Santoro" }).first();
    await expect(row).toContainText("41%");
    await bea.getByRole("checkbox", { name: "Draft one post for the case study" }).click();
    await expect(bea.getByText(/^13 of 29 done/)).toBeVisible();
    await expect(row).toContainText("45%");
  });

  await test.step("a page is ticked when it is read", async () => {
    const reading = bea.getByRole("listitem").filter({ hasText: "Logo and colours" });
    await reading.getByRole("link", { name: "Read" }).click();
    await expect(bea.getByRole("heading", { name: "Logo and colours", level: 1 })).toBeVisible();
    await bea.goto(page);
    await expect(bea.getByText(/^14 of 29 done/)).toBeVisible();
  });

  await test.step("the newcomer books a meeting with a person to meet", async () => {
    await bea.getByRole("button", { name: "Book a meeting with Kofi Mensah" }).click();
    const dialog = bea.getByRole("dialog", { name: "Meet Kofi Mensah" });
    await dialog.getByRole("button", { name: "Book Meeting" }).click();
    await expect(bea.getByRole("button", { name: "Book a meeting with Kofi Mensah" })).toBeHidden();
  });

  await test.step("the manager opens the path, and moves the first day", async () => {
    await hanne.getByRole("button", { name: "Edit the path of Bea Santoro" }).click();
    const dialog = hanne.getByRole("dialog");
    const field = dialog.getByLabel("First day");
    const day = new Date(Date.parse(await field.inputValue()) + 86_400_000).toISOString().slice(0, 10);
    await field.fill(day);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(bea.getByText(/Day 8 of/)).toBeVisible();
    await expectAccessible(hanne, "the people on a path");
  });
});

test("a manager of onboarding writes a path, publishes it and starts it for a person", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const name = `Harbour guide ${Date.now()}`;
  await marisol.goto(page);
  await marisol.getByRole("button", { name: "New Path" }).click();
  await marisol.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await marisol.getByRole("button", { name: "Create Path" }).click();
  await marisol.getByRole("button", { name: "Add item" }).click();
  const dialog = marisol.getByRole("dialog", { name: "New item" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Walk the pier");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expectAccessible(marisol, "the editor of a path");
  await marisol.getByRole("button", { name: "Save", exact: true }).click();
  await marisol.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(marisol.getByRole("button", { name: "Archive" })).toBeVisible();
  await marisol.goto(page);
  await marisol.getByRole("button", { name: "Start a Path" }).click();
  const start = marisol.getByRole("dialog", { name: "Start a path" });
  await start.getByRole("combobox", { name: "Path" }).click();
  await marisol.getByRole("option", { name }).click();
  await start.getByRole("combobox", { name: "Search people" }).first().fill("Henrik");
  await start.getByRole("option", { name: /Henrik Aas/ }).click();
  await start.getByRole("button", { name: "Start Path" }).click();
  await expect(marisol.getByRole("listitem").filter({ hasText: "Henrik Aas" }).first()).toBeVisible();
});
