import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test.use({ toastSeconds: "60" });

const saveAs = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
};
const choose = async (page: Page, from: string, entry: string) => {
  await page.getByRole("button", { name: from, exact: true }).click();
  await page.getByRole(/…$|^Delete/.test(entry) ? "menuitem" : "menuitemradio", { name: entry }).click();
};

test("views of a section, ideas, questions and articles open in another window, and follow changes there", async ({
  signIn,
}) => {
  const aiko = await signIn("aiko.tanabe");
  const other = await signIn("aiko.tanabe", phone);
  const tag = Date.now();

  await test.step("a section of a department", async () => {
    const name = `Severe ${tag}`;
    await aiko.goto("/frontend/bugs");
    await aiko.getByRole("radio", { name: "Table" }).click();
    await aiko.getByRole("combobox", { name: "Severity" }).click();
    await aiko.getByRole("option", { name: "S1" }).click();
    await saveAs(aiko, name);
    await expectAccessible(aiko, "a section with a saved view");
    await other.goto("/frontend/bugs");
    await choose(other, "Views", name);
    await expect(other.getByRole("radio", { name: "Table" })).toBeChecked();
    await expect(other.getByRole("combobox", { name: "Severity" })).toHaveText(/S1/);
    await aiko.getByRole("radio", { name: "Mine" }).click();
    await aiko.getByRole("button", { name: "Update view" }).click();
    await expect(other.getByRole("button", { name: `${name} (edited)`, exact: true })).toBeVisible();
    await choose(aiko, name, "Rename…");
    await aiko.getByRole("textbox", { name: "Name" }).fill(`Mine, severe ${tag}`);
    await aiko.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await expect(
      other.getByRole("button", { name: `Mine, severe ${tag} (edited)`, exact: true }),
    ).toBeVisible();
  });

  await test.step("ideas, where a view also says board or list", async () => {
    const name = `Depots ${tag}`;
    await aiko.goto("/ideas/board?title=depot");
    await saveAs(aiko, name);
    await other.goto("/ideas");
    await choose(other, "Views", name);
    await expect(other).toHaveURL(/\/ideas\/board\?.*title=depot/);
    await choose(aiko, name, "Delete view");
    // Undo is offered for ten seconds only.
    await aiko.getByRole("button", { name: "Undo" }).first().click();
    await expect(aiko).toHaveURL(/\/ideas$/);
    await choose(aiko, "Views", name);
    await expect(aiko).toHaveURL(/\/ideas\/board\?.*title=depot/);
    await choose(aiko, name, "Delete view");
    await expect(other.getByRole("button", { name: "Views", exact: true })).toBeVisible();
  });

  await test.step("questions and the knowledge base", async () => {
    await aiko.goto("/community-faqs?tab=votes&text=portal");
    await saveAs(aiko, `Portal ${tag}`);
    await other.goto("/community-faqs");
    await choose(other, "Views", `Portal ${tag}`);
    await expect(other.getByRole("button", { name: "Most votes" })).toHaveAttribute("aria-current", "page");
    await aiko.goto("/knowledge-base/faq?text=vpn");
    await saveAs(aiko, `VPN ${tag}`);
    await other.goto("/knowledge-base/faq");
    await choose(other, "Views", `VPN ${tag}`);
    await expect(other.getByRole("searchbox", { name: "Filter answers" })).toHaveValue("vpn");
    await aiko.keyboard.press("ControlOrMeta+k");
    const palette = aiko.getByRole("dialog", { name: "Go anywhere" });
    await expect(palette.getByRole("combobox")).toBeFocused();
    await aiko.keyboard.type(`Portal ${tag}`);
    await expect(palette.getByRole("option", { name: `Portal ${tag}`, selected: true })).toBeVisible();
    await aiko.keyboard.press("Enter");
    await expect(aiko).toHaveURL(/\/community-faqs\?.*text=portal/);
    await expectAccessible(other, "answers with a saved view on a phone");
  });
});
