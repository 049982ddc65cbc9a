import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

test.use({
  serviceWorkers: "allow",
  // What asks a server that is away.
  allowConsole: /Failed to load resource: net::ERR_|WebSocket connection to .* failed/,
});

test("the app opens without its server, at any address, with the files it needs", async ({
  signIn,
  server,
}) => {
  const page = await signIn("yara.mansour");
  await page.goto("/dashboard");
  await appKept(page);
  await server.stop();
  try {
    await page.goto("/tasks?task=0193");
    await expect(page.getByRole("navigation").first()).toBeVisible();
    // Not as a page: what was never there is nobody's.
    const elsewhere = await page.evaluate(() => fetch("/api/workspace").then(String, () => "no answer"));
    expect(elsewhere).toBe("no answer");
  } finally {
    await server.start();
  }
});

/** Settles when the worker answers for this page, and holds all pages, also those that nobody has opened. */
async function appKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toMatch(/\/sw\.js$/);
  const kept = () =>
    page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
      return requests.map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toContainEqual(expect.stringMatching(/^\/assets\/users-page-/));
}
