import { callAsAdministrator, createEmployee } from "../fixtures/administrator.ts";
import { auditScreen } from "../fixtures/audit-screen.ts";
import { expect, giveSession, phone, test } from "../fixtures/test.ts";

/** A picture of one colour, as a camera would send it. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAMAAACWlYwtAAAAA1BMVEUfeoyB3ofgAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGklEQVRIie3BgQAAAADDoPlTX+AIVQEAAHQNDDAAAWReGocAAAAASUVORK5CYII=",
  "base64",
);

test("personal settings apply on all devices of a person, and everyone sees their picture", {
  tag: "@everyday",
}, async ({ openBrowser, server }) => {
  const admin = await callAsAdministrator(server.url);
  const pia = await createEmployee(admin, "Pia Sund");
  const [desk, pocket] = [await openBrowser(), await openBrowser(phone)];
  for (const page of [desk, pocket]) await giveSession(page, pia.email, pia.password);

  await test.step("a picture", async () => {
    for (const page of [desk, pocket]) {
      await page.goto("/settings?view=account");
      await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();
    }
    const faces = (page: typeof desk) => page.locator("img[src^='/api/pictures/']");
    await expect(faces(pocket)).toHaveCount(0);
    await desk
      .getByLabel("A picture of you")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
    const dialog = desk.getByRole("dialog", { name: "Your picture" });
    await dialog.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await auditScreen(desk, "cutting out a picture");
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await expect(dialog).toBeHidden();
    await expect(faces(pocket).first()).toBeVisible();
    await expect(faces(desk).first()).toBeVisible();
  });

  await test.step("a time zone and a clock", async () => {
    for (const page of [desk, pocket]) await page.goto("/settings?view=appearance");
    await desk.getByRole("radio", { name: "12 hours" }).click();
    const sample = (page: typeof desk) => page.getByText(/^[A-Z][a-z]+, \d.* · /);
    for (const page of [desk, pocket]) await expect(sample(page)).toContainText(/\d [ap]m · /);
    await desk.getByRole("combobox", { name: "Time zone" }).click();
    await desk.getByRole("option", { name: "Kiritimati, Pacific" }).click();
    await expect(pocket.getByRole("combobox", { name: "Time zone" })).toContainText("Kiritimati, Pacific");
    await auditScreen(pocket, "appearance on a phone");
  });

  await test.step("quiet hours", async () => {
    for (const page of [desk, pocket]) {
      await page.goto("/settings");
      await expect(page.getByRole("heading", { name: "When you are notified" })).toBeVisible();
    }
    await desk.getByRole("switch", { name: "Quiet hours", exact: true }).click();
    await desk.getByLabel("Monday, from").fill("21:15");
    await desk.getByRole("button", { name: "Same on every day" }).click();
    await expect(pocket.getByLabel("Friday, from")).toHaveValue("9:15 pm");
    await expect(pocket.getByRole("combobox", { name: "Time zone of quiet hours" })).toContainText(
      "Kiritimati",
    );
    await expect(
      pocket.getByText("Every day 21:15 to 08:00.").or(pocket.getByText("These are your quiet hours.")),
    ).toBeVisible();
    await auditScreen(desk, "settings of notifications");
    await auditScreen(pocket, "settings of notifications on a phone");
  });
});
