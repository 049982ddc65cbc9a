import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("two people handle an incident, and a colleague elsewhere sees only its service and update", async ({
  signIn,
}) => {
  const dev = await signIn("dev.raghunathan");
  const sam = await signIn("sam.okafor", phone);
  const hanne = await signIn("hanne.lindqvist");
  const title = `Gateway drops calls ${Date.now()}`;
  await dev.goto("/devops/monitoring");
  await dev.getByRole("button", { name: "Open Incident" }).click();
  const dialog = dev.getByRole("dialog", { name: "Open an incident" });
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("combobox", { name: "Effect on people" }).click();
  await dev.getByRole("option", { name: "Down" }).click();
  await dialog.getByRole("textbox", { name: "Another service" }).fill("gateway");
  await dialog.getByRole("button", { name: "Open incident" }).click();
  await expect(dev.getByRole("heading", { name: title })).toBeVisible();

  await sam.goto(new URL(dev.url()).pathname);
  const timeline = (page: typeof dev) => page.getByRole("log", { name: "Comments" });
  await sam.getByRole("textbox", { name: "Write a comment" }).fill("A route is missing.");
  await sam.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(timeline(dev).getByText("A route is missing.")).toBeVisible();
  await test.step("an update that is half-written survives a reload, and a step back on a computer", async () => {
    const restored = dev.getByText("This is what you typed before. It has not been sent.");
    const write = () => dev.getByRole("button", { name: "Update for everyone" }).click();
    const update = dev.getByRole("textbox", { name: "Update" });
    await write();
    await expect(update).toBeFocused();
    await dev.keyboard.type("Calls fail");
    await dev.reload();
    await write();
    await expect(restored).toBeVisible();
    await expect(update).toHaveValue("Calls fail");
    await update.fill("Calls fail at the gateway.");
    await dev.goBack();
    await expect(dev.getByText("What you typed in “Update for everyone” is kept in this tab")).toBeVisible();
    await dev.goForward();
    await write();
    await expect(restored).toBeVisible();
    await expect(update).toHaveValue("Calls fail at the gateway.");
  });
  await dev.getByRole("button", { name: "Post update" }).click();
  await expect(timeline(sam).getByText("Calls fail at the gateway.")).toBeVisible();

  await hanne.goto("/service-status");
  const gateway = hanne.getByRole("listitem").filter({ hasText: /^gateway/ });
  await expect(gateway.getByText("Down")).toBeVisible();
  await expect(hanne.getByText("Calls fail at the gateway.")).toBeVisible();
  await expect(hanne.getByText(title)).toHaveCount(0);
  await expectAccessible(hanne, "the status page");

  await sam.getByRole("combobox", { name: "State" }).click();
  await sam.getByRole("option", { name: "Resolved" }).click();
  await expect(timeline(dev).getByText("resolved the incident")).toBeVisible();
  await expect(gateway.getByText("Working")).toBeVisible();
  await dev.getByRole("button", { name: "Write report" }).click();
  const report = dev.getByRole("dialog", { name: "Write report" });
  await report.getByRole("textbox", { name: "Cause" }).fill("The route was deleted by hand.");
  await report.getByRole("button", { name: "Add a follow-up" }).click();
  await report.getByRole("textbox", { name: "Follow-up 1" }).fill("Manage routes as files");
  await report.getByRole("button", { name: "Save report" }).click();
  await sam.getByRole("button", { name: "Create a task" }).click();
  await expect(dev.getByRole("link", { name: "Manage routes as files" })).toBeVisible();
  await expectAccessible(sam, "a resolved incident on a phone");
});
