import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { aPicture } from "../fixtures/files.ts";
import { appKept, keptTexts, seenKept } from "../fixtures/kept-app.ts";
import { expect, giveSession, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/,
});

test("a page that was read opens offline with its images, and is deleted at sign-out", async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await giveSession(page, "dev.raghunathan@pelicanworks.example", demoPassword);
  const title = `Quay plans ${Date.now()}`;
  await page.goto("/knowledge-base/articles?new=1");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text" }).click();
  await page
    .getByLabel("Images to insert")
    .setInputFiles([aPicture("north.png", 320, 200), aPicture("south.png", 900, 900, true)]);
  await expect(page.getByRole("textbox", { name: "Text" }).getByRole("img")).toHaveCount(2);
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  for (const name of ["north", "south"]) await expectDrawn(page, name);
  // The large one is kept as a smaller copy.
  await seenKept(page, title, "data:image/png", "data:image/webp");
  await appKept(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText(/^As of/).first()).toBeVisible();
  for (const name of ["north", "south"]) await expectDrawn(page, name);

  await page.context().setOffline(false);
  await expect(page.getByText("Showing the last stored version.")).toBeHidden();
  for (const name of ["north", "south"]) await expectDrawn(page, name);
  await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => keptTexts(page)).toEqual([]);
});

test("deletes the offline copy of a page after reconnecting if its reader lost access", async ({
  openBrowser,
  server,
}) => {
  const admin = await callAsAdministrator(server.url);
  const id = crypto.randomUUID();
  const title = `Gate codes ${Date.now()}`;
  const params = { articleId: id };
  await admin.call(knowledgeRoutes.createArticle, {
    body: { id, kind: "article", title, body: "Seven, four." },
  });
  const { draft } = await admin.call(knowledgeRoutes.getArticleDraft, { params });
  await admin.call(knowledgeRoutes.publishArticleDraft, { params, body: { version: draft?.version ?? 0 } });

  const page = await openBrowser();
  await giveSession(page, "aiko.tanabe@pelicanworks.example", demoPassword);
  await page.goto(`/knowledge-base/articles/${id}`);
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await seenKept(page, "Seven, four.");
  // Nothing of the knowledge base is open when it happens.
  await page.goto("/settings");
  await admin.call(knowledgeRoutes.archiveArticle, { params });
  await page.goto("/knowledge-base/articles");
  await expect
    .poll(async () => (await keptTexts(page)).filter((text) => text.includes("Seven, four.")))
    .toEqual([]);
});

async function expectDrawn(page: Page, name: string): Promise<void> {
  const image = page.getByRole("main").getByRole("img", { name, exact: true });
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    .toBe(true);
}
