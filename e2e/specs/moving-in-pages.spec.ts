import { zipOf } from "../../server/test/zip-file.ts";
import { expect, test } from "../fixtures/test.ts";

test("an administrator imports pages of Notion for everybody, reads one with its attachment, and undoes it", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  const name = `Crane ${Date.now()}`;
  const id = Date.now().toString(16).padStart(32, "0");
  const inner = await zipOf({
    [`${name} ${id}.html`]: `<html><body><article><header><h1 class="page-title">${name}</h1></header><div class="page-body">
      <p>Forty metres, see <a href="${encodeURIComponent(`${name} ${id}`)}/list.txt">the list</a>.</p></div></article></body></html>`,
    [`${name} ${id}/list.txt`]: "one, two",
  });
  const bytes = await zipOf({ "Export-Part-1.zip": inner });
  await page.goto("/admin/moving-in");
  await page.getByRole("combobox", { name: "Product" }).click();
  await page.getByRole("option", { name: "Notion" }).click();
  await page
    .getByLabel("Export", { exact: true })
    .setInputFiles({ name: `${name}.zip`, mimeType: "application/zip", buffer: bytes });
  const spaces = page.getByRole("list", { name: "Spaces" });
  await expect(spaces).toContainText("1 page");
  await spaces.getByRole("combobox", { name: "What becomes of Notion" }).click();
  await page.getByRole("option", { name: "Everybody reads them" }).click();
  await expect(spaces.getByRole("combobox", { name: "What becomes of Notion" })).toContainText("Everybody");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByRole("region", { name: "The dry run would make" })).toContainText("Pages1");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("Pages1");
  await expect(page.getByRole("button", { name: "Undo the import" })).toBeVisible();

  await page.goto("/knowledge-base/articles");
  await page
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByText("Forty metres, see the list.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Attachments" })).toContainText("list.txt");

  await page.goto("/admin/moving-in");
  await page.getByRole("button", { name: `Open ${name}.zip` }).click();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
});
