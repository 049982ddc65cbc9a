import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a workshop of three people, one on a phone: private notes, reveal, votes and totals", async ({
  signIn,
}) => {
  const ruth = await signIn("marisol.vega");
  const dev = await signIn("dev.raghunathan");
  const hanne = await signIn("hanne.lindqvist", phone);
  const title = `Lighthouse ${Date.now()}`;
  let address = "";

  await test.step("a facilitator creates a board and shares it with everyone", async () => {
    await ruth.goto("/brainstorm?new=blank");
    await ruth.getByRole("dialog").getByLabel("Name").fill(title);
    await ruth.getByRole("dialog").getByRole("button", { name: "Create Board" }).click();
    await expect(ruth.getByRole("region", { name: "Canvas" })).toBeVisible();
    address = new URL(ruth.url()).pathname;
    await ruth.getByRole("button", { name: "Invite" }).click();
    await ruth.getByRole("combobox", { name: "Everyone or a department" }).click();
    await ruth.getByRole("option", { name: "Everyone" }).click();
    await ruth.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
    await expect(ruth.getByRole("list", { name: "Shared with" })).toContainText("Everyone");
    await ruth.getByRole("button", { name: "Done" }).click();
  });

  await test.step("notes are private until they are revealed", async () => {
    await ruth.goto(`${address}?view=list`);
    await ruth.getByRole("button", { name: "Start a workshop" }).press("Enter");
    await hanne.goto(address);
    await dev.goto(`${address}?view=list`);
    await hanne.getByLabel("Add a private note").fill("Paint the lamp");
    await hanne.getByLabel("Add a private note").press("Enter");
    await expect(dev.getByText("Hanne Lindqvist: 1 private note")).toBeVisible();
    await expect(dev.getByText("Paint the lamp")).toHaveCount(0);
    await ruth.getByRole("button", { name: "Next: Reveal" }).press("Enter");
    await expect(dev.getByText("Paint the lamp")).toBeVisible();
  });

  await test.step("a note is added by keyboard, and others see it", async () => {
    await dev.getByLabel("Add a note").fill("Count the steps");
    await dev.getByLabel("Add a note").press("Enter");
    await expect(hanne.getByText("Count the steps")).toBeVisible();
  });

  await test.step("totals are hidden until voting is closed", async () => {
    await ruth.getByRole("button", { name: "Next: Group" }).press("Enter");
    await ruth.getByRole("button", { name: "Next: Vote" }).press("Enter");
    await hanne.getByRole("button", { name: "Vote for Count the steps" }).click();
    await expect(hanne.getByText("4 of 5 votes left")).toBeVisible();
    await dev.getByRole("button", { name: "Vote for Count the steps" }).press("Enter");
    await expect(
      dev.getByRole("button", { name: "Vote for Count the steps, 1 vote of yours" }),
    ).toBeVisible();
    await expectAccessible(hanne, "a board on a phone");
    await ruth.getByRole("button", { name: "Next: Decide" }).press("Enter");
    await expect(
      dev.getByRole("button", { name: "Vote for Count the steps, 2 votes, 1 yours" }),
    ).toBeVisible();
  });

  await test.step("the canvas shows the same", async () => {
    await ruth.goto(address);
    await expect(ruth.getByRole("region", { name: "Canvas" })).toContainText("Count the steps");
    await expectAccessible(ruth, "a board");
  });
});
