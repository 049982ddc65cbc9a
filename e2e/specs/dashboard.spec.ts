import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";
import { keepUndo } from "../fixtures/undo.ts";

test.use({ toastSeconds: "60" });

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The left and upper edge, and the size, once the card has come to rest. */
async function boxOf(one: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await one.evaluate(async (element) => {
    const li = element.closest("li");
    await Promise.all(
      (li?.getAnimations() ?? []).map((animation) => animation.finished.catch(() => undefined)),
    );
  });
  const box = await one.boundingBox();
  expect(box).not.toBeNull();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
}

test("cards are added, moved and resized by hand and by keys, the same in two browsers, and undone", {
  tag: "@everyday",
}, async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  const other = await signIn("ruth.adeyemi");
  for (const one of [page, other]) await one.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back, Ruth!" })).toBeVisible();
  await expect(card(page, "My Tasks").getByRole("listitem").first()).toBeVisible();
  await expect(card(page, "Recent Activity").getByRole("listitem")).toHaveCount(10);

  await test.step("adds a card with a filter, which appears in the other browser", async () => {
    await page.getByRole("main").getByRole("button", { name: "New Card" }).last().click();
    const dialog = page.getByRole("dialog", { name: "Add a Card" });
    await dialog.getByRole("radio", { name: "Tasks" }).check();
    await dialog.getByLabel("Title").fill("What presses");
    await dialog.getByRole("button", { name: "Add Card" }).click();
    await expect(card(page, "What presses")).toBeVisible();
    await expect(card(other, "What presses")).toBeVisible();
  });

  await test.step("by keys: Enter picks up, arrow keys move, Shift resizes, Escape cancels", async () => {
    const before = await boxOf(card(other, "Chat"));
    const grip = page.getByRole("button", { name: "Move Chat", exact: true });
    await grip.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Chat is picked up.", { exact: false })).toBeAttached();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Escape");
    await expect(page.getByText("Chat is back where it was.")).toBeAttached();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Chat is put down.", { exact: false })).toBeAttached();
    await expect.poll(async () => (await boxOf(card(other, "Chat"))).width).toBeLessThan(before.width);
  });

  await test.step("by the pointer", async () => {
    const tasks = card(page, "My Tasks");
    const from = await boxOf(tasks);
    const grip = await boxOf(page.getByRole("button", { name: "Move My Tasks", exact: true }));
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5 - from.width, grip.y + 10, { steps: 8 });
    await page.mouse.up();
    await expect.poll(async () => (await boxOf(tasks)).x).toBeLessThan(from.x);
    const now = await boxOf(tasks);
    await expect.poll(async () => (await boxOf(card(other, "My Tasks"))).x).toBe(now.x);
  });

  await test.step("removed, and back", async () => {
    await page.getByRole("button", { name: "Remove What presses", exact: true }).click();
    const undo = await keepUndo(page);
    await expect(card(page, "What presses")).toHaveCount(0);
    await expect(card(other, "What presses")).toHaveCount(0);
    await undo.click();
    await expect(card(page, "What presses")).toBeVisible();
  });

  await test.step("reset", async () => {
    await page.getByRole("button", { name: "Dashboard settings" }).click();
    await page.getByRole("menuitem", { name: "Reset dashboard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset dashboard" }).click();
    await expect(card(page, "What presses")).toHaveCount(0);
    await expect(card(other, "What presses")).toHaveCount(0);
  });
});
