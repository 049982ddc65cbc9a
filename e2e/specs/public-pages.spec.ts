import { publicPaths } from "@atoll/contract/workspace/public-pages";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { expect, fillSignIn, phone, test } from "../fixtures/test.ts";

const email = "ruth.adeyemi@pelicanworks.example";

test.describe("without scripts", () => {
  // Refused sign-ins.
  test.use({ allowConsole: /Failed to load resource: the server responded with a status of 401/ });

  test("the landing page leads to the sign-in form, which signs in", { tag: "@everyday" }, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ ...phone, javaScriptEnabled: false });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "One lagoon." })).toBeVisible();
    await page.getByRole("link", { name: "Sign In" }).first().click();
    await expect(page.getByRole("heading", { name: "Welcome to Atoll" })).toBeVisible();
    await fillSignIn(page, email, "not the password");
    await expect(page.getByRole("alert")).toHaveText("Incorrect email or password.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await fillSignIn(page, email, demoPassword);
    await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
  });
});

test("a form that the browser itself has sent opens the workspace once scripts run", async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.goto("/login");
  // As a browser sends it that could not load the app.
  await page.evaluate(
    ([address = "", password = ""]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/login" });
      for (const [name, value] of Object.entries({ email: address, password })) {
        const input = document.createElement("input");
        Object.assign(input, { name, value });
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [email, demoPassword],
  );
  await expect(page.getByRole("heading", { name: "Welcome back, Ruth!" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("keeps what is typed before the app has loaded, and signs in with it", { tag: "@everyday" }, async ({
  openBrowser,
}) => {
  const page = await openBrowser(phone);
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  // The page waits for the app, and does not send the form by itself.
  await expect(page.locator("html")).toHaveAttribute("data-early", "");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  release();
  await expect(page.getByRole("heading", { name: "Welcome back, Ruth!" })).toBeVisible();
});

test("hydrates the page that the server sent", { tag: "@everyday" }, async ({ openBrowser }) => {
  for (const path of publicPaths) {
    const page = await openBrowser(phone);
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => Reflect.set(window, "sent", document.querySelector("h1")));
    });
    await openHydrated(page, path);
    // React keeps the elements when what it renders is the same.
    const isKept = await page.evaluate(() => Reflect.get(window, "sent") === document.querySelector("h1"));
    expect([path, isKept]).toEqual([path, true]);
  }
});

// The fonts of a device decide it, so it does not stop everyday changes.
test("moves nothing by more than parts of a pixel while the app takes over", async ({ openBrowser }) => {
  for (const path of publicPaths) {
    const page = await openBrowser(phone);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Reflect.set(window, "shifts", shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
      }).observe({ type: "layout-shift", buffered: true });
    });
    await openHydrated(page, path);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState("networkidle");
    const shifts: number[] = await page.evaluate(() => Reflect.get(window, "shifts"));
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.002);
  }
});

test("shows a signed-in person neither page while the app loads", async ({ signIn }) => {
  const page = await signIn("ruth.adeyemi");
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "domcontentloaded" });
  await expect(page.getByLabel("Email")).toBeHidden();
  release();
  await page.waitForURL("**/dashboard");
});

async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  });
}

/** Holds the scripts of the app back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
