import { expect, phone, test } from "../fixtures/test.ts";

test("the theme and a hidden sidebar are kept over a reload", async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  await page.goto("/dashboard");
  const theme = () => page.locator("html").getAttribute("data-theme");
  expect(await theme()).toBe("tropical");
  await page.getByRole("button", { name: /theme/i }).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation).toBeVisible();
  await page.getByRole("button", { name: "Hide the sidebar" }).click();
  await expect(navigation).toHaveCount(0);
  await page.reload();
  expect(await theme()).toBe("dark");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(navigation).toHaveCount(0);
  await page.getByRole("button", { name: "Show the sidebar" }).click();
  await expect(navigation).toBeVisible();
});

test("the frame is shown while the page is loading", async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/tasks-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/tasks", { waitUntil: "commit" });
  await expect(page.getByRole("navigation").first().getByRole("link", { name: "Calendar" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading the page" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole("heading", { name: "Tasks", level: 1 })).toBeVisible();
});

test("the search box opens results for the trimmed text, and does nothing when empty", async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  await page.goto("/dashboard");
  const search = page.getByRole("banner").getByLabel("Search people, messages, tasks");
  await expect(page.getByRole("heading", { name: "Welcome back, Ruth!" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await search.fill("   ");
  await search.press("Enter");
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await search.fill("  harbour freight ");
  await search.press("Enter");
  await page.waitForURL("**/search?**");
  expect(new URL(page.url()).searchParams.get("q")).toBe("harbour freight");
});

test("the department switcher narrows the departments, and remembers it", async ({ signIn }) => {
  const page = await signIn("marisol.vega");
  await page.goto("/dashboard");
  const sidebar = page.getByRole("navigation").first();
  await expect(sidebar.getByRole("link", { name: "Business Development" })).toBeVisible();
  await page.getByRole("button", { name: /All Departments/ }).click();
  await page
    .getByRole("menuitemradio", { name: "Marketing" })
    .or(page.getByRole("option", { name: "Marketing" }))
    .click();
  await expect(sidebar.getByRole("link", { name: "Business Development" })).toHaveCount(0);
  await page.reload();
  await expect(sidebar.getByRole("link", { name: "Marketing" })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: "Business Development" })).toHaveCount(0);
});

test("on a phone the navigation is a drawer that traps and returns focus", async ({ signIn }) => {
  const page = await signIn("marisol.vega", phone);
  await page.goto("/dashboard");
  const menu = page.getByRole("button", { name: /menu|navigation/i }).first();
  await expect(page.getByRole("heading", { name: "Welcome back, Marisol!" })).toBeVisible();
  await menu.click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link", { name: "Knowledge Base" })).toBeVisible();
  await expect(drawer.locator(":focus").or(page.locator("[role=dialog]:focus"))).toHaveCount(1);
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    // The focus trap's guards are siblings of the drawer. The page behind it must never be focused.
    expect(await page.evaluate(() => document.activeElement?.closest("main"))).toBeNull();
  }
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole("link", { name: "Tasks" }).click();
  await page.waitForURL("**/tasks");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeFocused();
});

test("everything in the frame is reached and used by keyboard alone", async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByText("Skip to content").focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("main")?.contains(document.activeElement)))
    .toBe(true);
  const userMenu = page.getByRole("button", { name: /Ruth Adeyemi/ }).first();
  await userMenu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(userMenu).toBeFocused();
  await page.getByRole("link", { name: "Tasks" }).first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/tasks");
  await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();
});
