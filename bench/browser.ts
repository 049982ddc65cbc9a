import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import type { AtollProcess } from "./atoll-process.ts";

export interface SignedIn {
  browser: Browser;
  page: Page;
}

/** A Chromium for measurements. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(options());
}

/** One with a profile on the disk. */
export async function launchProfile(folder: string, baseURL: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...options(),
    baseURL,
    viewport: { width: 1440, height: 900 },
  });
}

function options() {
  return {
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      // Chromium's own sandbox does not work for root, which is what containers run as.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--enable-precise-memory-info",
      "--js-flags=--expose-gc",
    ],
  };
}

/** A Chromium in which a person with everybody's password is signed in. */
export async function openBrowser(atoll: AtollProcess, email: string): Promise<SignedIn> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: atoll.url, viewport: { width: 1440, height: 900 } });
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(atoll.adminPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  return { browser, page };
}
