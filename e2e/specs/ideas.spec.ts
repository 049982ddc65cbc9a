import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

test("a press on Post Idea posts it, also when similar ideas appear before its release", async ({
  signIn,
}) => {
  const sunil = await signIn("sunil.rao");
  const title = `Photos of every berth ${Date.now()}`;
  const asked = Promise.withResolvers<void>();
  const pressed = Promise.withResolvers<void>();
  await sunil.route("**/api/search/similar**", async (route) => {
    asked.resolve();
    await pressed.promise;
    await route.continue();
  });
  await sunil.goto("/ideas/new");
  const dialog = sunil.getByRole("dialog");
  await dialog.getByLabel("What would be better?").fill(title);
  await asked.promise;
  const post = dialog.getByRole("button", { name: "Post Idea" });
  await post.hover();
  await sunil.mouse.down();
  const before = await post.boundingBox();
  pressed.resolve();
  await expect(dialog.getByText("This may already be here")).toBeAttached();
  expect(await post.boundingBox()).toEqual(before);
  await sunil.mouse.up();
  await expect(dialog).toBeHidden();
});

test("an idea from its post to its task: voted on a phone, answered once, and promoted", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const sunil = await signIn("sunil.rao");
  const hanne = await signIn("hanne.lindqvist", phone);
  const title = `Umbrellas at berth ${Date.now()}`;

  await test.step("a person posts it, and others see it at once", async () => {
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

  await test.step("an answer moves it, and notifies voters", async () => {
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

test("answers, tags and hides several ideas at once, each with one Undo, also on a phone", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const hanne = await signIn("hanne.lindqvist", phone);
  const stamp = `${Date.now()}`;
  const titles = [`Hammock ${stamp}`, `Kettle ${stamp}`];
  for (const title of titles) {
    await hanne.goto("/ideas/new");
    await hanne.getByLabel("What would be better?").fill(title);
    await hanne.getByRole("button", { name: "Post Idea" }).click();
    await expect(hanne.getByRole("heading", { name: "New Idea" })).toHaveCount(0);
  }
  await hanne.goto(`/ideas?view=newest&title=${stamp}`);
  await hanne.getByRole("link", { name: titles[0] ?? "" }).click();
  const list = marisol.getByRole("list", { name: "Ideas" });
  const bar = marisol.getByRole("toolbar", { name: "Selected ideas" });

  await test.step("a status and a reply for both, which the author sees and the undo withdraws", async () => {
    await marisol.goto(`/ideas?view=newest&title=${stamp}`);
    await marisol.getByRole("button", { name: "Select", exact: true }).click();
    for (const title of titles) await marisol.getByRole("checkbox", { name: `Select ${title}` }).check();
    await bar.getByRole("button", { name: "Status" }).click();
    await marisol.getByRole("menuitem", { name: "Planned" }).click();
    await marisol.getByLabel("Public reply").fill("Both come with the new kitchen.");
    await expectAccessible(marisol, "a reply to several ideas");
    await marisol.getByRole("button", { name: "Move to Planned" }).click();
    const undo = await keepUndo(marisol);
    await expect(list.getByText("Planned")).toHaveCount(2);
    const reply = hanne.getByRole("region", { name: "Official reply" });
    await expect(reply).toContainText("Both come");
    await undo.click();
    await expect(reply).toHaveCount(0);
    await expect(list.getByText("New", { exact: true })).toHaveCount(2);
  });

  await test.step("adds a tag by keyboard only", async () => {
    await bar.getByRole("button", { name: "Tags" }).focus();
    await marisol.keyboard.press("Enter");
    await marisol.getByRole("textbox", { name: "New tag" }).fill("kitchen");
    await marisol.keyboard.press("Enter");
    await expect(marisol.getByText("Tagged kitchen")).toBeVisible();
    await expect(hanne.getByText("kitchen", { exact: true })).toBeVisible();
    await marisol.keyboard.press("Control+z");
    await expect(hanne.getByText("kitchen", { exact: true })).toHaveCount(0);
  });

  await test.step("hidden with a reason, and shown again", async () => {
    await bar.getByRole("button", { name: "Hide" }).click();
    await marisol.getByRole("textbox", { name: "Reason" }).fill("Names a supplier");
    await marisol.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
    const undo = await keepUndo(marisol);
    await expect(hanne.getByText("This idea is hidden")).toBeVisible();
    await undo.click();
    await expect(hanne.getByText("This idea is hidden")).toHaveCount(0);
    await marisol.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
  });
});
