import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, drag } from "../fixtures/tasks.ts";
import { expect, test } from "../fixtures/test.ts";

const column = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).getByRole("heading");
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("a task opens next to the list, and J and K move to the next one", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.setViewportSize({ width: 1440, height: 900 });
  const tag = await createTasks(page, [], ["Sew the jib", "Sew the main"]);
  await page.goto(`/tasks?view=list&tag=${tag}&sort=title`);
  const pane = (name: string) => page.getByRole("region", { name, exact: true });
  await link(page, "Sew the jib").click();
  await expect(pane("Sew the jib").getByRole("button", { name: /^Status:/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The pane scrolls, and the page around it does not.
  const overflow = () => page.getByRole("main").evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(await overflow()).toBe(0);
  await pane("Sew the jib").getByRole("button", { name: "Comment", exact: true }).scrollIntoViewIfNeeded();
  expect(await overflow()).toBe(0);
  await page.keyboard.press("j");
  await expect(pane("Sew the main")).toBeVisible();
  await expect(link(page, "Sew the main")).toBeFocused();
  await page.keyboard.press("p");
  await page.getByRole("menuitemradio", { name: "Urgent" }).click();
  await expect(pane("Sew the main").getByRole("button", { name: /^Priority: ?Urgent/ })).toBeVisible();
  await page.keyboard.press("k");
  await expect(pane("Sew the jib")).toBeVisible();
  await expectAccessible(page, "a task next to its list");
  await page.keyboard.press("x");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("toolbar", { name: "Selected tasks" })).toHaveCount(0);
  await expect(pane("Sew the jib")).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitemradio", { name: "Done" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link(page, "Sew the jib")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pane("Sew the jib")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pane("Sew the jib")).toHaveCount(0);
  await expect(link(page, "Sew the jib")).toBeFocused();
});

test("changes a card by keyboard and undoes it, and adds a task in its column", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  const tag = await createTasks(page, [], ["Tar the hull", "Caulk the deck"]);
  await page.goto(`/tasks?tag=${tag}&view=board`);
  await link(page, "Tar the hull").focus();
  await page.keyboard.press("s");
  await expect(page.getByRole("menuitemradio", { name: "In Progress" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(titles(page, "In Progress")).toHaveText(["Tar the hull"]);
  await expect(link(page, "Tar the hull")).toBeFocused();
  await page.keyboard.press("d");
  await expect(page.getByRole("textbox", { name: "Day" })).toBeFocused();
  await page.keyboard.type("tomorrow");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Due \d/).first()).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Assign to me" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(link(page, "Tar the hull")).toBeFocused();
  await page.keyboard.press("i");
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await expect(link(page, "Tar the hull")).toBeFocused();
  for (let change = 0; change < 3; change += 1) {
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText("Change undone")).toBeVisible();
    await page.getByText("Change undone").click();
  }
  await expect(titles(page, "To Do")).toHaveText(["Tar the hull", "Caulk the deck"]);

  await page.getByRole("button", { name: "Add task to In Review" }).click();
  await page.keyboard.type("Oil the rudder");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Oil the blocks");
  await page.keyboard.press("Enter");
  await expect(titles(page, "In Review")).toHaveText(["Oil the rudder", "Oil the blocks"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "New task in In Review" })).toHaveCount(0);

  await test.step("choosing a card moves no other", async () => {
    const places = () =>
      page
        .getByRole("heading", { level: 3 })
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    await link(page, "Caulk the deck").click({ modifiers: ["ControlOrMeta"] });
    await expect(page.getByRole("toolbar", { name: "Selected tasks" })).toBeVisible();
    expect(await places()).toEqual(before);
  });
});

test("finishing a task asks about its open sub-tasks", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  const tag = await createTasks(page, [], ["Rig the boat"]);
  await page.goto(`/tasks?tag=${tag}&view=board`);
  await link(page, "Rig the boat").click();
  const sheet = page.getByRole("dialog", { name: "Rig the boat" });
  for (const part of ["Step the mast", "Bend on the sails"]) {
    await sheet.getByRole("textbox", { name: "Add a sub-task" }).fill(part);
    await page.keyboard.press("Enter");
    await expect(sheet.getByRole("checkbox", { name: `Done: ${part}` })).toBeVisible();
  }
  const finish = async () => {
    await page.keyboard.press("s");
    await page.getByRole("menuitemradio", { name: "Done" }).press("Enter");
  };
  await sheet.getByRole("button", { name: /^Status:/ }).focus();
  await finish();
  const question = page.getByRole("alertdialog", { name: "Finish the sub-tasks too?" });
  await expect(question).toContainText("2 sub-tasks are still open");
  await expectAccessible(page, "the question about open sub-tasks");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("button", { name: /^Status: ?To Do/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await drag(page, page.locator("li", { has: link(page, "Rig the boat") }), column(page, "Done"));
  await question.getByRole("button", { name: "Finish all 2" }).click();
  await expect(titles(page, "Done")).toHaveText(["Rig the boat"]);
  await expect(page.getByText("Moved to Done, with 2 sub-tasks")).toBeVisible();
  await expect(column(page, "Done").getByText("2/2")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(column(page, "To Do").getByText("0/2")).toBeVisible();
});

test("a row is dragged to the day on which its task is due", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  const tag = await createTasks(page, [], ["Scrape the keel"]);
  await page.goto(`/tasks?view=list&group=due&tag=${tag}`);
  const group = (name: string) => page.getByRole("region", { name, exact: true });
  const row = group("No date").getByRole("listitem");
  await drag(page, row, group("Today"));
  await expect(group("Today").getByRole("link", { name: "Scrape the keel" })).toBeVisible();
  await expect(page.getByText("Due Today")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(group("No date").getByRole("link", { name: "Scrape the keel" })).toBeVisible();
});
