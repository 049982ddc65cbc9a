import type { Page } from "@playwright/test";
import { createBoard, onCanvas, openBoard } from "../fixtures/boards.ts";
import { expect, test } from "../fixtures/test.ts";

/** Draws a line with the chosen tool, from one place of the canvas to another. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const canvas = await page.getByRole("region", { name: "Canvas" }).boundingBox();
  if (!canvas) throw new Error("there is no canvas");
  await page.mouse.move(canvas.x + from[0], canvas.y + from[1]);
  await page.mouse.down();
  await page.mouse.move(canvas.x + (from[0] + to[0]) / 2, canvas.y + (from[1] + to[1]) / 2 + 20, {
    steps: 4,
  });
  await page.mouse.move(canvas.x + to[0], canvas.y + to[1], { steps: 4 });
  await page.mouse.up();
}

test("two people draw at the same time, react to a note and see it presented", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const title = `Drawn ${Date.now()}`;
  const drawings = (page: Page) => page.locator(".react-flow__node-stroke");
  const tool = (page: Page, name: string) =>
    page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name }).click();

  await test.step("both draw, and each sees both drawings", async () => {
    await createBoard(marisol, title, "swot");
    await openBoard(kofi, title);
    for (const page of [marisol, kofi]) await tool(page, "Pen");
    await marisol.getByRole("button", { name: "Bold pen" }).click();
    await marisol.getByRole("button", { name: "Draw in coral" }).click();
    await Promise.all([drag(marisol, [300, 200], [500, 260]), drag(kofi, [320, 420], [520, 480])]);
    for (const page of [marisol, kofi]) await expect(drawings(page)).toHaveCount(2);
  });

  await test.step("the eraser takes a whole stroke, and undo brings it back", async () => {
    await tool(marisol, "Eraser");
    await drag(marisol, [400, 160], [400, 300]);
    await expect(drawings(kofi)).toHaveCount(1);
    await marisol.keyboard.press("Control+z");
    await expect(drawings(kofi)).toHaveCount(2);
    await marisol.keyboard.press("Escape");
  });

  await test.step("a note gets a text size and a reaction, which the other sees with the name", async () => {
    await marisol.keyboard.press("n");
    await marisol.getByRole("region", { name: "Canvas" }).click({ position: { x: 700, y: 300 } });
    await marisol.keyboard.type("Rope");
    await marisol.keyboard.press("Escape");
    await marisol.getByRole("button", { name: "Text size" }).click();
    await marisol.getByRole("menuitemradio", { name: "Extra large" }).click();
    await expect(onCanvas(kofi, "Rope").getByText("Rope")).toHaveCSS("font-size", "34px");
    await kofi.keyboard.press("Escape");
    await onCanvas(kofi, "Rope").click();
    await kofi.getByRole("button", { name: "React" }).click();
    await kofi.getByRole("button", { name: "Party popper" }).click();
    await expect(marisol.getByRole("button", { name: "🎉 1: Kofi Mensah" })).toBeVisible();
  });

  await test.step("presents the groups one by one", async () => {
    await marisol.getByRole("button", { name: "Present" }).click();
    const shown = marisol.getByRole("dialog", { name: `Presentation of ${title}` });
    await expect(shown.getByRole("status")).toContainText("1 of 4");
    await marisol.keyboard.press("ArrowRight");
    await expect(shown.getByRole("status")).toContainText("2 of 4");
    await shown.getByRole("button", { name: "End the presentation" }).click();
    await expect(shown).toBeHidden();
  });
});
