import type { Locator, Page } from "@playwright/test";
import { createTasks, drag, Finger, middleOf } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ allowConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket/, toastSeconds: "60" });

const column = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).getByRole("heading");
const card = (page: Page, title: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) });

test("selected tasks move together, sorted columns say so, and moves wait for a connection", async ({
  signIn,
}) => {
  const desk = await signIn("marisol.vega");
  const hand = await signIn("ines.caballero", phone);
  const names = ["Anchor light", "Bilge pump", "Chart table", "Deck brush"];
  const tag = await createTasks(desk, [hand], names);
  for (const page of [desk, hand]) {
    await page.goto(`/tasks?tag=${tag}`);
    await expect(titles(page, "To Do")).toHaveText(names);
  }
  const select = async (...chosen: string[]) => {
    for (const name of chosen) await desk.getByRole("link", { name }).click({ modifiers: ["ControlOrMeta"] });
    await expect(desk.getByRole("toolbar", { name: "Selected tasks" })).toContainText(
      `${chosen.length} selected`,
    );
  };

  await test.step("drags all selected tasks in order, and one Undo moves them back", async () => {
    await select("Deck brush", "Bilge pump");
    await drag(desk, card(desk, "Deck brush"), column(desk, "In Progress"));
    const undo = await keepUndo(desk);
    for (const page of [desk])
      await expect(titles(page, "In Progress")).toHaveText(["Bilge pump", "Deck brush"]);
    await expect(titles(hand, "To Do")).toHaveText(["Anchor light", "Chart table"]);
    await undo.click();
    for (const page of [desk, hand]) await expect(titles(page, "To Do")).toHaveText(names);
  });

  await test.step("keys do the same, with announcements", async () => {
    await desk.getByRole("link", { name: "Bilge pump" }).focus();
    await desk.keyboard.press("Space");
    await expect(desk.getByText("Lifted 2 tasks. To Do, place 2 of 3.")).toBeAttached();
    await desk.keyboard.press("Home");
    await desk.keyboard.press("Enter");
    const undo = await keepUndo(desk);
    const order = ["Bilge pump", "Deck brush", "Anchor light", "Chart table"];
    for (const page of [desk, hand]) await expect(titles(page, "To Do")).toHaveText(order);
    await undo.click();
    for (const page of [desk, hand]) await expect(titles(page, "To Do")).toHaveText(names);
    await desk.keyboard.press("Escape");
  });

  await test.step("touch does the same on a phone", async () => {
    await hand.getByRole("button", { name: "Actions for Anchor light" }).click();
    await hand.getByRole("menuitem", { name: "Select" }).click();
    await hand.getByRole("checkbox", { name: "Select Bilge pump" }).check();
    const finger = await Finger.of(hand);
    const from = await middleOf(card(hand, "Anchor light"));
    await finger.press(from.x, from.y);
    await expect(hand.locator("[data-drag-over]").first()).toBeAttached();
    const to = await middleOf(hand.getByRole("tab", { name: /^In Progress/ }));
    for (let step = 1; step <= 4; step += 1) {
      await finger.move(from.x + ((to.x - from.x) * step) / 4, from.y + ((to.y - from.y) * step) / 4);
    }
    const tab = hand.getByRole("tab", { name: /^In Progress/ });
    await expect(tab).toHaveAttribute("data-drag-over");
    const lowerEdge = await tab.evaluate((element) => element.getBoundingClientRect().bottom);
    const overlay = hand.locator("[data-drag-overlay]");
    await expect
      .poll(() => overlay.evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(lowerEdge);
    await finger.lift();
    const undo = await keepUndo(hand);
    await expect(titles(desk, "In Progress")).toHaveText(["Anchor light", "Bilge pump"]);
    await undo.click();
    for (const page of [desk]) await expect(titles(page, "To Do")).toHaveText(names);
  });

  await test.step("a sorted board changes the status only, and says why within a column", async () => {
    await desk.getByRole("button", { name: "Sort: Manual" }).click();
    await desk.getByRole("menuitemradio", { name: "Title" }).click();
    await desk.keyboard.press("Escape");
    await desk.getByRole("button", { name: "Sort: Title" }).click();
    await desk.getByRole("menuitemradio", { name: "Descending" }).click();
    await desk.keyboard.press("Escape");
    const falling = names.toReversed();
    await expect(titles(desk, "To Do")).toHaveText(falling);
    await drag(desk, card(desk, "Deck brush"), card(desk, "Anchor light"));
    await expect(desk.getByText("This column is sorted by title")).toBeVisible();
    await expect(titles(desk, "To Do")).toHaveText(falling);
    for (const title of ["Bilge pump", "Chart table"]) {
      await drag(desk, card(desk, title), column(desk, "In Review"));
      await expect(card(desk, title).and(column(desk, "In Review").getByRole("listitem"))).toBeVisible();
    }
    await expect(titles(desk, "In Review")).toHaveText(["Chart table", "Bilge pump"]);
    await expect(titles(hand, "To Do")).toHaveText(["Anchor light", "Deck brush"]);
    await drag(desk, card(desk, "Deck brush"), card(desk, "Anchor light"));
    await desk.getByRole("button", { name: "Manual", exact: true }).click();
    await expect(titles(desk, "To Do")).toHaveText(["Anchor light", "Deck brush"]);
    await expect(titles(desk, "In Review")).toHaveText(["Bilge pump", "Chart table"]);
    expect(new URL(desk.url()).searchParams.has("sort")).toBe(false);
  });

  await test.step("shows an offline move as pending, and sends it once", async () => {
    await desk.context().setOffline(true);
    await expect(desk.getByText(/disconnected/i).first()).toBeVisible();
    await drag(desk, card(desk, "Deck brush"), card(desk, "Anchor light"));
    await expect(titles(desk, "To Do")).toHaveText(["Deck brush", "Anchor light"]);
    await expect(desk.getByText("This is sent when you are connected again.")).toBeVisible();
    await expect(titles(hand, "To Do")).toHaveText(["Anchor light", "Deck brush"]);
    await desk.context().setOffline(false);
    await expect(titles(hand, "To Do")).toHaveText(["Deck brush", "Anchor light"]);
    await expect(titles(desk, "To Do")).toHaveText(["Deck brush", "Anchor light"]);
  });
});

test("a long column loads more when its end is visible", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.goto("/tasks?view=board&status=done&sort=title");
  const cards = column(page, "Done").locator("[data-drag-item]");
  await expect(cards).toHaveCount(50);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).not.toHaveCount(50);
  const shown = await cards.evaluateAll((all) =>
    all.map((one) => ({ id: one.dataset.dragItem, name: one.querySelector("h3")?.textContent ?? "" })),
  );
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
  const names = shown.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
});
