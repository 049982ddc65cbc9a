import { chatRoutes } from "@atoll/contract/chat/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { callAsAdministrator } from "../fixtures/administrator.ts";
import { said, say } from "../fixtures/chat.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// Chromium reports each refusal during the maintenance as a failed load.
test.use({ allowConsole: /Failed to load resource/ });

test("people read during maintenance, and what they wrote is sent by itself when it is over", async ({
  signIn,
  server: { url },
}) => {
  const admin = await callAsAdministrator(url);
  const people = { owner: "dev.raghunathan", member: "sam.okafor" };
  const channel = await createPrivateChannel(url, people, `maintenance ${crypto.randomUUID().slice(0, 6)}`);
  const sam = await signIn("sam.okafor", phone);
  await sam.goto(`/chat/channel/${channel.id}`);
  const dev = await signIn("dev.raghunathan");
  await dev.goto("/chat");
  await dev.getByRole("button", { name: "New group" }).click();
  const form = dev.getByRole("dialog", { name: "New group" });
  const name = `winch-${crypto.randomUUID().slice(0, 6)}`;
  await form.getByLabel("Name").fill(name);

  const greta = await signIn("greta.holm");
  await greta.goto("/admin/health");
  try {
    const card = greta.getByRole("region", { name: "Maintenance" });
    await card.getByRole("button", { name: "Announce" }).click();
    const dialog = greta.getByRole("dialog", { name: "Announce maintenance" });
    await dialog.getByRole("textbox", { name: "What happens" }).fill("The server gets new disks.");
    await dialog.getByRole("checkbox", { name: /Only super administrators/ }).check();
    await dialog.getByRole("button", { name: "Announce" }).click();
    for (const page of [sam, dev, greta])
      await expect(page.getByText("The server gets new disks.").first()).toBeVisible();

    await say(sam, "Kept for later.");
    await expect(said(sam, "Kept for later.").getByText("Not sent yet, trying again")).toBeVisible();
    await form.getByRole("button", { name: "Create channel" }).click();
    await expect(form.getByText(/Atoll is read-only during maintenance/)).toBeVisible();
    await expect(form.getByLabel("Name")).toHaveValue(name);
    await sam.reload();
    await expect(sam.getByText(/^Maintenance is running/)).toBeVisible();

    await card.getByRole("button", { name: "End now" }).click();
    await greta.getByRole("button", { name: "End maintenance" }).click();
    await expect(sam.getByText(/^Maintenance is running/)).toBeHidden();
    const texts = async () =>
      (
        await channel.owner.call(chatRoutes.listMessages, { params: { channelId: channel.id }, query: {} })
      ).messages.map(({ content }) => content);
    await expect.poll(texts).toEqual(["Kept for later."]);
    await form.getByRole("button", { name: "Create channel" }).click();
    await expect(dev.getByRole("heading", { level: 1, name })).toBeVisible();
  } finally {
    await admin.call(operationRoutes.endMaintenance, {});
  }
});
