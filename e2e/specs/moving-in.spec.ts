import { slackMessage, slackUser, writeSlackExport } from "../../server/test/slack-export.ts";
import { expect, test } from "../fixtures/test.ts";

test("an administrator uploads an export of Slack, tries and runs the import, finds the messages, and undoes it", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  const name = `slack-${Date.now()}`;
  const me = slackUser("U1", "Marisol", "marisol.vega@pelicanworks.example");
  const bytes = await writeSlackExport({
    users: [me, slackUser("U2", "Olga Before"), slackUser("U3", "Dev Raghunathan")],
    channels: [{ id: `C${Date.now()}`, name, members: ["U1", "U2"] }],
    days: {
      [`${name}/2024-05-01`]: [
        slackMessage(1, "U1", "Hello from Slack"),
        slackMessage(2, "U2", "And good bye"),
      ],
    },
  });
  await page.goto("/admin/moving-in");
  await page
    .getByLabel("Slack export")
    .setInputFiles({ name: `${name}.zip`, mimeType: "application/zip", buffer: bytes });
  await expect(page.getByRole("list", { name: "Channels and chats" })).toContainText(name);
  await expect(page.getByRole("list", { name: "People", exact: true })).toContainText(
    "Becomes a former colleague",
  );
  // The same name is not enough to hand over what somebody wrote.
  const people = page.getByRole("list", { name: "People", exact: true });
  await expect(people).toContainText("Dev Raghunathan? Not confirmed");
  await people.getByRole("button", { name: "Confirm that Dev Raghunathan is Dev Raghunathan" }).click();
  await expect(people).toContainText("Dev Raghunathan (chosen)");
  await page.getByRole("button", { name: "Dry run" }).click();
  const dryRun = page.getByRole("region", { name: "The dry run would make" });
  await expect(dryRun).toContainText("Messages2");

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Imported" })).toContainText("Messages2");
  await expect(page.getByRole("button", { name: "Undo the import" })).toBeVisible();
  await page.goto("/chat");
  await page
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByText("And good bye").last()).toBeVisible();

  await page.goto("/admin/moving-in");
  await page.getByRole("button", { name: `Open ${name}.zip` }).click();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
});
