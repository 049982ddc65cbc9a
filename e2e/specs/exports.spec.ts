import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { callAs, createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an owner exports a channel on a phone by keyboard, closes the window, and downloads the archive", async ({
  signIn,
  server: { url },
}) => {
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(url, people, "harbour-archive");
  const dev = await signIn("dev.raghunathan", phone);
  await dev.goto(`/chat/channel/${channel.id}`);
  await dev.getByRole("button", { name: "Details" }).click();
  const details = dev.getByRole("dialog", { name: channel.name });
  await details.getByRole("button", { name: "Export" }).press("Enter");
  const dialog = dev.getByRole("dialog", { name: `Export ${channel.name}` });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await dialog.getByRole("button", { name: "Start export" }).press("Enter");
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await details.getByRole("button", { name: "Export" }).press("Enter");
  await expect(dialog.getByText(/^2 entries, 0 files\. The archive is deleted after/)).toBeVisible();
  await auditScreen(dev, "the dialog of an export");
  const saving = dev.waitForEvent("download");
  await dialog.getByRole("link", { name: /^Download/ }).press("Enter");
  expect((await saving).suggestedFilename()).toBe("Export of harbour-archive.zip");
  await dev.goto("/settings?view=data");
  await expect(dev.getByRole("list", { name: "Exports of what you manage" })).toContainText(channel.name);
});

test("a manager exports a page with the page below it, and reads it from the archive", async ({
  signIn,
  server: { url },
}) => {
  const greta = await callAs(url, "greta.holm");
  const write = async (title: string, parentId: string | null = null) => {
    const id = randomUUID();
    const body = { id, kind: "article" as const, title, body: `Words of ${title}`, parentId };
    await greta.client.call(knowledgeRoutes.createArticle, { body });
    const params = { articleId: id };
    await greta.client.call(knowledgeRoutes.publishArticleDraft, { params, body: { version: 1 } });
    return id;
  };
  const top = await write("Harbour handbook");
  await write("Tides", top);
  const manager = await signIn("greta.holm");
  await manager.goto(`/knowledge-base/articles/${top}`);
  await manager.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await manager.getByRole("menuitem", { name: "Export with pages below" }).click();
  const dialog = manager.getByRole("dialog", { name: "Export Harbour handbook" });
  await dialog.getByRole("button", { name: "Start export" }).click();
  await expect(dialog.getByText(/^2 entries, 0 files\./)).toBeVisible();
  const saving = manager.waitForEvent("download");
  await dialog.getByRole("link", { name: /^Download/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("Export of Harbour handbook.zip");
  // The names of the files in an archive are not compressed.
  const archive = await readFile(await saved.path());
  expect(archive.includes("pages/Harbour handbook/Tides.html")).toBe(true);
});
