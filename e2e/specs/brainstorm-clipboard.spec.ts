import type { Locator, Page, Route } from "@playwright/test";
import { createBoard, onCanvas, openBoard } from "../fixtures/boards.ts";
import { aPicture } from "../fixtures/files.ts";
import { expect, test } from "../fixtures/test.ts";

async function placeOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible`);
  return box;
}

/** The middle of the canvas, with nothing above it. */
async function middleOf(page: Page) {
  const { x, y, width, height } = await placeOf(page.getByRole("region", { name: "Canvas" }));
  return { x: x + width / 2, y: y + height / 2 };
}

test("copies notes to another board while somebody else moves them, and undoes the paste alone", async ({
  signIn,
}) => {
  const marisol = await signIn("marisol.vega");
  const kofi = await signIn("kofi.mensah");
  const [source, target] = [`Copied from ${Date.now()}`, `Pasted on ${Date.now()}`];
  await createBoard(marisol, target, "blank");
  await createBoard(marisol, source, "blank");

  // A double-click on an empty place is a note, and typing goes on in it.
  const middle = await middleOf(marisol);
  await marisol.mouse.dblclick(middle.x - 200, middle.y);
  await marisol.keyboard.type("Fenders");
  await marisol.keyboard.press("Escape");
  await marisol.mouse.dblclick(middle.x + 50, middle.y);
  await marisol.keyboard.type("Ropes");
  await marisol.keyboard.press("Escape");
  await expect(onCanvas(marisol, "Ropes")).toHaveCount(1);

  await openBoard(kofi, source);
  await kofi.getByRole("button", { name: /^Zoom to 100 %/ }).click();
  const ropes = onCanvas(kofi, "Ropes");
  const before = await placeOf(ropes);
  await kofi.mouse.move(before.x + 40, before.y + 20);
  await kofi.mouse.down();
  await kofi.mouse.move(before.x + 140, before.y + 120, { steps: 5 });
  await marisol.keyboard.press("Control+a");
  await expect(marisol.getByRole("toolbar", { name: "2 selected elements" })).toBeVisible();
  await marisol.keyboard.press("Control+c");
  await kofi.mouse.up();
  await expect.poll(async () => (await placeOf(ropes)).y).toBeCloseTo(before.y + 100, 0);

  await openBoard(marisol, target);
  await expect(marisol.getByRole("button", { name: "Note", exact: true })).toBeEnabled();
  await marisol.keyboard.press("Control+v");
  const pasted = marisol.getByRole("toolbar", { name: "2 selected elements" });
  await expect(pasted).toBeVisible();
  await openBoard(kofi, target);
  await expect(onCanvas(kofi, "Fenders")).toHaveCount(1);
  await marisol.keyboard.press("Control+d");
  await expect(onCanvas(kofi, "Fenders")).toHaveCount(2);
  await marisol.keyboard.press("Control+z");
  await expect(onCanvas(kofi, "Fenders")).toHaveCount(1);
  await expect(onCanvas(kofi, "Ropes")).toHaveCount(1);
  await marisol.keyboard.press("Control+z");
  await expect(onCanvas(kofi, "Fenders")).toHaveCount(0);

  // The board that was copied from is as the other person left it.
  await openBoard(kofi, source);
  await expect(onCanvas(kofi, "Ropes")).toHaveCount(1);
});

test("moves the selection by keys as one step, and goes through the elements of the canvas", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega");
  await createBoard(page, `By keys ${Date.now()}`, "blank");
  const { x, y } = await middleOf(page);
  for (const [text, at] of [
    ["Second", x + 100],
    ["First", x - 200],
  ] as const) {
    await page.mouse.dblclick(at, y);
    await page.keyboard.type(text);
    await page.keyboard.press("Escape");
    await expect(onCanvas(page, text)).toHaveCount(1);
  }
  const first = onCanvas(page, "First");
  const before = await placeOf(first);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await placeOf(first)).x).toBeCloseTo(before.x, 0);
  expect((await placeOf(first)).y).toBeCloseTo(before.y, 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await expect(page.getByText("Note: First, 1 of 2")).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(page.getByText("Note: Second, 2 of 2")).toBeAttached();
  await page.keyboard.press("Delete");
  await expect(onCanvas(page, "Second")).toHaveCount(0);
});

test("a double-click in a frame adds a note to it, and on its name edits the name", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await createBoard(page, `In frames ${Date.now()}`, "retrospective");
  const frame = page.locator(".react-flow__node-frame").first();
  const { x, y, width, height } = await placeOf(frame);
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await page.keyboard.type("Ropes");
  await page.keyboard.press("Escape");
  await expect(page.locator(".react-flow__node-note")).toHaveText(/Ropes/);
  await expect(frame).toContainText("1 note");
  await frame.locator("header").dblclick({ position: { x: 40, y: 10 } });
  await page.keyboard.type(" so far");
  await page.keyboard.press("Escape");
  await expect(frame).toHaveText(/What went well so far/);
});

async function dropPicture(page: Page, fileName: string, { x, y }: { x: number; y: number }) {
  const { mimeType, buffer } = aPicture(fileName, 200, 120);
  const drop = await page.evaluateHandle(
    ([base64, name, type]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      return data;
    },
    [buffer.toString("base64"), fileName, mimeType] as const,
  );
  await page.locator(".react-flow").dispatchEvent("drop", { dataTransfer: drop, clientX: x, clientY: y });
}

test.describe("a dropped image", () => {
  test.use({ allowConsole: /Failed to load resource/ });
  test("is on the board once after a lost answer, a refusal, and a visit to the list in between", async ({
    signIn,
  }) => {
    const page = await signIn("marisol.vega");
    await createBoard(page, `Images ${Date.now()}`, "blank");
    const middle = await middleOf(page);
    const attaching = "**/api/documents/board/*/files";
    const image = (name: string) =>
      page.locator(".react-flow__node").getByRole("img", { name: new RegExp(name) });

    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(attaching, lose, { times: 1 });
    await dropPicture(page, "anchor.png", middle);
    await expect(image("anchor")).toHaveCount(1);

    const refusal = { error: { code: "storage_full", message: "There is no room.", requestId: "journey" } };
    await page.route(attaching, (route) => route.fulfill({ status: 507, json: refusal }), { times: 1 });
    await dropPicture(page, "buoy.png", middle);
    await page.getByRole("button", { name: "Try buoy.png again" }).click();
    await expect(image("buoy")).toHaveCount(1);

    const held = Promise.withResolvers<void>();
    const asked = page.waitForRequest(attaching);
    await page.route(attaching, async (route) => held.promise.then(() => route.continue()), { times: 1 });
    await dropPicture(page, "cleat.png", middle);
    await asked;
    await page.getByRole("button", { name: "Show as a list" }).click();
    held.resolve();
    await page.getByRole("button", { name: "Show the canvas" }).click();
    await expect(image("cleat")).toHaveCount(1);
    await expect(page.getByRole("list", { name: "Images being added" })).toHaveCount(0);
    for (const name of ["anchor", "buoy", "cleat"]) await expect(image(name)).toHaveCount(1);
  });
});

test("makes notes of a pasted list and elements of dropped images", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await createBoard(page, `From elsewhere ${Date.now()}`, "blank");
  const canvas = page.locator(".react-flow");
  const { x, y } = await middleOf(page);
  await dropPicture(page, "pier.png", { x, y });
  const image = page.locator(".react-flow__node").getByRole("img", { name: /pier/ });
  await expect
    .poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0))
    .toBe(true);
  const text = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "Buoys\nCleats\nPaint");
    return data;
  });
  await canvas.dispatchEvent("drop", { dataTransfer: text, clientX: x - 300, clientY: y - 150 });
  for (const line of ["Buoys", "Cleats", "Paint"]) await expect(onCanvas(page, line)).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(onCanvas(page, "Buoys")).toHaveCount(0);
  await expect(image).toHaveCount(1);
});
