import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { createTasks, drag, Finger, middleOf } from "../fixtures/tasks.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

const column = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).getByRole("heading");
const card = (page: Page, title: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) });

test("two people, one on a phone, arrange a board by mouse, keyboard and touch", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const ines = await signIn("ines.caballero", phone);
  const names = ["Sand the hull", "Oil the winch", "Fold the sails", "Coil the ropes"];
  const tag = await createTasks(marisol, [ines], names);
  for (const page of [marisol, ines]) {
    await page.goto(`/tasks?tag=${tag}`);
    await expect(titles(page, "To Do")).toHaveText(names);
  }

  await test.step("drags a card to another position, and everyone sees it there", async () => {
    await drag(marisol, card(marisol, "Sand the hull"), card(marisol, "Coil the ropes"));
    const order = ["Oil the winch", "Fold the sails", "Sand the hull", "Coil the ropes"];
    for (const page of [marisol, ines]) await expect(titles(page, "To Do")).toHaveText(order);
  });

  await test.step("Escape puts it back, and nothing opens", async () => {
    await drag(marisol, card(marisol, "Oil the winch"), column(marisol, "Done"), false);
    await expect(column(marisol, "Done").locator("[data-drag-slot]")).toBeVisible();
    await marisol.keyboard.press("Escape");
    await marisol.mouse.up();
    await expect(marisol.locator("[data-drag-slot]")).toHaveCount(0);
    await expect(titles(marisol, "To Do").first()).toHaveText("Oil the winch");
    expect(new URL(marisol.url()).searchParams.has("task")).toBe(false);
  });

  await test.step("to another column, and back by Undo", async () => {
    await drag(marisol, card(marisol, "Oil the winch"), column(marisol, "In Progress"));
    const undo = await keepUndo(marisol);
    await expect(titles(marisol, "In Progress")).toHaveText(["Oil the winch"]);
    await expect(titles(ines, "To Do")).toHaveCount(3);
    await undo.click();
    for (const page of [marisol, ines])
      await expect(titles(page, "To Do").first()).toHaveText("Oil the winch");
  });

  await test.step("a long press lifts a card, and a swipe scrolls the page", async () => {
    const finger = await Finger.of(ines);
    const from = await middleOf(card(ines, "Oil the winch"));
    await finger.press(from.x, from.y);
    for (let step = 1; step <= 6; step += 1) await finger.move(from.x, from.y - step * 10);
    await finger.lift();
    await expect(titles(ines, "To Do").first()).toHaveText("Oil the winch");

    const begin = await middleOf(card(ines, "Oil the winch"));
    await finger.press(begin.x, begin.y);
    await expect(ines.locator("[data-drag-over]").first()).toBeAttached();
    for (let time = 0; time < 3; time += 1) {
      const to = await middleOf(card(ines, "Sand the hull"));
      await finger.move(begin.x, to.y - to.height / 3);
      await expect(column(ines, "To Do").locator("[data-drag-slot]")).toBeVisible();
    }
    await finger.lift();
    const order = ["Fold the sails", "Oil the winch", "Sand the hull", "Coil the ropes"];
    for (const page of [marisol, ines]) await expect(titles(page, "To Do")).toHaveText(order);
  });

  await test.step("on a phone, tabs accept dragged cards", async () => {
    const finger = await Finger.of(ines);
    const from = await middleOf(card(ines, "Oil the winch"));
    await finger.press(from.x, from.y);
    await expect(ines.locator("[data-drag-over]").first()).toBeAttached();
    const to = await middleOf(ines.getByRole("tab", { name: /^In Progress/ }));
    for (let step = 1; step <= 4; step += 1) {
      await finger.move(from.x + ((to.x - from.x) * step) / 4, from.y + ((to.y - from.y) * step) / 4);
    }
    await expect(ines.getByRole("tab", { name: /^In Progress/ })).toHaveAttribute("data-drag-over");
    await finger.lift();
    const undo = await keepUndo(ines);
    await expect(titles(marisol, "In Progress")).toHaveText(["Oil the winch"]);
    await undo.click();
    await expect(titles(marisol, "In Progress")).toHaveCount(0);
  });

  await test.step("keys do the same, with announcements", async () => {
    await marisol.getByRole("link", { name: "Fold the sails" }).focus();
    await marisol.keyboard.press("Space");
    await expect(marisol.getByText("Lifted Fold the sails. To Do, place 1 of 4.")).toBeAttached();
    await marisol.keyboard.press("ArrowDown");
    await expect(marisol.getByText("To Do, place 2 of 4.")).toBeAttached();
    await expectAccessible(marisol, "a card in flight");
    await marisol.keyboard.press("Escape");
    await expect(titles(marisol, "To Do").first()).toHaveText("Fold the sails");
    await marisol.keyboard.press("Space");
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await marisol.keyboard.press(key);
    const undo = await keepUndo(marisol);
    for (const page of [marisol]) await expect(titles(page, "In Progress")).toHaveText(["Fold the sails"]);
    await expect(marisol.getByRole("link", { name: "Fold the sails" })).toBeFocused();
    await undo.click();
    await expect(titles(marisol, "In Progress")).toHaveCount(0);
  });

  await test.step("in a filtered view, a card lands after the visible one, and hidden ones keep their order", async () => {
    await marisol.goto(`/tasks?tag=${tag}&text=the%20s`);
    await expect(titles(marisol, "To Do")).toHaveText(["Fold the sails"]);
    await marisol.goto(`/tasks?tag=${tag}&text=s`);
    await expect(titles(marisol, "To Do")).toHaveText(["Fold the sails", "Sand the hull", "Coil the ropes"]);
    await drag(marisol, card(marisol, "Coil the ropes"), card(marisol, "Sand the hull"));
    await expect(titles(marisol, "To Do")).toHaveText(["Fold the sails", "Coil the ropes", "Sand the hull"]);
    const whole = ["Fold the sails", "Coil the ropes", "Oil the winch", "Sand the hull"];
    await expect(titles(ines, "To Do")).toHaveText(whole);
  });

  await test.step("changes several tasks at once, and undoes it at once", async () => {
    await marisol.goto(`/tasks?tag=${tag}`);
    await marisol.getByRole("link", { name: "Fold the sails" }).click({ modifiers: ["ControlOrMeta"] });
    await marisol.getByRole("link", { name: "Oil the winch" }).click({ modifiers: ["Shift"] });
    const bar = marisol.getByRole("toolbar", { name: "Selected tasks" });
    await expect(bar).toContainText("3 selected");
    await expectAccessible(marisol, "a board with selected tasks");
    await bar.getByRole("button", { name: "Status" }).click();
    await marisol.getByRole("menuitem", { name: "In Review" }).click();
    const undo = await keepUndo(marisol);
    await expect(titles(marisol, "In Review")).toHaveCount(3);
    await expect(titles(ines, "To Do")).toHaveText(["Sand the hull"]);
    await undo.click();
    for (const page of [marisol, ines]) await expect(titles(page, "To Do")).toHaveCount(4);
    await marisol.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
  });

  await test.step("keys select and deselect, and Undo restores deleted tasks", async () => {
    await marisol.getByRole("link", { name: "Fold the sails" }).focus();
    for (const key of ["x", "Shift+ArrowDown"]) await marisol.keyboard.press(key);
    const bar = marisol.getByRole("toolbar", { name: "Selected tasks" });
    await expect(bar).toContainText("2 selected");
    await bar.getByRole("button", { name: "Delete" }).click();
    await marisol.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const undo = await keepUndo(marisol);
    for (const page of [marisol, ines]) await expect(titles(page, "To Do")).toHaveCount(2);
    await undo.click();
    for (const page of [marisol, ines]) await expect(titles(page, "To Do")).toHaveCount(4);
  });
});

