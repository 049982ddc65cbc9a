import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

test("archives and restores several pages together, and saves the list as CSV", async ({ signIn }) => {
  const greta = await signIn("greta.holm");
  await greta.goto("/knowledge-base/articles");
  const tree = greta.getByRole("list", { name: "Articles" });
  const links = tree.getByRole("link");
  const [first, second] = [links.nth(1), links.nth(2)];
  // Titles need not be unique: another journey imports the same pages again.
  const address = await first.getAttribute("href");
  const sameFirst = tree.locator(`a[href="${address}"]`);

  await test.step("selected by a key and by the mouse in the tree", async () => {
    await first.press("x");
    await second.hover();
    await tree.getByRole("listitem").nth(2).getByRole("checkbox").check();
    await expect(greta.getByRole("toolbar", { name: "Selected pages" })).toContainText("2 selected");
    await expectAccessible(greta, "a selection in the tree");
  });

  await test.step("archived together, and undone from the toast", async () => {
    await greta.getByRole("button", { name: "Archive", exact: true }).click();
    const undo = await keepUndo(greta);
    await expect(greta.getByText("2 pages archived")).toBeVisible();
    await expect(sameFirst).toHaveCount(0);
    await undo.click();
    await expect(greta.getByText("Change undone")).toBeVisible();
    await expect(sameFirst).toBeVisible();
  });

  await test.step("the pages that the viewer owns, as CSV", async () => {
    await greta.goto("/knowledge-base/articles?show=mine");
    const saved = greta.waitForEvent("download");
    await greta.getByRole("button", { name: "Export CSV" }).click();
    const csv = await readFile(await (await saved).path(), "utf8");
    expect(csv).toContain("title,section,category,state");
  });
});

test.describe("with pages of others", () => {
  // The browser logs each refusal.
  test.use({ allowConsole: /403/ });
  test("on a phone, refuses to hand over pages of others, and names them", async ({ signIn }) => {
    const dev = await signIn("dev.raghunathan", phone);
    await dev.goto("/knowledge-base/sop");
    const boxes = dev.getByRole("checkbox", { name: /^Select / });
    await expect(boxes.first()).toBeVisible();
    for (const box of await boxes.all()) await box.check();
    await dev.getByRole("button", { name: "Owner", exact: true }).click();
    const dialog = dev.getByRole("dialog", { name: /^Change the owner of \d+ pages$/ });
    await dialog.getByRole("combobox", { name: "Search people" }).fill("Kofi");
    await dialog.getByRole("option", { name: /Kofi Mensah/ }).click();
    await dialog.getByRole("button", { name: "Change owner" }).click();
    const refused = dev.getByRole("dialog", { name: "Pages that were not changed" });
    await expect(refused.getByRole("listitem").first()).toBeVisible();
    await expectAccessible(dev, "pages that were not changed");
  });
});
