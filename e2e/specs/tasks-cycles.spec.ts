import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, stored } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

test("a department plans a cycle, finishes one task of three, and moves the others to the next cycle", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm");
  const marisol = await signIn("marisol.vega");
  await marisol.goto("/dashboard");
  const user: { departments?: { id: string; slug: string }[] } = await stored(marisol, "atoll.session.user");
  const departmentId = user.departments?.find(({ slug }) => slug === "marketing")?.id;
  const titles = ["Caulk the seams", "Coil the lines", "Check the flares"];
  const tag = await createTasks(marisol, [], titles, { departmentId });

  await test.step("cycles are switched on from today", async () => {
    await greta.goto(`/tasks/cycles?department=${departmentId}`);
    await expectAccessible(greta, "a department without cycles");
    await greta.getByRole("button", { name: "Switch on cycles" }).click();
    await greta.getByRole("combobox", { name: "Starts on" }).click();
    const today = new Intl.DateTimeFormat("en", { weekday: "long" }).format(new Date());
    await greta.getByRole("option", { name: today }).click();
    await greta.getByRole("button", { name: "Switch on", exact: true }).click();
    await expect(greta.getByRole("region", { name: "Current cycle" })).toBeVisible();
    await greta.getByRole("button", { name: "Set a goal" }).first().click();
    await greta.getByRole("textbox", { name: "Goal" }).fill("Ready for the first storm");
    await greta.getByRole("button", { name: "Save", exact: true }).click();
    await expect(greta.getByText("Ready for the first storm")).toBeVisible();
  });

  await test.step("a member plans three tasks, one by key", async () => {
    await marisol.goto(`/marketing/tasks?tag=${tag}&view=list&group=cycle`);
    await marisol.getByRole("link", { name: "Caulk the seams" }).focus();
    await marisol.keyboard.press("c");
    await marisol.getByRole("menuitemradio", { name: /Cycle 1 \(/ }).press("Enter");
    await expect(marisol.getByText("Moved to Cycle 1")).toBeVisible();
    for (const title of titles.slice(1))
      await marisol.getByRole("checkbox", { name: `Select ${title}` }).check();
    await marisol.getByRole("button", { name: "Cycle", exact: true }).last().click();
    await marisol.getByRole("menuitem", { name: "Cycle 1" }).click();
    await expect(marisol.getByText("2 tasks moved to Cycle 1")).toBeVisible();
    const planned = greta.getByRole("region", { name: "Planned" });
    await expect(planned.getByText("3", { exact: true })).toBeVisible();
  });

  await test.step("one is finished, and the page follows", async () => {
    await marisol.getByRole("link", { name: "Coil the lines" }).focus();
    await marisol.keyboard.press("s");
    await marisol.getByRole("menuitemradio", { name: "Done" }).press("Enter");
    await expect(greta.getByText("1 of 3 tasks done.")).toBeVisible();
    await expectAccessible(greta, "the current cycle");
    await greta.setViewportSize({ width: 390, height: 844 });
    await expect(greta.getByRole("button", { name: "End now" })).toBeVisible();
    const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
    expect(await greta.evaluate(fits)).toBe(true);
  });

  await test.step("the end says what moves, and its report stays", async () => {
    await greta.getByRole("button", { name: "End now" }).click();
    await expect(greta.getByText(/2 unfinished tasks move to Cycle 2/)).toBeVisible();
    await greta.getByRole("button", { name: "End cycle" }).click();
    await greta.getByRole("region", { name: "Past cycles" }).getByRole("button", { name: "Cycle 1" }).click();
    await expect(
      greta.getByRole("region", { name: "Moved to Cycle 2" }).getByText("2", { exact: true }),
    ).toBeVisible();
    await expectAccessible(greta, "the report of a cycle");
    await expect(marisol.getByRole("heading", { name: /^Cycle 2/ })).toBeVisible();
  });
});
