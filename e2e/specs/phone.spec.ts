import type { Page } from "@playwright/test";
import { expect, phone, test } from "../fixtures/test.ts";

const { width, height } = phone.viewport ?? { width: 0, height: 0 };

test("dialogs rise from the lower edge, as wide as a phone", async ({ signIn }) => {
  const page = await signIn("greta.holm", phone);
  await page.goto("/admin/departments");
  await page.getByRole("button", { name: "New Department" }).tap();
  await liesAtLowerEdge(page, "New Department");
  await page.keyboard.press("Escape");
  await page.goto("/brainstorm?new=blank");
  await liesAtLowerEdge(page, "New Board");
});

test("a sheet stays above the on-screen keyboard", async ({ signIn }) => {
  const page = await signIn("greta.holm", phone);
  await page.goto("/brainstorm?new=blank");
  await liesAtLowerEdge(page, "New Board");
  const keyboardTop = 500;
  // As on an iPhone, where the window keeps its height.
  await page.evaluate((top) => {
    const view = window.visualViewport;
    if (!view) throw new Error("this browser has no visual viewport");
    Object.defineProperty(view, "height", { configurable: true, value: top });
    view.dispatchEvent(new Event("resize"));
  }, keyboardTop);
  await liesAtLowerEdge(page, "New Board", keyboardTop);
});

test("the dashboard's heading leaves the page to its cards", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "New Card" }).first()).toBeVisible();
  const greeting = page.getByRole("heading", { level: 1 });
  const subtitle = page.getByText("Here are the latest updates");
  const [above, below] = [await greeting.boundingBox(), await subtitle.boundingBox()];
  expect(above?.height, "one line").toBeLessThan(40);
  expect(below?.width, "not only what the buttons leave").toBeGreaterThan(width - 40);
  expect(below?.height, "one line").toBeLessThan(25);
  const tall = await greeting.evaluate((heading) => {
    heading.textContent = `Welcome back, ${"Wilhelmina".repeat(8)}!`;
    return heading.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(heading).lineHeight);
  });
  expect(tall, "lines of a very long name").toBeLessThanOrEqual(2);
  await expect(greeting).toBeInViewport({ ratio: 1 });
});

test("pages move up and down only", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  for (const [path, text] of [
    ["/dashboard", "Team Chat"],
    ["/tasks", "In Progress"],
    ["/ideas", "Roadmap"],
    ["/brainstorm", "Start from a template"],
    ["/knowledge-base", "Short answers, asked often."],
    ["/community-faqs", "Most votes"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    const main = page.getByRole("main");
    await expect.poll(() => main.evaluate((one) => one.scrollWidth - one.clientWidth), path).toBe(0);
  }
});

test("a form with a draft keeps its fields in view, and a comment has the whole width", async ({
  signIn,
}) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/tasks?new=1");
  const dialog = page.getByRole("dialog", { name: "New Task" });
  await dialog.getByLabel("Title").fill("Paint the jetty");
  await expect(dialog.getByRole("button", { name: "Start over" })).toBeVisible();
  const footer = await dialog.locator("footer").boundingBox();
  expect(footer?.height, "two rows of buttons").toBeLessThan(120);
  await dialog.getByRole("button", { name: "Create Task" }).tap();
  await page.getByRole("button", { name: "Open", exact: true }).tap();
  const comment = page.getByRole("textbox", { name: "Write a comment" });
  await expect(comment).toBeVisible();
  expect((await comment.boundingBox())?.width).toBeGreaterThan(300);
});

test("an alert with two buttons keeps its text readable", async ({ signIn }) => {
  const page = await signIn("greta.holm", phone);
  await page.goto("/admin/import");
  await page.getByLabel("Rows as CSV text").fill("name,email\nLiv Aune,liv.aune@pelicanworks.example");
  await page.getByRole("button", { name: "Check rows" }).tap();
  await page.getByRole("button", { name: "Import 1 person" }).tap();
  await expect(page.getByRole("button", { name: "Download list" })).toBeVisible();
  const text = page.getByText("Save the list now");
  expect((await text.boundingBox())?.width).toBeGreaterThan(190);
});

async function liesAtLowerEdge(page: Page, title: string, edge = height): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog).toBeVisible();
  await expect(async () => {
    const box = await dialog.boundingBox();
    if (!box) throw new Error("the dialog has no place");
    expect(Math.round(box.x)).toBe(0);
    expect(Math.round(box.width)).toBe(width);
    expect(Math.round(box.y + box.height)).toBe(edge);
    expect(box.y).toBeGreaterThan(0);
  }).toPass();
}