test("the matrix shows what to do first, on a computer and a phone", async ({ signIn }) => {
  const desk = await signIn("marisol.vega");
  const hand = await signIn("marisol.vega", phone);
  const tag = await createTasks(desk, [], ["Paint the mast", "Mend the net"]);
  for (const page of [desk, hand]) await page.goto(`/tasks/matrix?tag=${tag}`);
  const field = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const pick = (name: string) => hand.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(titles(desk, "Schedule")).toHaveCount(2);
  await pick("Schedule").click();
  await expect(titles(hand, "Schedule")).toHaveCount(2);
  await expectAccessible(hand, "the matrix on a phone");

  await test.step("says what a drop changes, makes the change, and undoes it", async () => {
    await drag(desk, card(desk, "Paint the mast"), field(desk, "Do"), false);
    const panel = desk.getByText("Dropping here changes").locator("../..");
    await expect(panel).toContainText(/Priority\s*Medium\s*High/);
    await expect(panel).toContainText(/Urgency\s*Not urgent by its date\s*Urgent, set by hand/);
    await desk.mouse.up();
    const undo = await keepUndo(desk);
    await expect(titles(desk, "Do")).toHaveText(["Paint the mast"]);
    await expect(titles(hand, "Schedule")).toHaveText(["Mend the net"]);
    await undo.click();
    for (const page of [desk, hand]) await expect(titles(page, "Schedule")).toHaveCount(2);
  });

  await test.step("keys do the same, with announcements", async () => {
    await desk.getByRole("link", { name: "Mend the net" }).focus();
    await desk.keyboard.press("Space");
    await desk.keyboard.press("ArrowDown");
    await expect(desk.getByText("Drop. Dropping it here writes Priority: Low.")).toBeAttached();
    await expectAccessible(desk, "the matrix while a task is held");
    await desk.keyboard.press("Enter");
    await expect(titles(desk, "Drop")).toHaveText(["Mend the net"]);
  });

  await test.step("a quick-added task gets the values of its quadrant", async () => {
    await desk.getByRole("textbox", { name: "Add to Delegate" }).fill("Wave them off");
    await desk.keyboard.press("Enter");
    await pick("Delegate").click();
    for (const page of [desk, hand]) await expect(titles(page, "Delegate")).toHaveText(["Wave them off"]);
  });

  await test.step("touch drags a task to another quadrant", async () => {
    const finger = await Finger.of(hand);
    const from = await middleOf(card(hand, "Wave them off"));
    await finger.press(from.x, from.y);
    await expect(hand.locator("[data-drag-over]").first()).toBeAttached();
    const to = await middleOf(pick("Do"));
    for (let step = 1; step <= 3; step += 1) {
      await finger.move(from.x + ((to.x - from.x) * step) / 3, from.y + ((to.y - from.y) * step) / 3);
    }
    await expect(pick("Do")).toHaveAttribute("data-drag-over");
    await finger.lift();
    await expect(titles(desk, "Do")).toHaveText(["Wave them off"]);
  });

  await test.step("the urgency threshold is personal, on all devices", async () => {
    await desk.getByRole("button", { name: "Urgent within 3 days", exact: true }).click();
    await desk.getByRole("menuitemradio", { name: "Within 5 days" }).click();
    await expect(hand.getByRole("button", { name: "Urgent within 5 days", exact: true })).toBeVisible();
  });
});
