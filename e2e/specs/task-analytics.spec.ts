import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("figures count visible tasks, update live, and link to the tasks that they count", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const ines = await signIn("ines.caballero", phone);
  const tag = await createTasks(marisol, [ines], ["Weigh the anchor", "Chart the shoals", "Light the lamps"]);
  for (const page of [marisol, ines]) {
    await page.goto(`/tasks/analytics?tag=${tag}`);
    await expect(page.getByRole("region", { name: "Open" }).getByRole("link").first()).toHaveText("3");
  }

  await test.step("counts a task that a colleague completes on an open screen", async () => {
    const board = await marisol.context().newPage();
    await board.goto(`/tasks?tag=${tag}`);
    await board.getByRole("link", { name: "Weigh the anchor" }).click();
    await board.getByRole("button", { name: /^Status:/ }).click();
    await board.getByRole("menuitemradio", { name: "Done" }).click();
    await expect(ines.getByRole("region", { name: "Done" }).getByRole("link").first()).toHaveText("1");
    await board.close();
  });

  await test.step("a chart is read with arrows, and has a table behind it", async () => {
    await marisol.getByRole("group", { name: /^Status flow/ }).press("End");
    await expect(
      marisol.getByText(/^Week of .*: Done 1, In Review 0, In Progress 0, To Do 2$/),
    ).toBeAttached();
    await marisol.getByRole("button", { name: "Table of “Age of open work”" }).click();
    const table = marisol.getByRole("table", { name: "Age of open work" });
    await expect(table.getByRole("row", { name: /0–7 days/ }).getByRole("link", { name: "2" })).toBeVisible();
    await expectAccessible(marisol, "analytics");
    await expectAccessible(ines, "analytics on a phone");
  });

  await test.step("a figure opens exactly the tasks that it counts", async () => {
    await marisol.getByRole("region", { name: "Done" }).getByRole("link").first().click();
    await expect(marisol.getByRole("link", { name: "Weigh the anchor" })).toBeVisible();
    await expect(marisol.getByRole("link", { name: "Chart the shoals" })).toHaveCount(0);
    await marisol.goBack();
    await expect(marisol.getByRole("heading", { name: "Workload" })).toBeVisible();
  });

  await test.step("every kind of figure lists as many tasks as it shows", async () => {
    const tables = marisol.getByRole("button", { name: /^Table of/ });
    for (let left = await tables.count(); left > 0; left -= 1) {
      await expect(tables).toHaveCount(left);
      await tables.first().click();
    }
    const kinds = ["created", "done", "lead", "was", "assignee", "department"];
    const links = await marisol.getByRole("main").getByRole("link").all();
    const figures = new Map<string, { href: string; count: number }>();
    for (const link of links) {
      const href = (await link.getAttribute("href")) ?? "";
      const count = Number.parseInt((await link.textContent()) ?? "", 10);
      const said = new URL(href, "http://atoll").searchParams;
      const kind = kinds.findLast((name) => said.has(name) && said.get(name) !== "all") ?? "open";
      if (count > 0 && said.has("tag") && !figures.has(kind)) figures.set(kind, { href, count });
    }
    expect([...figures.keys()]).toEqual(expect.arrayContaining(["created", "done", "lead", "was", "open"]));
    for (const [kind, { href, count }] of figures) {
      await marisol.goto(href);
      const listed = marisol.getByRole("main").locator("a[href*='task=']");
      await expect(listed, `the list of a figure of ${kind}, ${href}`).toHaveCount(count);
    }
  });
});
