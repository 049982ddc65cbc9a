import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

test("a deal is added, moved by keyboard, seen on a phone, lost with a reason, and restored by Undo", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const ruth = await signIn("ruth.adeyemi");
  const ines = await signIn("ines.caballero", phone);
  const title = `Skiff Rentals ${Date.now()}`;
  const column = (name: string) => ruth.getByRole("region", { name, exact: true });

  await test.step("a new deal is in its first stage, and counts", async () => {
    await ruth.goto("/business-development/pipeline");
    await expect(ruth.getByText("Open value")).toBeVisible();
    await expectAccessible(ruth, "the pipeline");
    await ruth.getByRole("button", { name: "New Deal" }).click();
    await ruth.getByRole("textbox", { name: "Name" }).fill(title);
    await ruth.getByRole("textbox", { name: "Value" }).fill("much");
    await ruth.getByRole("button", { name: "Add deal" }).click();
    await expect(ruth.getByText("Enter an amount such as 42,000 EUR")).toBeVisible();
    await ruth.getByRole("textbox", { name: "Value" }).fill("42,000 EUR");
    await ruth.getByRole("textbox", { name: "Next step", exact: true }).fill("Call on Monday");
    await ruth.getByRole("button", { name: "Add deal" }).click();
    await expect(column("Lead").getByRole("link", { name: title })).toBeVisible();
  });

  await test.step("a colleague opens it by its address on a phone", async () => {
    await ruth.getByRole("link", { name: title }).click();
    await expect(ruth).toHaveURL(/\/business-development\/pipeline\/[0-9a-f-]{36}$/);
    await ines.goto(new URL(ruth.url()).pathname);
    await expect(ines.getByRole("textbox", { name: "Name" })).toHaveValue(title);
    await expectAccessible(ines, "a deal on a phone");
    await ruth.keyboard.press("Escape");
  });

  await test.step("moves it by keys, and undo moves it back", async () => {
    await ruth.getByRole("link", { name: title }).focus();
    await ruth.keyboard.press("Space");
    await ruth.keyboard.press("ArrowRight");
    await ruth.keyboard.press("Space");
    const undo = await keepUndo(ruth);
    await expect(column("Qualified").getByRole("link", { name: title })).toBeVisible();
    await undo.click();
    await expect(column("Lead").getByRole("link", { name: title })).toBeVisible();
  });

  await test.step("it is lost for a reason only", async () => {
    await ruth.getByRole("link", { name: title }).click();
    await ruth.getByRole("combobox", { name: "Stage" }).click();
    await ruth.getByRole("option", { name: "Lost" }).click();
    await ruth.getByRole("button", { name: "Save deal" }).click();
    await expect(ruth.getByText("Give a reason")).toBeVisible();
    await ruth.getByRole("textbox", { name: "Reason" }).fill("Went with a rival");
    await ruth.getByRole("button", { name: "Save deal" }).click();
    await expect(column("Lost").getByRole("link", { name: title })).toBeVisible();
    await expect(column("Lost").getByText("Lost: Went with a rival")).toBeVisible();
  });

  await test.step("the table takes filter and order into the address", async () => {
    await ruth
      .getByRole("radio", { name: "Table" })
      .or(ruth.getByRole("button", { name: "Table" }))
      .first()
      .click();
    await ruth
      .getByRole("searchbox", { name: "Filter deals" })
      .or(ruth.getByRole("textbox", { name: "Filter deals" }))
      .first()
      .fill("skiff");
    await expect(ruth).toHaveURL(/view=table&q=skiff/);
    await expect(ruth.getByRole("table").getByRole("link", { name: title })).toBeVisible();
    await ruth.reload();
    await expect(ruth.getByRole("table").getByRole("link", { name: title })).toBeVisible();
  });
});
