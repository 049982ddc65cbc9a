import { chatRoutes } from "@atoll/contract/chat/routes";
import { said, say } from "../fixtures/chat.ts";
import { appKept, keptTexts, seenKept } from "../fixtures/kept-app.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  allowConsole: /Failed to load resource|WebSocket connection to|net::ERR/,
});

const people = { owner: "dev.raghunathan", member: "ines.caballero" };

test("works without browser storage, and asks before unsent text is lost", async ({ signIn, server }) => {
  const channel = await createPrivateChannel(server.url, people, `full storage ${Date.now()}`);
  const page = await signIn("ines.caballero");
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "My Tasks" })).toBeVisible();
  await page.goto(`/chat/channel/${channel.id}`);
  await say(page, "This one goes at once.");
  await expect(said(page, "This one goes at once.")).toBeVisible();
  const texts = async () =>
    (
      await channel.owner.call(chatRoutes.listMessages, { params: { channelId: channel.id }, query: {} })
    ).messages.map(({ content }) => content);
  await expect.poll(texts).toEqual(["This one goes at once."]);

  await page.context().setOffline(true);
  await say(page, "This one waits.");
  await expect(said(page, "This one waits.").getByText("Waiting for the connection")).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await page.context().setOffline(false);
  await expect.poll(texts).toEqual(["This one goes at once.", "This one waits."]);
  await expect(page.getByText("Waiting for the connection")).toHaveCount(0);
});

test("deletes offline copies after fourteen days without contact, and not a day before", async ({
  signIn,
}) => {
  const page = await signIn("ines.caballero");
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await appKept(page);
  await seenKept(page, '"pageParams"');
  const dayMs = 86_400_000;
  const seenAt = Date.now();
  await page.context().setOffline(true);
  const openAfter = async (days: number) => {
    await page.clock.setSystemTime(seenAt + days * dayMs);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  };
  await openAfter(13.5);
  await expect(page.getByText(/^As of/).last()).toBeVisible();
  await openAfter(14.5);
  await expect.poll(() => keptTexts(page)).toEqual([]);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
});
