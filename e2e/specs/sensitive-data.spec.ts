import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("reveals a sensitive value for a reason, records it, notifies the owner, and shows it nowhere else", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const tomasz = await signIn("tomasz.wilk", phone);
  const title = `Depot gate ${Date.now()}`;
  const value = `gate-${Date.now()}`;

  await test.step("an administrator adds a card, and its value is not in the list", async () => {
    await marisol.goto("/sensitive-data");
    await expect(marisol.getByText("You hold admin.")).toBeVisible();
    await marisol.getByRole("button", { name: "New Card" }).click();
    const dialog = marisol.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Department" }).click();
    await marisol.getByRole("option", { name: "Backend" }).click();
    await dialog.getByRole("textbox", { name: "Title" }).fill(title);
    await dialog.getByRole("textbox", { name: "Value" }).fill(value);
    await dialog.getByRole("button", { name: "Add card" }).click();
    const card = marisol.getByRole("region", { name: "Backend" }).getByRole("heading", { name: title });
    await expect(card).toBeVisible();
    await expect(marisol.getByText(value)).toHaveCount(0);
    await expectAccessible(marisol, "sensitive data");
  });

  await test.step("a member of Backend reveals it on a phone, with a reason, and hides it", async () => {
    await tomasz.goto("/sensitive-data");
    await expect(tomasz.getByText("You are a member of Backend.")).toBeVisible();
    await tomasz.getByRole("button", { name: `Reveal ${title}` }).click();
    await tomasz.getByRole("button", { name: "Reveal for 60 s" }).click();
    await expect(tomasz.getByText("Say why you need it")).toBeVisible();
    await tomasz.getByRole("textbox", { name: "Reason" }).fill("A driver is at the gate");
    await tomasz.getByRole("textbox", { name: "Reason" }).press("Enter");
    await expect(tomasz.getByTestId("revealed-value")).toHaveText(value);
    await expectAccessible(tomasz, "sensitive data on a phone");
    await tomasz.getByRole("button", { name: "Hide now" }).click();
    await expect(tomasz.getByText(value)).toHaveCount(0);
  });

  await test.step("the owner sees who looked, on the page and in the inbox", async () => {
    await marisol.getByRole("button", { name: `More about ${title}` }).click();
    await marisol.getByRole("menuitem", { name: "Who has looked" }).click();
    const look = marisol.getByRole("list", { name: "Looks" }).getByRole("listitem");
    await expect(look).toContainText("Tomasz Wilk looked at");
    await expect(look).toContainText("A driver is at the gate");
    await marisol.keyboard.press("Escape");
    await marisol.goto("/inbox");
    await expect(
      marisol.getByText(`Tomasz Wilk looked at your sensitive card “${title}”`).first(),
    ).toBeVisible();
  });
});
