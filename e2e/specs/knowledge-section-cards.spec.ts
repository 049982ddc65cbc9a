import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("puts the cards of a section into a page, where readers see them only if they may read the section", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const { keyboard } = dev;
  const title = `How to go back ${Date.now()}`;
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await keyboard.press("Enter");
  const text = dev.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  const picker = dev.getByRole("dialog", { name: "Cards of a section" });
  const block = text.locator(".doc-section");

  await test.step("its writer chooses a section and a view by keyboard", async () => {
    await text.click();
    await keyboard.type("Ready for use:");
    await keyboard.press("Enter");
    await keyboard.type("/cards");
    await expect(dev.getByRole("option").first()).toContainText("Cards of a section");
    await keyboard.press("Enter");
    await picker.getByRole("combobox", { name: "Section" }).click();
    await dev.getByRole("option", { name: "DevOps, Rollback" }).click();
    await picker.getByRole("radio", { name: "List" }).check();
    await expectAccessible(dev, "the form for the cards of a section");
    await picker.getByRole("button", { name: "Insert" }).click();
    await expect(block).toContainText("DevOps, Rollback");
    await keyboard.type("Ask Kofi for others.");
    await expect(text.getByText("Ask Kofi for others.")).toBeVisible();
  });

  await test.step("and changes the view", async () => {
    await block.getByRole("button", { name: "Change" }).click();
    await picker.getByRole("radio", { name: "Table" }).check();
    await picker.getByRole("button", { name: "Change" }).click();
    await expect(picker).toBeHidden();
    await expect(block).toHaveCount(1);
  });

  await expect(dev.getByText(/^Saved/)).toBeVisible();
  await dev.getByRole("button", { name: "Publish", exact: true }).click();
  await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  const address = new URL(dev.url()).pathname;
  const card = "Node pool swap";
  await expect(dev.getByRole("link", { name: card })).toBeVisible();

  await test.step("a reader on a phone opens a card", async () => {
    const sam = await signIn("sam.okafor", phone);
    await sam.goto(address);
    await sam.getByRole("region", { name: "Rollback" }).scrollIntoViewIfNeeded();
    await expect(sam.getByRole("link", { name: card })).toBeAttached();
    await expectAccessible(sam, "the cards of a section on a phone");
    await sam.getByRole("link", { name: card }).click();
    await expect(sam).toHaveURL(/\/devops\/rollback\/./);
  });

  await test.step("a person of another department sees a line without the name", async () => {
    const tomasz = await signIn("tomasz.wilk");
    await tomasz.goto(address);
    await expect(tomasz.getByText("These cards do not exist, or you cannot see them.")).toBeVisible();
    await expect(tomasz.getByText("Ask Kofi for others.")).toBeVisible();
    await expect(tomasz.getByText(card)).toBeHidden();
    await expect(tomasz.getByRole("region", { name: "Rollback" })).toBeHidden();
  });
});
