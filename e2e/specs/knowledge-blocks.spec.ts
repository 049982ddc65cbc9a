import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("folds a toggle with highlighted words and formulas, which a reader opens on a phone", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const { keyboard } = dev;
  const title = `Bilge pump ${Date.now()}`;
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await keyboard.press("Enter");
  const text = dev.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveAttribute("contenteditable", "true");
  await text.click();
  const insert = async (name: string) => {
    await keyboard.type(`/${name.toLowerCase()}`);
    await expect(dev.getByRole("option").first()).toContainText(name);
    await keyboard.press("Enter");
    await expect(dev.getByRole("listbox", { name: "Insert" })).toBeHidden();
  };

  await test.step("a toggle, which its writer folds by keyboard", async () => {
    await insert("Toggle");
    await keyboard.type("How it works");
    await keyboard.press("Enter");
    await keyboard.type("The ==pump== needs $p^2$ bar");
    await expect(text.locator("mark")).toHaveText("pump");
    const below = text.getByText("needs");
    await keyboard.press("ArrowUp");
    // The browser moves the cursor, and the editor hears of it a moment later.
    await expect.poll(() => dev.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe("How it works");
    await keyboard.press("ControlOrMeta+Enter");
    await expect(below).toBeHidden();
    await keyboard.press("ControlOrMeta+Enter");
    await expect(below).toBeVisible();
  });

  await test.step("a formula, shown below its source", async () => {
    await keyboard.press("ControlOrMeta+End");
    await keyboard.press("ArrowDown");
    await insert("Formula");
    await keyboard.type("\\frac{a}{b}");
    await expect(text.locator("math mfrac")).toBeVisible();
    await expectAccessible(dev, "a toggle and a formula in the editor");
  });

  await test.step("published, and opened on a phone by the keyboard", async () => {
    await expect(dev.getByText(/^Saved/)).toBeVisible();
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    const sam = await signIn("sam.okafor", phone);
    await sam.goto(new URL(dev.url()).pathname);
    await expect(sam.locator("math mfrac")).toBeVisible();
    await expect(sam.locator("mark")).toBeHidden();
    await sam.locator("summary", { hasText: "How it works" }).press("Enter");
    await expect(sam.locator("mark")).toHaveText("pump");
    await expect(sam.locator("math msup")).toBeVisible();
    await expectAccessible(sam, "an open toggle on a phone");
  });
});
