import type { Locator } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("the pages of the admin panel are listed by topic, at the side or behind a button", async ({
  signIn,
}) => {
  const greta = await signIn("greta.holm", { viewport: { width: 1440, height: 900 } });
  await greta.goto("/admin/roles");
  const panel = greta.getByRole("navigation", { name: "Admin panel" });
  await expect(panel.getByRole("heading")).toHaveText(["People", "Access", "Content", "Programs", "System"]);
  await expect(panel.getByRole("link", { name: "Roles" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(greta, "the admin panel with its list of pages");
  await panel.getByRole("link", { name: "Mail" }).click();
  await expect(greta).toHaveURL(/\/admin\/mail$/);

  await greta.setViewportSize({ width: 390, height: 844 });
  await expect(panel).toBeHidden();
  await greta.getByRole("button", { name: "Admin panel: System / Mail" }).click();
  await greta
    .getByRole("dialog", { name: "Admin panel" })
    .getByRole("link", { name: "Users", exact: true })
    .click();
  await expect(greta).toHaveURL(/\/admin$/);
  await expect(greta.getByRole("dialog", { name: "Admin panel" })).toBeHidden();
  await expect(greta.getByRole("button", { name: "Admin panel: People / Users" })).toBeVisible();
});

test("the home of a department ends on one line, and adds a card to one of its sections", async ({
  signIn,
}) => {
  const sam = await signIn("sam.okafor", { viewport: { width: 1440, height: 900 } });
  await sam.goto("/devops");
  const ends = () =>
    sam
      .getByRole("region", { name: /^(Recent changes|People|Coming up)$/ })
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().bottom)));
  await expect(sam.getByRole("region", { name: "Coming up" })).toBeVisible();
  const [first, ...others] = await ends();
  expect(others).toEqual([first, first]);

  await sam.getByRole("button", { name: "New", exact: true }).click();
  await sam.getByRole("menuitem", { name: "New Alert" }).click();
  await expect(sam.getByRole("dialog", { name: "New alert" })).toBeVisible();
});

test("the search offers the viewer's own department as an example, and waits for a name", async ({
  signIn,
}) => {
  const aiko = await signIn("aiko.tanabe", phone);
  await aiko.goto("/search");
  await aiko.getByRole("button", { name: "Add in:Frontend" }).click();
  await expect(
    aiko.getByRole("main").getByRole("combobox", { name: "Search people, messages, tasks" }),
  ).toHaveValue("in:");
  await expect(aiko.getByText("Find anything you can open")).toBeVisible();
});

test("on a phone, the views of tasks are all in sight, and the button for a new task is in the line of the heading", async ({
  signIn,
}) => {
  const aiko = await signIn("aiko.tanabe", phone);
  await aiko.goto("/tasks/time");
  const views = aiko.getByRole("navigation", { name: "Ways to look at tasks" });
  await expect(views.getByRole("link", { name: "Time", exact: true })).toBeInViewport({ ratio: 1 });
  await aiko.goto("/tasks");
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? Math.round(box.y + box.height / 2) : Number.NaN;
  };
  const button = aiko.getByRole("button", { name: "New Task" });
  const heading = aiko.getByRole("heading", { level: 1, name: "Tasks" });
  await expect(button).toBeVisible();
  // The page may still move, so that one of them would be where it was before.
  await expect
    .poll(async () => Math.abs((await middleOf(button)) - (await middleOf(heading))))
    .toBeLessThan(4);
});
