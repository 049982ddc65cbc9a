import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("an idea from its post to its task: voted on a phone, answered once, and promoted", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const sunil = await signIn("sunil.rao");
  const hanne = await signIn("hanne.lindqvist", phone);
  const title = `Umbrellas at berth ${Date.now()}`;

  await test.step("somebody posts it, and others see it at once", async () => {
    await hanne.goto("/ideas?view=newest");
    await expect(hanne.getByRole("list", { name: "Ideas" })).toBeVisible();
    await sunil.goto("/ideas/new");
    await sunil.getByLabel("What would be better?").fill(title);
    await sunil.getByLabel("Why does it matter?").fill("It **rains** there.");
    await sunil.getByRole("button", { name: "Post Idea" }).click();
    await expect(hanne.getByRole("link", { name: title })).toBeVisible();
    await expectAccessible(hanne, "ideas on a phone");
  });

  await test.step("a vote on a phone counts on every screen", async () => {
    await marisol.goto("/ideas?view=newest");
    await expect(marisol.getByRole("link", { name: title })).toBeVisible();
    await hanne.getByRole("button", { name: `Vote for ${title}, 0 votes` }).click();
    await expect(marisol.getByRole("button", { name: `Vote for ${title}, 1 vote` })).toBeVisible();
  });

  await test.step("an answer moves it, and reaches who voted", async () => {
    await marisol.getByRole("link", { name: title }).click();
    await expect(marisol.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await marisol.getByRole("button", { name: "Change", exact: true }).first().click();
    await marisol.getByLabel("Public reply").fill("Ordered, they come in spring.");
    await marisol.getByRole("button", { name: "Post Reply" }).click();
    await expect(marisol.getByRole("region", { name: "Official reply" })).toContainText("Ordered");
    await hanne.goto("/inbox");
    await expect(hanne.getByText(`Marisol Vega answered “${title}”: New`).first()).toBeVisible();
    await hanne.goBack();
    await expectAccessible(marisol, "an idea");
  });

  await test.step("it becomes a task, whose progress it shows", async () => {
    await marisol.getByRole("button", { name: "Create Task" }).click();
    await marisol.getByRole("dialog").getByRole("button", { name: "Create Task" }).click();
    await expect(marisol.getByRole("link", { name: title })).toBeVisible();
  });
});
