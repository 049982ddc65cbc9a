import { auditScreen } from "../fixtures/audit-screen.ts";
import { createPrivateChannel } from "../fixtures/private-channel.ts";
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
