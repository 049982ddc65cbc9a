import type { Locator, Page } from "@playwright/test";
import { createBoard, onCanvas, openBoard } from "../fixtures/boards.ts";
import { aPicture } from "../fixtures/files.ts";
import { expect, test } from "../fixtures/test.ts";

async function placeOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not to be seen`);
  return box;
}

test("a drag ends when the canvas is locked, and leaves the note where it was", async ({ signIn }) => {
  const marisol = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const title = `Locked midway ${Date.now()}`;
  await createBoard(marisol, title, "retrospective");
  await marisol.getByRole("button", { name: "Note", exact: true }).click();
  await marisol.locator(".react-flow__node-frame").first().click();
  await marisol.keyboard.type("Stays here");
  await marisol.keyboard.press("Escape");
  await openBoard(kofi, title);
  const note = onCanvas(kofi, "Stays here").last();
  await expect(note).toBeVisible();
  const before = await note.boundingBox();
  if (!before) throw new Error("the note is not to be seen");
  const [x, y] = [before.x + before.width / 2, before.y + 20];
  await kofi.mouse.move(x, y);
  await kofi.mouse.down();
  await kofi.mouse.move(x + 300, y, { steps: 3 });
  await expect.poll(async () => (await note.boundingBox())?.x).toBeCloseTo(before.x + 300, 0);
  await marisol.getByRole("button", { name: "Lead the workshop" }).click();
  await marisol.getByRole("menuitem", { name: "Lock the canvas" }).click();
  await expect.poll(async () => (await note.boundingBox())?.x).toBeCloseTo(before.x, 0);
  await kofi.mouse.move(x + 200, y + 50);
  await kofi.mouse.up();
  await marisol.getByRole("button", { name: "Lead the workshop" }).click();
  await marisol.getByRole("menuitem", { name: "Unlock the canvas" }).click();
  await expect(kofi.getByRole("button", { name: "Note", exact: true })).toBeEnabled();
  expect((await note.boundingBox())?.x).toBeCloseTo(before.x, 0);
});

test("the actions of a note at the lower edge are in view, and the canvas does not scroll to them", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  await createBoard(page, `At the edge ${Date.now()}`, "blank");
  const canvas = page.getByRole("region", { name: "Canvas" });
  const tools = page.getByRole("toolbar", { name: "Tools" });
  const [whole, before] = [await placeOf(canvas), await placeOf(tools)];
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.mouse.click(whole.x + whole.width / 2, whole.y + whole.height - 4);
  await page.keyboard.type("Low tide");
  await page.keyboard.press("Escape");
  const bar = page.getByRole("toolbar", { name: "Selected element" });
  await expect(bar).toBeVisible();
  const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;
  await expect.poll(async () => bottomOf(await placeOf(bar))).toBeLessThanOrEqual(bottomOf(whole));
  await bar.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: "Create Task" })).toBeVisible();
  expect(await placeOf(tools)).toEqual(before);
});

test("follows a person until the follower moves away, and returns when everyone is called", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const title = `Follow me ${Date.now()}`;
  await createBoard(marisol, title, "retrospective");
  await openBoard(kofi, title);
  const zoomIs = (page: Page, percent: number) =>
    expect(page.getByRole("button", { name: `Zoom to 100 %, now ${percent} %` })).toBeVisible();
  const zoomOut = (page: Page) => page.getByRole("button", { name: "Zoom out" }).click();
  const heading = onCanvas(kofi, "What went well").first();

  await marisol.getByRole("button", { name: /^Zoom to 100 %/ }).click();
  await zoomIs(marisol, 100);
  await kofi.getByRole("button", { name: "Follow Marisol Vega" }).click();
  await zoomIs(kofi, 100);
  await marisol.getByRole("button", { name: "Zoom in" }).click();
  await zoomIs(marisol, 120);
  await zoomIs(kofi, 120);

  // Scrolling with the wheel is a look elsewhere, and ends it.
  const canvas = kofi.getByRole("region", { name: "Canvas" });
  await canvas.hover();
  await kofi.mouse.wheel(0, 40);
  await expect(kofi.getByRole("button", { name: "Follow Marisol Vega" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await kofi.getByRole("button", { name: "Show the whole board" }).click();
  await expect(heading).toBeVisible();
  // A press during a zoom counts from where that is.
  await expect(async () => {
    await zoomOut(kofi);
    expect(await canvas.getAttribute("data-far")).toBe("true");
  }).toPass();
  // Below 40 % the name of a frame keeps its size on the screen.
  await expect(async () => {
    const { height } = (await heading.boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThan(12);
  }).toPass();
  await marisol.getByRole("button", { name: "Lead the workshop" }).click();
  await marisol.getByRole("menuitem", { name: "Call everyone here" }).click();
  await expect(kofi.getByText("Marisol Vega calls everyone here")).toBeVisible();
  await zoomIs(kofi, 120);
});

test("notes are aligned and grouped, and move together; an image that was added is there for others", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const title = `In a row ${Date.now()}`;
  await createBoard(page, title, "blank");
  const canvas = await placeOf(page.getByRole("region", { name: "Canvas" }));
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
  for (const [text, x, y] of [
    ["Fenders", -200, -120],
    ["Ropes", 60, 20],
  ] as const) {
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.mouse.click(middle.x + x, middle.y + y);
    await page.keyboard.type(text);
    await page.keyboard.press("Escape");
    await expect(onCanvas(page, text).last()).toBeVisible();
  }
  const [fenders, ropes] = [onCanvas(page, "Fenders").last(), onCanvas(page, "Ropes").last()];
  await fenders.click();
  await ropes.click({ modifiers: ["Shift"] });
  const bar = page.getByRole("toolbar", { name: "2 selected elements" });
  await bar.getByRole("button", { name: "Align" }).click();
  await page.getByRole("menuitem", { name: "Top edges" }).click();
  await expect.poll(async () => (await placeOf(ropes)).y - (await placeOf(fenders)).y).toBeCloseTo(0, 0);
  await bar.getByRole("button", { name: "Group the selection" }).click();
  await expect(bar.getByRole("button", { name: "Ungroup the selection" })).toBeVisible();

  await page.mouse.click(middle.x, middle.y + 250);
  await expect(bar).toHaveCount(0);
  const [before, other] = [await placeOf(fenders), await placeOf(ropes)];
  await page.mouse.move(before.x + 40, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + 120, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await placeOf(fenders)).y).toBeCloseTo(before.y + 100, 0);
  await expect.poll(async () => (await placeOf(ropes)).y).toBeCloseTo(other.y + 100, 0);

  await page.getByLabel("Image to add").setInputFiles(aPicture("pier.png", 200, 120));
  await expect(page.locator(".react-flow__node").getByRole("img", { name: /pier/ })).toBeVisible();
  await openBoard(kofi, title);
  const image = kofi.locator(".react-flow__node").getByRole("img", { name: /pier/ });
  await expect
    .poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    .toBe(true);
});
