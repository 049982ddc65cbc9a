import { randomUUID } from "node:crypto";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Page } from "@playwright/test";
import { send } from "../fixtures/tasks.ts";
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

test("a drawer ends above the on-screen keyboard", async ({ signIn }) => {
  const page = await signIn("greta.holm", phone);
  await page.goto("/tasks");
  const id = randomUUID();
  await send(page, "POST", taskRoutes.createTask.path, { id, title: "Dry the nets" });
  await page.goto(`/tasks?task=${id}`);
  const drawer = page.getByRole("dialog", { name: "Dry the nets" });
  await expect(drawer.getByRole("button", { name: "Status: To Do" })).toBeVisible();
  await page.evaluate(() => {
    const view = window.visualViewport;
    if (!view) throw new Error("this browser has no visual viewport");
    Object.defineProperty(view, "height", { configurable: true, value: 500 });
    view.dispatchEvent(new Event("resize"));
  });
  await expect
    .poll(async () => {
      const box = await drawer.boundingBox();
      return box && Math.round(box.y + box.height);
    })
    .toBe(492);
});

test("going back closes what lies over the page, then leaves it", async ({ signIn }) => {
  const page = await signIn("greta.holm", phone);
  await page.goto("/ideas");
  await expect(page.getByRole("heading", { name: "Ideas", level: 1 })).toBeVisible();
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await page.getByRole("button", { name: "Open menu" }).tap();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/ideas$/);

  await page.getByRole("button", { name: "Open menu" }).tap();
  await drawer.getByRole("link", { name: "Tasks", exact: true }).tap();
  await expect(page).toHaveURL(/\/tasks/);
  // A dialog that the address names: its own step is enough, and no second step opens it again.
  const dialog = page.getByRole("dialog", { name: "New Task" });
  for (const way of ["back", "cross"]) {
    await page.getByRole("button", { name: "New Task" }).first().tap();
    await expect(dialog).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1);
    if (way === "back") await page.goBack();
    else await dialog.getByRole("button", { name: "Close" }).tap();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/new=/);
  }
  const left = async () => {
    await page.goBack();
    expect(await dialog.isVisible()).toBe(false);
    return new URL(page.url()).pathname;
  };
  await expect.poll(left).toBe("/ideas");
  await expect(drawer).toBeHidden();
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

test("nothing to press is cut off on the narrowest screen", async ({ signIn }) => {
  const page = await signIn("marisol.vega", { ...phone, viewport: { width: 320, height: 640 } });
  for (const [path, name] of [
    ["/dashboard", "New Card"],
    ["/chat", "New chat"],
    ["/tasks", "New Task"],
    ["/inbox", "View"],
    ["/calendar", "New Event"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("button", { name }).first()).toBeVisible();
    const cut = await page.evaluate(() => {
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        element.id !== "content" &&
        (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
      return [...document.querySelectorAll("header button, header a, main button, main a, main input")]
        .filter((one) => one.checkVisibility({ opacityProperty: true }) && !scrolls(one.parentElement))
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
        .map((one) => one.getAttribute("aria-label") ?? one.textContent);
    });
    expect([path, cut]).toEqual([path, []]);
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
