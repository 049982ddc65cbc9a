import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ allowConsole: /Failed to load resource|WebSocket connection to/ });

test("two people edit one draft, and lose nothing when the connection drops", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const dev = await signIn("dev.raghunathan");
  const sam = await signIn("sam.okafor");
  const title = `Mooring notes ${Date.now()}`;
  await dev.goto("/knowledge-base/articles?new=1");
  await dev.getByRole("textbox", { name: "Title" }).fill(title);
  await dev.getByRole("button", { name: "Start writing" }).click();
  const devText = dev.getByRole("textbox", { name: "Text" });
  await devText.click();
  await dev.keyboard.type("Lines first.");
  await expect(dev.getByText(/^Saved/)).toBeVisible();

  const samText = sam.getByRole("textbox", { name: "Text" });
  await test.step("the second writer joins, and each sees the other at once", async () => {
    await dev.getByRole("button", { name: "Share draft" }).click();
    await expect(dev.getByText("Draft shared")).toBeVisible();
    await sam.goto(new URL(dev.url()).pathname + new URL(dev.url()).search);
    await sam.getByRole("button", { name: "Write in this draft" }).click();
    await expect(samText).toContainText("Lines first.");
    await expect(samText).toHaveAttribute("contenteditable", "true");
    await samText.focus();
    await sam.keyboard.press("ControlOrMeta+End");
    await sam.keyboard.press("Enter");
    await sam.keyboard.type("Then the gangway.");
    await expect(devText).toContainText("Then the gangway.");
  });

  await test.step("text typed offline arrives after reconnecting", async () => {
    await sam.context().setOffline(true);
    await sam.keyboard.type(" Mind the gap.");
    await expect(sam.getByText(/Kept on this device/)).toBeVisible();
    await devText.focus();
    await dev.keyboard.press("ControlOrMeta+Home");
    await dev.keyboard.type("Fenders out. ");
    await sam.context().setOffline(false);
    // One by one: the name at the other writer's cursor is part of the text here.
    for (const text of [devText, samText])
      for (const words of ["Fenders out.", "Lines first.", "Then the gangway.", "Mind the gap."])
        await expect(text).toContainText(words);
    await expect(sam.getByText(/^Saved/)).toBeVisible();
  });

  await test.step("tells the other writer that the draft was published, and shows the page", async () => {
    await dev.getByRole("button", { name: "Publish", exact: true }).click();
    await dev.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(dev.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(dev.getByText("Fenders out.")).toBeVisible();
    await expect(sam.getByText("This draft was published.")).toBeVisible();
    await expect(sam).toHaveURL(new URL(dev.url()).pathname);
    await expect(sam.getByText("Mind the gap.")).toBeVisible();
  });
});

test("words typed offline into a draft that was published are offered on the page, and fit into a new draft", async ({
  signIn,
  server,
}) => {
  const page = await signIn("dev.raghunathan");
  const admin = await callAsAdministrator(server.url);
  const title = `Tide tables ${Date.now()}`;
  await page.goto("/knowledge-base/articles?new=1");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("button", { name: "Start writing" }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.type("High at six.");
  await page.getByRole("button", { name: "Share draft" }).click();
  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const articleId = new URL(page.url()).pathname.match(/[0-9a-f-]{36}/)?.[0] ?? "";
  const params = { articleId };

  await test.step("publishes the draft while a closed page has unsent text", async () => {
    await page.context().setOffline(true);
    await page.keyboard.type(" Low at noon.");
    await expect(page.getByText(/Kept on this device/)).toBeVisible();
    await page.goto("about:blank");
    await page.context().setOffline(false);
    const { draft } = await admin.call(knowledgeRoutes.getArticleDraft, { params });
    await admin.call(knowledgeRoutes.publishArticleDraft, { params, body: { version: draft?.version ?? 1 } });
  });

  await page.goto(`/knowledge-base/articles/${articleId}`);
  const offered = page.getByRole("region", { name: `Unplaced text for “${title}”` });
  await expect(offered).toContainText("Low at noon.");
  await offered.getByRole("button", { name: "Start a new draft" }).click();
  await expect(text).toContainText("High at six.");
  await page.getByRole("button", { name: "Insert at the cursor" }).click();
  await expect(text).toContainText("Low at noon.");
  await expect(page.getByText(/^Saved/)).toBeVisible();
});

test("words typed offline into a draft that was discarded are offered at the address of the draft", async ({
  signIn,
  server,
}) => {
  const page = await signIn("dev.raghunathan");
  const admin = await callAsAdministrator(server.url);
  await page.goto("/knowledge-base/articles?new=1");
  await page.getByRole("textbox", { name: "Title" }).fill(`Sounding lead ${Date.now()}`);
  await page.getByRole("button", { name: "Start writing" }).click();
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.type("Four fathoms.");
  await page.getByRole("button", { name: "Share draft" }).click();
  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  const address = page.url();
  const articleId = new URL(address).pathname.match(/[0-9a-f-]{36}/)?.[0] ?? "";
  await page.context().setOffline(true);
  await page.keyboard.type(" Mud at the bottom.");
  await expect(page.getByText(/Kept on this device/)).toBeVisible();
  await admin.call(knowledgeRoutes.discardArticleDraft, { params: { articleId } });
  await page.context().setOffline(false);
  const offered = page.getByRole("region", { name: "Unplaced text" });
  await expect(offered).toContainText("Mud at the bottom.");
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);

  await page.goto(address);
  await expect(page.getByText("There is no draft of this page, or you cannot see it.")).toBeVisible();
  await expect(offered).toContainText("Mud at the bottom.");
  await expect(page.getByRole("link", { name: "To the knowledge base" })).toBeVisible();
});
